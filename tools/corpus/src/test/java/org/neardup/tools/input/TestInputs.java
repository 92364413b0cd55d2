// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class TestInputs {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  @Test
  public void testArgumentsAreReadInTheirOrder() throws Exception {
    Path gzip = path("b.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(line("zipped").getBytes(UTF_8));
    }
    Files.writeString(path("a.jsonl"), line("plain"));
    Files.writeString(path("c.txt"), "text");
    assertEquals(
        List.of("plain", "piped", "zipped", "c.txt"),
        ids(path("a.jsonl").toString(), "-", gzip.toString(), path("c.txt").toString()));
  }

  @Test
  public void testFoldersAreReadInTheOrderOfTheirPaths() throws Exception {
    for (String name :
        new String[] {"z.txt", "b/2.html", "b/1.HTM", "a/a/a.txt", "a/skipped.css"}) {
      Files.createDirectories(path(name).getParent());
      Files.writeString(path(name), "text");
    }
    assertEquals(
        List.of("a/a/a.txt", "b/1.HTM", "b/2.html", "z.txt"), ids(temporary.getRoot().toString()));
  }

  @Test
  public void testPagesOfTwoReleasesDoNotClash() throws Exception {
    List<String> archives = new ArrayList<>();
    for (String name : new String[] {"lib-1.0-javadoc.jar", "lib-1.1-javadoc.jar", "site.zip"}) {
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path(name)))) {
        zip.putNextEntry(new ZipEntry("p/"));
        zip.putNextEntry(new ZipEntry("p/Page.html"));
        zip.putNextEntry(new ZipEntry("p/script.js"));
      }
      archives.add(path(name).toString());
    }
    assertEquals(
        List.of("lib-1.0/p/Page.html", "lib-1.1/p/Page.html", "site/p/Page.html"),
        ids(archives.toArray(String[]::new)));
  }

  @Test
  public void testOtherFilesOfAnArchiveAreCountedAndNamed() throws Exception {
    for (boolean hasPage : new boolean[] {true, false}) {
      Path archive = path(hasPage ? "site.zip" : "site.jar");
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
        for (String name : new String[] {"p/", "p/a.txt", "b.CSS", "p.x/LICENSE", "p/b.txt"}) {
          zip.putNextEntry(new ZipEntry(name));
        }
        if (hasPage) {
          zip.putNextEntry(new ZipEntry("p/Page.html"));
        }
      }
      List<String> notes = new ArrayList<>();
      List<RawDocument> documents = new ArrayList<>();
      new Inputs(
              List.of(archive.toString()),
              InputStream.nullInputStream(),
              InputRules.DEFAULT,
              new Problems(notes::add, null))
          .read(documents::add);
      assertEquals(
          List.of(
              archive
                  + ": note: 4 files of other kinds not read: 2 .txt (such as p/a.txt), 1 without"
                  + " ending (such as p.x/LICENSE), 1 .css (such as b.CSS)"),
          notes);
      assertEquals(1, documents.size());
      if (!hasPage) {
        assertEquals(archive.toString(), documents.getFirst().where());
        assertEquals(
            "no HTML file in it, .html, .htm, .xhtml",
            assertThrows(BadInputException.class, () -> documents.getFirst().parser().parse())
                .getMessage());
      }
    }
  }

  @Test
  public void testAByteOrderMarkIsNoPartOfTheText() throws Exception {
    Files.writeString(path("a.txt"), "\uFEFFtext");
    RawDocument document = Inputs.page(path("a.txt").toString(), InputRules.DEFAULT);
    assertEquals("text", document.parser().parse().text());
  }

  @Test
  public void testANameThatNoFileCanHaveIsNamed() throws Exception {
    String name = "a\0b.txt";
    List<RawDocument> documents = new ArrayList<>();
    new Inputs(List.of(name), InputStream.nullInputStream(), InputRules.DEFAULT)
        .read(documents::add);
    documents.add(Inputs.page(name, InputRules.DEFAULT));
    assertEquals(2, documents.size());
    for (RawDocument document : documents) {
      assertEquals(name, document.where());
      var failure = assertThrows(BadInputException.class, () -> document.parser().parse());
      assertTrue(failure.getMessage(), failure.getMessage().startsWith("not the name of a file: "));
    }
  }

  private List<String> ids(String... arguments) throws Exception {
    List<RawDocument> documents = new ArrayList<>();
    var stdin = new ByteArrayInputStream(line("piped").getBytes(UTF_8));
    new Inputs(List.of(arguments), stdin, new InputRules(1000, 1000, false)).read(documents::add);
    List<String> ids = new ArrayList<>();
    for (RawDocument document : documents) {
      ids.add(document.parser().parse().id());
    }
    return ids;
  }

  private static String line(String id) {
    return "{\"id\":\"" + id + "\",\"text\":\"x\"}\n";
  }

  private Path path(String name) throws IOException {
    return temporary.getRoot().toPath().resolve(name);
  }

  @Test
  public void testBytesToReadAreToldWithoutReading() throws Exception {
    Path folder = temporary.getRoot().toPath();
    String lines = "{\"id\": 1}\n".repeat(100);
    Path plain = Files.writeString(folder.resolve("a.jsonl"), lines);
    Path site = Files.createDirectories(folder.resolve("site/deep"));
    Files.writeString(site.resolve("b.txt"), "12345");
    Files.writeString(site.resolve("c.css"), "123");
    Path gzip = folder.resolve("d.jsonl.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(lines.getBytes(UTF_8));
    }
    assertEquals(1000, bytes(plain.toString()));
    assertEquals(5, bytes(site.getParent().toString()));
    assertEquals(2005, bytes(plain.toString(), gzip.toString(), site.toString()));
    assertEquals(-1, bytes(plain.toString(), "-"));
    assertEquals(-1, bytes(folder.resolve("nowhere").toString()));
  }

  private static long bytes(String... arguments) {
    return new Inputs(List.of(arguments), InputStream.nullInputStream(), InputRules.DEFAULT)
        .bytes();
  }
}
