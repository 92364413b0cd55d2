// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.tools.console.Failures;

/** Mistakes in the command line and in what it points to: one message, the exit code, no change. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestUsage extends LuceneTestCase {
  private static final String DOCUMENT = "{\"id\":1,\"title\":\"One\",\"text\":\"a text\"}";

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  public void testThreshold() {
    assertUsage("threshold must be above 0 and at most 1, got 0.0", "--threshold", "0");
    assertUsage("threshold must be above 0 and at most 1, got 1.5", "--threshold", "1.5");
    assertUsage("threshold must be above 0 and at most 1, got NaN", "--threshold", "NaN");
    assertUsage(
        "threshold must be at least 0.0354 to have a recall of 0.99 with 128 slots and 128 bands,"
            + " got 0.03",
        "--threshold",
        "0.03");
    assertUsage("--threshold must be a number, got much", "--threshold", "much");
  }

  public void testShingle() {
    assertUsage("shingle size must be between 1 and 256, got 0", "--shingle", "word:0");
    assertUsage(
        "shingle must be word:K or char:K with K between 1 and 256, got k5", "--shingle", "k5");
  }

  public void testRanges() {
    assertUsage("--threads must be between 1 and 1024, got 0", "--threads", "0");
    assertUsage("--max-document-mb must be between 1 and 1000, got 0", "--max-document-mb", "0");
    assertUsage("--retain must be between 0 and 36500, got -1", "--retain=-1");
  }

  public void testOptionsThatThereAreNot() {
    assertUsage("unknown option --sketch", "--sketch", "fast:128");
  }

  public void testMisspelledWords() {
    assertMisspelled("neardup", "unknown command serch; did you mean search?", "serch", "fox");
    assertMisspelled(
        "neardup search", "unknown option --indx; did you mean --index?", "search", "--indx", "x");
    assertMisspelled(
        "neardup stats", "unexpected argument fox", "stats", "--index", "x", "fox", "hen");
  }

  private static void assertMisspelled(String command, String message, String... args) {
    assertEquals(
        new Run(2, "", "neardup: " + message + "\nTry '" + command + " --help'.\n"),
        Run.neardup(args));
  }

  public void testKeep() {
    assertUsage(
        "preference must consist of first, last, longest, max:FIELD and min:FIELD, got best",
        "--keep",
        "best");
    assertUsage("preference max needs a field, got \"\"", "--keep", "max");
    assertUsage(
        "preference first or last must come last, got [first, longest]", "--keep", "first,longest");
  }

  public void testCommandThatThereIsNot() {
    assertEquals(2, Run.neardup("collapse").exitCode());
    assertEquals(mistake("neardup", "a command is missing"), Run.neardup());
  }

  public void testMissingArguments() {
    assertEquals(
        mistake("neardup index", "--index DIR and INPUT must be given"), Run.neardup("index"));
  }

  public void testHelpGoesToStandardOutput() {
    for (String command :
        new String[] {
          "check",
          "cluster",
          "curve",
          "delete",
          "demo",
          "experiment",
          "explain",
          "index",
          "rebuild",
          "report",
          "retune",
          "search",
          "similar",
          "stats",
          "variants"
        }) {
      Run help = Run.neardup(command, "--help");
      assertEquals(0, help.exitCode());
      assertEquals("", help.err());
      assertTrue(help.out(), help.out().startsWith("Usage: neardup " + command));
      assertTrue(help.out(), help.out().contains("Exit codes:"));
    }
  }

  public void testMissingIndex() {
    Path missing = folder.resolve("missing");
    for (String[] command : readers(missing)) {
      assertEquals(
          new Run(
              3,
              "",
              "neardup: "
                  + missing
                  + " is not a neardup index: there is no such folder; 'neardup index' makes an"
                  + " index\n"),
          Run.neardup(command));
    }
  }

  public void testFolderThatHoldsSomethingElse() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "years of work");
    String message =
        "neardup: "
            + folder
            + " is not a neardup index: it holds something else, such as thesis.tex\n";
    assertRefused(message);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  public void testIndexOfSomethingElse() throws IOException {
    try (Directory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
    }
    assertRefused(
        "neardup: "
            + folder
            + ": index was not made by neardup; 'neardup rebuild --from "
            + folder
            + " --to NEW --text-field FIELD' makes one of its documents\n");
  }

  public void testIndexOfAnUnknownCodec() throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new FilterCodec("Unknown", Codec.getDefault()) {});
    try (Directory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(new Document());
    }
    for (String[] command : readers(folder)) {
      Run run = Run.neardup(command);
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(run.err(), run.err().contains("not made by neardup: An SPI class"));
      assertEquals(run.err(), 1, run.err().lines().count());
    }
  }

  public void testIndexThatIsBeingWritten() throws IOException {
    assertEquals(0, index().exitCode());
    try (Directory directory = FSDirectory.open(folder);
        Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      lock.ensureValid();
      Run run = index();
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: another process is writing to the"));
    }
  }

  public void testIndexWithAMissingFile() throws IOException {
    assertEquals(0, index().exitCode());
    Files.delete(folder.resolve("_0.si"));
    Run run = Run.neardup("stats", "--index", folder.toString());
    assertEquals(run.err(), 3, run.exitCode());
    assertEquals(run.err(), 1, run.err().lines().count());
  }

  public void testFileInPlaceOfAnIndex() throws IOException {
    folder = Files.writeString(folder.resolve("file"), "");
    assertRefused("neardup: " + folder + " is not a neardup index: it is not a folder\n");
  }

  public void testDamagedIndex() throws IOException {
    assertEquals(0, index().exitCode());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().matches(".*(segments_|\\.si).*")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }
    for (String[] command : readers(folder)) {
      Run run = Run.neardup(command);
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: the index is damaged: "));
      assertEquals(run.err(), 1, run.err().lines().count());
    }
  }

  /** Lucene opens such an index, and may throw anything when it reads on. */
  public void testDamageIsNamedWhereverItIsMet() throws IOException {
    Codec random = Codec.getDefault();
    Codec.setDefault(TestUtil.getDefaultCodec());
    try {
      assertEquals(0, index().exitCode());
    } finally {
      Codec.setDefault(random);
    }
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.filter(f -> f.toString().matches(".*\\.(cfs|fdt)")).findFirst().orElseThrow();
    }
    byte[] sound = Files.readAllBytes(file);
    int failed = 0;
    for (int at = 100; at < sound.length - 100; at += sound.length / 60) {
      byte[] bytes = sound.clone();
      Arrays.fill(bytes, at, at + 8, (byte) 0xFF);
      Files.write(file, bytes);
      for (String[] command : readers(folder)) {
        if (!command[0].matches("stats|search|similar|variants|explain")) {
          continue; // it changes the index, or compares the checksums itself
        }
        Run run = Run.neardup(command);
        assertTrue(run.err(), run.exitCode() < 4);
        if (run.exitCode() == 3) {
          assertTrue(run.err(), run.err().matches("neardup: the index is damaged.*\\n"));
          failed++;
        }
      }
      Path copy = folder.resolveSibling("copy");
      Run rebuild =
          Run.neardup("rebuild", "--from", folder + "", "--to", copy + "", "--text-field", "text");
      assertTrue(rebuild.err(), rebuild.err().matches("neardup: the index is damaged.*\\n"));
    }
    assertTrue("none was met", failed > 0);
  }

  public void testACutFileIsDamage() {
    EOFException cut = new EOFException("read past EOF: _0_1_Lucene90_0.dvd");
    assertEquals("the index is damaged: " + cut.getMessage(), Failures.describe(cut));
  }

  public void testOtherSettings() {
    assertEquals(0, index().exitCode());
    Run other = index("--threshold", "0.9");
    assertEquals(other.err(), 3, other.exitCode());
    assertEquals(
        "neardup: index was made with threshold 0.8, not 0.9; 'neardup retune --index "
            + folder
            + " --threshold 0.9' changes it, --force replaces it\n",
        other.err());
    String shingle = index("--threshold", "0.9", "--shingle", "word:3").err();
    assertTrue(shingle, shingle.endsWith("threshold 0.8, not 0.9; --force replaces it\n"));
    assertEquals("same settings", 0, index().exitCode());
    assertEquals("told to", 0, index("--threshold", "0.9", "--force").exitCode());
    assertEquals(3, index().exitCode());
  }

  public void testQueryOfTooManyWords() {
    assertEquals(0, index().exitCode());
    assertUsageOfSearch("got 1026", words(513));
    assertUsageOfSearch("got 1028", "--filter", words(513), "a");
    assertUsageOfSearch("got more", words(1025));
    Run repeated = Run.neardup("search", "--index", folder.toString(), "word ".repeat(600));
    assertEquals(repeated.err(), 0, repeated.exitCode());
  }

  public void testQueryThatIsNestedTooDeep() {
    assertEquals(0, index().exitCode());
    int depth = 200_000; // at 20,000 the usual stack overflows
    String open = "(".repeat(depth);
    String nested = "(a ".repeat(depth) + ")".repeat(depth);
    String expression = "/" + open + "/";
    for (String query : new String[] {open, nested, expression}) {
      for (String[] args : new String[][] {{query}, {"--filter", query, "a"}}) {
        Run run =
            Run.neardup(
                Stream.concat(Stream.of("search", "--index", folder.toString()), Stream.of(args))
                    .toArray(String[]::new));
        String got =
            String.format(
                Locale.ROOT, "got one of %,d characters", query.length() + args.length / 3);
        String message = "a query must be shorter, or have fewer nested parentheses, ";
        assertEquals(new Run(2, "", "neardup: " + message + got + "\n"), run);
      }
    }
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  private void assertUsageOfSearch(String got, String... query) {
    String[] args =
        Stream.concat(Stream.of("search", "--index", folder.toString()), Stream.of(query))
            .toArray(String[]::new);
    String message = "a query must have at most 1024 words, each counted in each of its fields, ";
    assertEquals(new Run(2, "", "neardup: " + message + got + "\n"), Run.neardup(args));
  }

  public void testTop() {
    Run run = Run.neardup("search", "--index", folder.toString(), "--top", "0", "a");
    assertEquals(2, run.exitCode());
    assertTrue(
        run.err(), run.err().startsWith("neardup: --top must be between 1 and 10000, got 0\n"));
  }

  private static String[][] readers(Path index) {
    return new String[][] {
      {"stats", "--index", index.toString()},
      {"search", "--index", index.toString(), "word"},
      {"check", "--index", index.toString()},
      {"check", "--repair", "--index", index.toString()},
      {"delete", "--index", index.toString(), "1"},
      {"retune", "--index", index.toString(), "--threshold", "0.9"},
      {
        "report",
        "--index",
        index.toString(),
        "--output",
        index.resolveSibling("out.html").toString()
      },
      {"similar", "--index", index.toString(), "--id", "1"},
      {"variants", "--index", index.toString(), "1"},
      {"explain", "--index", index.toString(), "1", "1"}
    };
  }

  private void assertRefused(String message) {
    for (String[] command : readers(folder)) {
      assertEquals(new Run(3, "", message), Run.neardup(command));
    }
    assertEquals(new Run(3, "", message), index());
    assertEquals(new Run(3, "", message), index("--force"));
    assertEquals(new Run(3, "", message), index("--dry-run"));
  }

  private static Run mistake(String command, String message) {
    return new Run(2, "", "neardup: " + message + "\nTry '" + command + " --help'.\n");
  }

  private void assertUsage(String message, String... options) {
    assertEquals(mistake("neardup index", message), index(options));
    assertFalse(Files.exists(folder.resolve("segments_1")));
  }

  private Run index(String... options) {
    String[] args =
        Stream.concat(Stream.of("index", "--index", folder.toString(), "-"), Stream.of(options))
            .toArray(String[]::new);
    return Run.withInput(DOCUMENT.getBytes(UTF_8), args);
  }
}
