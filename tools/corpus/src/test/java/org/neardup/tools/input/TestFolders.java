// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * What of a folder is read: regular files, and nothing out of it. Each test would wait for ever.
 */
public class TestFolders {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private Path folder;
  private Path elsewhere;

  @Before
  public void makeFolders() throws IOException {
    folder = Files.createDirectories(temporary.getRoot().toPath().resolve("f/deep")).getParent();
    elsewhere = Files.createDirectories(temporary.getRoot().toPath().resolve("elsewhere"));
    Files.writeString(folder.resolve("a.txt"), "text");
    Files.writeString(folder.resolve("deep/b.txt"), "text");
    Files.writeString(elsewhere.resolve("secret.txt"), "text");
  }

  @Test(timeout = 60_000)
  public void testOtherKindsAreCountedAndNamed() throws Exception {
    for (String name : List.of("readme.md", "x.css", "deep/Y.CSS", "LICENSE", ".hidden", "z.7z")) {
      Files.writeString(folder.resolve(name), "text");
    }
    List<String> notes = new ArrayList<>();
    List<String> read = new ArrayList<>();
    new Inputs(
            List.of(folder.toString()),
            InputStream.nullInputStream(),
            InputRules.DEFAULT,
            new Problems(notes::add, null))
        .read(document -> read.add(document.where()));
    assertEquals(
        List.of("a.txt", "b.txt", "readme.md"),
        read.stream().map(where -> Path.of(where).getFileName().toString()).toList());
    assertEquals(
        List.of(
            folder
                + ": note: 5 files of other kinds not read: 2 without ending (such as .hidden), 2"
                + " .css (such as "
                + Path.of("deep", "Y.CSS")
                + "), 1 .7z (such as z.7z)"),
        notes);
  }

  /** A corpus is a folder of shards. */
  @Test(timeout = 60_000)
  public void testAllKindsAreReadInTheOrderOfTheirNames() throws Exception {
    Path shards = Files.createDirectories(folder.resolve("deep/er"));
    Files.writeString(shards.resolve("part-2.jsonl"), "{\"id\":2}\n{\"id\":3}\n");
    Files.writeString(shards.resolve("part-10.csv"), "id,text\n1,x\n");
    Files.write(shards.resolve("part-3.tsv.gz"), TestFormats.compressed(bytes("id\n4\n"), ".gz"));
    Files.writeString(shards.resolve("part-4.json"), "[{\"id\":5},{}]");
    Files.write(shards.resolve("part-5.tgz"), TestFormats.compressed(tar("a.html"), ".gz"));
    Files.write(shards.resolve("part-6-javadoc.tar"), tar("b/c.html"));
    Files.writeString(shards.resolve("part-7.parquet"), "");
    Files.writeString(shards.resolve("part-8.warc"), warc("http://a/"));
    Files.writeString(shards.resolve("z.html"), "<p>z");
    String at = "deep/er/";
    List<String> shardIds =
        List.of(
            "1",
            "2",
            "3",
            "4",
            "5",
            at + "part-4.json:1: document without id: id must have a value, got {}",
            at + "part-5/a.html",
            at + "part-6/b/c.html",
            at
                + "part-7.parquet: Parquet is read by 'neardup-spark cluster --output FOLDER "
                + shards.resolve("part-7.parquet")
                + "'",
            "http://a/");
    List<String> all = new ArrayList<>(List.of("a.txt", "deep/b.txt"));
    all.addAll(shardIds);
    all.add(at + "z.html");
    List<String> notes = new ArrayList<>();
    assertEquals(all, read(InputRules.DEFAULT, notes));
    assertEquals(notes.toString(), 1, notes.size());
    assertTrue(
        notes.getFirst(),
        notes
            .getFirst()
            .startsWith(
                folder
                    + ": note: 8 files read besides text and HTML (--input-format html leaves"
                    + " them out): 1 .csv (such as "
                    + folder.relativize(shards.resolve("part-10.csv"))));
    InputRules html = InputRules.DEFAULT.withFormat("html", FieldRoles.DEFAULT);
    assertEquals(List.of(at + "z.html"), read(html, notes));
    InputRules json = InputRules.DEFAULT.withFormat("jsonl", FieldRoles.DEFAULT);
    assertEquals(shardIds.subList(1, 3), read(json, notes).subList(0, 2));
    InputRules arc = InputRules.DEFAULT.withFormat("arc", FieldRoles.DEFAULT);
    assertEquals(1, read(arc, notes).size());
    assertTrue(read(arc, notes).getFirst().contains(": no file in it that is read: "));
  }

  /** What cannot be read does not end the others. */
  @Test(timeout = 60_000)
  public void testADamagedShardIsNamedAndTheOthersAreRead() throws Exception {
    Files.writeString(folder.resolve("b.jsonl.gz"), "no gzip");
    Files.writeString(folder.resolve("c.zip"), "no zip");
    Files.writeString(folder.resolve("d.jsonl"), "{\"id\":1}\n");
    List<String> read = read(InputRules.DEFAULT, new ArrayList<>());
    assertEquals(read.toString(), 5, read.size());
    assertTrue(read.get(1), read.get(1).startsWith("b.jsonl.gz"));
    assertTrue(read.get(2), read.get(2).startsWith("c.zip"));
    assertEquals(List.of("1", "deep/b.txt"), read.subList(3, 5));
  }

  private List<String> read(InputRules rules, List<String> notes) throws InterruptedException {
    List<String> outcomes = new ArrayList<>();
    new Inputs(
            List.of(folder.toString()),
            InputStream.nullInputStream(),
            rules,
            new Problems(notes::add, null))
        .read(document -> outcomes.add(outcome(document)));
    return outcomes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] tar(String name) throws IOException {
    return TestFormats.tar(name, "<p>page");
  }

  private static String warc(String address) {
    String page = "<p>page";
    return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: "
        + address
        + "\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: text/html\r\nContent-Length: "
        + page.length()
        + "\r\n\r\n"
        + page
        + "\r\n\r\n";
  }

  /** Such names are no strings, so they must not become some on the way. */
  @Test(timeout = 60_000)
  public void testNamesInOtherCharacterSetsStayApart() throws Exception {
    assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("unix"));
    List<Path> files = new ArrayList<>();
    try {
      for (String name : List.of("%FE.txt", "%FF.txt")) {
        Path file = Path.of(URI.create(folder.resolve("deep").toUri() + name));
        files.add(Files.writeString(file, name));
      }
      List<String> found = new ArrayList<>();
      Inputs.Sink sink =
          raw -> {
            try {
              InputDocument document = raw.parser().parse();
              found.add(document.id() + " " + document.text());
            } catch (BadInputException e) {
              found.add(e.getMessage());
            }
          };
      for (InputPiece piece :
          InputPieces.of(List.of(folder.toString()), InputRules.DEFAULT, 1, note -> {})) {
        piece.reading().read(InputRules.DEFAULT, new Problems(note -> {}, null), sink);
      }
      assertEquals(
          List.of("a.txt text", "deep/b.txt text", "deep/%FE.txt %FE.txt", "deep/%FF.txt %FF.txt"),
          found);
    } finally {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  @Test(timeout = 60_000)
  public void testWhatIsNoRegularFileIsNamedAndNotOpened() throws Exception {
    fifo(folder.resolve("fifo.txt"));
    link("zero.txt", Path.of("/dev/zero"));
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(folder.resolve("s.txt")));
      assertEquals(
          List.of(
              "a.txt",
              "deep/b.txt",
              "fifo.txt: a file of a folder must be a regular file, got a FIFO",
              "s.txt: a file of a folder must be a regular file, got a socket",
              "zero.txt: a file of a folder must be a regular file, got a device"),
          read(true));
    }
  }

  private static void fifo(Path path) throws Exception {
    try {
      assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      assumeTrue("there is no mkfifo", false);
    }
  }

  @Test
  public void testLinksOutOfTheFolderAreNamed() throws Exception {
    link("in.txt", folder.resolve("a.txt"));
    link("pw.txt", elsewhere.resolve("secret.txt"));
    link("out", elsewhere);
    link("not a page", elsewhere.resolve("secret.txt"));
    link("gone.txt", folder.resolve("nothing"));
    String refused = ": a link must not lead out of the folder without --follow-links, got one to ";
    Path real = elsewhere.toRealPath();
    assertEquals(
        List.of(
            "a.txt",
            "deep/b.txt",
            "gone.txt: cannot be read: no such file or folder",
            "in.txt",
            "out" + refused + real,
            "pw.txt" + refused + real.resolve("secret.txt")),
        read(false));
    assertEquals(
        List.of(
            "a.txt",
            "deep/b.txt",
            "gone.txt: cannot be read: no such file or folder",
            "in.txt",
            "out/secret.txt",
            "pw.txt"),
        read(true));
  }

  @Test(timeout = 60_000)
  public void testLinksInACircleEnd() throws Exception {
    link("self", folder);
    link("deep/up", folder);
    link("loop.txt", folder.resolve("loop.txt"));
    assertEquals(2, read(false).indexOf(read(false).getLast()));
    assertTrue(read(false).getLast(), read(false).getLast().startsWith("loop.txt: cannot be read"));
    Files.createSymbolicLink(elsewhere.resolve("back"), folder);
    Files.createSymbolicLink(elsewhere.resolve("again"), elsewhere);
    link("out1", elsewhere);
    link("out2", elsewhere);
    link("root", temporary.getRoot().toPath());
    assertEquals(
        List.of("a.txt", "deep/b.txt", "out1/secret.txt"),
        read(true).stream().filter(found -> !found.startsWith("loop")).toList());
  }

  @Test(timeout = 60_000)
  public void testAnArgumentMayBeAFifoButNoDevice() throws Exception {
    Path fifo = folder.resolve("f.jsonl");
    fifo(fifo);
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.writeString(fifo, "{\"id\":\"piped\"}\n");
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    writer.start();
    assertEquals(List.of("piped"), read(fifo, false));
    writer.join();
    link("z.jsonl", Path.of("/dev/zero"));
    assertEquals(
        List.of("z.jsonl: an input must be a regular file, a FIFO or a folder, got a device"),
        read(folder.resolve("z.jsonl"), true));
    for (String name : new String[] {"f.jar", "f.warc"}) {
      fifo(folder.resolve(name));
      assertEquals(
          List.of(name + ": an archive must be a regular file, got a FIFO"),
          read(folder.resolve(name), true));
    }
    RawDocument page = Inputs.page(folder.resolve("z.jsonl").toString(), InputRules.DEFAULT);
    assertTrue(outcome(page), outcome(page).endsWith("got a device"));
  }

  private void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(folder.resolve(name), target);
  }

  private List<String> read(boolean followsLinks) throws InterruptedException {
    return read(folder, followsLinks);
  }

  private List<String> read(Path input, boolean followsLinks) throws InterruptedException {
    InputRules rules = new InputRules(1000, 1000, followsLinks);
    List<String> outcomes = new ArrayList<>();
    new Inputs(List.of(input.toString()), InputStream.nullInputStream(), rules)
        .read(document -> outcomes.add(outcome(document)));
    return outcomes;
  }

  /** The id of a document, or its place in the folder and what is wrong with it. */
  private String outcome(RawDocument document) {
    try {
      return document.parser().parse().id();
    } catch (BadInputException e) {
      return document.where().replace(folder + "/", "") + ": " + e.getMessage();
    }
  }
}
