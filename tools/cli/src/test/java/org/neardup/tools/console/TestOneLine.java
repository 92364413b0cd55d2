// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.command.Run;

/** Documents do not write to the terminal as they like. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestOneLine extends LuceneTestCase {
  private static final String EVIL = "\u001b[2J\r\n\u0007\u009b31m";
  private static final String SHOWN = " [2J    31m";
  private static final String TEXT =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";

  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
    String lines = line("a", TEXT) + line("b", TEXT + " W" + EVIL) + line("c", TEXT);
    assertEquals(0, Run.withInput(lines, "index", "--index", index, "-").exitCode());
  }

  private static String line(String id, String text) {
    return new JsonMapper()
            .createObjectNode()
            .put("id", id + EVIL)
            .put("title", "T" + EVIL)
            .put("site", "S" + EVIL)
            .put("text", text)
        + "\n";
  }

  public void testControlCharactersAreBlanks() {
    assertEquals("a" + SHOWN + "é\ud83d\ude00", OneLine.of("a" + EVIL + "é\ud83d\ude00"));
    assertNull(OneLine.of(null));
  }

  public void testWhatTurnsTheOrderOfCharactersIsABlank() {
    String marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    assertEquals(" ".repeat(marks.length()), OneLine.of(marks));
    assertEquals("a  b", OneLine.of("a\u2028\u2029b")); // line ends
    String family = "\ud83d\udc69\u200d\ud83d\udc67";
    assertEquals(family, OneLine.of(family)); // joined, not turned
  }

  public void testTheTerminalIsTheLastToClean() {
    StringWriter printed = new StringWriter();
    PrintWriter writer = new PrintWriter(printed);
    for (boolean colours : new boolean[] {false, true}) {
      Paint paint = new Paint(colours);
      Terminal terminal = new Terminal(InputStream.nullInputStream(), writer, writer, false, paint);
      terminal.print("a\u001b[2J\u202e\n" + paint.bold("b\u0007") + "\u009b");
      assertEquals("a [2J \n" + paint.bold("b ") + " \n", printed.toString());
      printed.getBuffer().setLength(0);
    }
    Terminal terminal =
        new Terminal(InputStream.nullInputStream(), writer, writer, false, new Paint(true));
    terminal.message("a\n\u001b[31mb");
    terminal.messages("a\n\u001b[31mb");
    assertEquals("a  [31mb\na\n [31mb\n", printed.toString());
  }

  public void testNamesOfFilesAndEntries() throws IOException {
    String name = "n\u001b]0;x\u0007\u009b\u202e";
    String shown = "n ]0;x   ";
    Path folder = createTempDir();
    Path archive = folder.resolve(name + ".zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry(name + ".html"));
      zip.write("<meta charset='iso-2022-kr'>".getBytes(UTF_8));
    }
    Files.write(folder.resolve(name + ".txt"), new byte[] {(byte) 0xFF});
    Files.writeString(folder.resolve(name + ".pdf"), "");
    String lines =
        "{\"id\":\"x\",\"title\":[\"\u202e\u009b\"]}\n{\"id\":\"x\",\"_neardup_\\u001b\":1}"
            + "\n{\"id\":\"z\",\"text\":\"y\"}";
    Files.writeString(folder.resolve(name + ".jsonl"), lines);
    for (String command : new String[] {"index", "cluster"}) {
      String[] args = {
        command,
        command.equals("index") ? "--index=" + folder.resolve("new") : "--format=pairs",
        archive.toString(),
        folder.toString(),
        folder.resolve(name + ".pdf").toString(),
        folder.resolve(name + ".jsonl").toString(),
        folder.resolve(name).toString()
      };
      Run run = Run.neardup(args);
      assertEquals(run.err(), 1, run.exitCode());
      assertTrue(run.err(), run.err().contains(shown + ".zip!" + shown + ".html: "));
      assertTrue(run.err(), run.err().contains(shown + ".txt: text must be UTF-8"));
      assertTrue(run.err(), run.err().contains(shown + ".pdf: not a kind of input"));
      assertTrue(run.err(), run.err().contains(shown + ".jsonl:1: title must be a string"));
      assertTrue(run.err(), run.err().contains(shown + ": no such file or folder"));
      assertPrintable(run.err());
    }
  }

  public void testArgumentsThatAreQuoted() throws IOException {
    assertPrintable(Run.neardup("\u001b[2J").err());
    assertPrintable(Run.neardup("stats", "--\u001b[2J").err());
    assertPrintable(Run.neardup("stats", "--index", "\u001b[2J").err());
    assertPrintable(Run.neardup("search", "--index", index, "a:\u009b(").err());
    assertPrintable(Run.neardup("delete", "--index", index, "\u001b[2J").err());
    assertPrintable(Run.neardup("explain", "--index", index, "\u001b[2J", "\u202e").err());
  }

  public void testJsonEscapesWhatDoesNotPrint() throws IOException {
    String evil = EVIL + "\u007f\u202e\u2028";
    assertEquals(
        0,
        Run.withInput(
                line("d", "other").replace(EVIL, "") + line(evil, TEXT),
                "index",
                "--index",
                index,
                "-")
            .exitCode());
    Run search = Run.neardup("search", "--index", index, "--mode=all", "--top=9", "--json", "*:*");
    assertPrintable(search.out());
    assertTrue(search.out(), search.out().contains("\\u202E"));
    assertTrue(search.json().get("hits").findValuesAsText("id").contains(evil + EVIL));
    Run cluster = Run.withInput(line(evil, TEXT) + line(evil, TEXT), "cluster", "-");
    assertPrintable(cluster.out());
    assertEquals(evil + EVIL, cluster.json().get("representative").asText());
    Run pairs =
        Run.withInput(line(evil, TEXT) + line(evil, TEXT), "cluster", "--format", "pairs", "-");
    assertEquals(1, pairs.exitCode());
    assertPrintable(pairs.out() + pairs.err());
  }

  public void testWhatCommandsPrint() throws IOException {
    assertPrints("a" + SHOWN + "  T" + SHOWN, "search", "--mode", "all", "*:*");
    assertPrints("(hidden behind a" + SHOWN + ")", "search", "--mode", "all", "*:*");
    assertPrints("(hidden behind a" + SHOWN + ")", "similar", "--id", "a" + EVIL);
    assertPrints("T" + SHOWN + "  S" + SHOWN, "variants", "--date=site", "a" + EVIL);
    assertPrints("3  a" + SHOWN + "  T" + SHOWN, "stats");
    assertPrints("b" + SHOWN + " is hidden behind a" + SHOWN, "explain", "a" + EVIL, "b" + EVIL);
    assertPrints("{+W [2J 31m+}", "explain", "a" + EVIL, "b" + EVIL);
    assertPrints("now visible: b" + SHOWN, "delete", "a" + EVIL);
    try (Directory directory = FSDirectory.open(Path.of(index));
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "b" + EVIL));
    }
    assertPrints("no representative: c" + SHOWN + ": hidden in", "check");
  }

  private void assertPrints(String part, String command, String... args) {
    Run run =
        Run.neardup(
            Stream.concat(Stream.of(command, "--index", index), Stream.of(args))
                .toArray(String[]::new));
    assertTrue(run.out(), run.out().contains(part));
    assertPrintable(run.out());
  }

  private static void assertPrintable(String printed) {
    assertTrue(printed, printed.replace("\n", "").chars().allMatch(OneLine::prints));
  }
}
