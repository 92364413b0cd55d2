// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.input.InputRules;

/** Whatever is wrong with some input: one message with its place and value, the rest indexed. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // files of its own in folders are input, too
public class TestBadInput extends LuceneTestCase {
  private static final String GOOD_1 = "{\"id\":\"good1\",\"text\":\"the first good document\"}\n";
  private static final String GOOD_2 = "{\"id\":\"good2\",\"text\":\"a second good one\"}\n";

  private Path folder;
  private Path index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    index = folder.resolve("index");
  }

  public void testMalformedJson() throws IOException {
    assertOneBadLine(
        "{\"id\": \"x\", oops}",
        "not JSON: Unexpected character ('o' (code 111)): was expecting double-quote to start field"
            + " name at column 13, got {\"id\": \"x\", oops}");
  }

  public void testCutOffJson() throws IOException {
    Run run = indexWithBadLine("{\"id\": \"x\", \"text\": \"so".getBytes(UTF_8));
    assertTrue(run.err(), run.err().contains(":2: not JSON: Unexpected end-of-input"));
  }

  public void testTwoObjectsOnOneLine() throws IOException {
    Run run = indexWithBadLine("{\"id\":\"x\"} {\"id\":\"y\"}".getBytes(UTF_8));
    assertTrue(run.err(), run.err().contains(":2: not JSON: Trailing token"));
  }

  public void testKeyGivenTwice() throws IOException {
    assertOneBadLine(
        "{\"id\":\"x\",\"id\":\"y\"}",
        "not JSON: Duplicate field 'id' at column 15, got {\"id\":\"x\",\"id\":\"y\"}");
  }

  public void testLineThatIsNoObject() throws IOException {
    assertOneBadLine("[1, 2]", "a line must be one JSON object, got [1, 2]");
  }

  public void testMissingId() throws IOException {
    assertOneBadLine(
        "{\"text\":\"x\"}", "document without id: id must have a value, got {\"text\":\"x\"}");
  }

  public void testUnusableIds() throws IOException {
    for (String id : new String[] {"null", "NaN"}) {
      String object = "{\"id\":" + id + "}";
      assertOneBadLine(object, "document without id: id must have a value, got " + object);
    }
    for (String id : new String[] {"\"\"", "true", "[1]", "{}"}) {
      assertOneBadLine(
          "{\"id\":" + id + "}", "id must be a string that is not empty, or a number, got " + id);
    }
  }

  /** Of four bytes each, as many as a term can have. */
  public void testAnIdHasAtMost8000CharactersEverywhere() throws IOException {
    String longest = "\uD834\uDD1E".repeat(8000);
    String message = "id must have at most 8,000 characters, got 8,001";
    assertOneBadLine("{\"id\":\"" + longest + "x\"}", message);
    String line = "{\"id\":\"" + longest + "\",\"text\":\"first\",\"title\":\"first\"}\n";
    Path taken = write("taken.jsonl", line + GOOD_1.replace("good1", "copy"));
    assertEquals("", index(taken).err());
    assertEquals(0, Run.neardup("cluster", taken.toString()).exitCode());
    for (String id : new String[] {longest, "copy"}) {
      Run run = Run.neardup("explain", "--index", index.toString(), id, longest);
      assertEquals(run.err(), 0, run.exitCode());
    }
    Path out = folder.resolve("out");
    Run run =
        Run.neardup(
            "experiment", "--docs", taken.toString(), "--titles", "x", "--out", out.toString());
    assertEquals(run.err(), 0, run.exitCode());
    assertTrue(Files.readString(out.resolve("all.run")).startsWith("1 Q0 " + longest + " 1 "));
    String bad = line.replace("\",\"text", "x\",\"text");
    Path refused = write("refused.jsonl", bad + GOOD_2);
    for (String[] args :
        new String[][] {
          {"index", "--force", "--index", index.toString(), refused.toString()},
          {"cluster", refused.toString()},
          {"experiment", "--docs", refused.toString(), "--titles", "x", "--out", out + "2"}
        }) {
      String err = Run.neardup(args).err();
      assertTrue(err, err.startsWith(refused + ":1: " + message + "\n"));
    }
  }

  public void testAnIdThatIsANumberStaysAsItIsWritten() throws IOException {
    String[] ids = {"1e400", "1E+2", "1.0", "100", "-0", "123456789012345678901234567890", "1.50"};
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append(
          "{\"text\":\"\",\"id\":" + id + ",\"n\":" + id + ",\"o\":{\"n\": [" + id + "]}}\n");
    }
    Run run = index(write("docs.jsonl", lines.toString()));
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("", run.err());
    assertEquals(ids.length, run.json().get("index").get("documents").asInt());
    for (String id : ids) {
      for (String query : new String[] {"id:\"" + id + "\"", "o:\"{\\\"n\\\":[" + id + "]}\""}) {
        String found = search(query + " AND n:\"" + id + "\"");
        assertTrue(query + found, found.startsWith("1 hit\n") && found.contains("  " + id + "\n"));
      }
    }
  }

  public void testNumbersWithExponentsArePreferredAsNumbers() throws IOException {
    String text = "A fire broke out at the old wharf on Monday night and destroyed two sheds.";
    Path file =
        write(
            "docs.jsonl",
            Stream.of("1e2", "500", "4.99e2", "5e-1")
                .map(n -> "{\"id\":\"n" + n + "\",\"n\":" + n + ",\"text\":\"" + text + "\"}\n")
                .collect(Collectors.joining()));
    assertEquals(0, index("--keep", "max:n", file.toString()).exitCode());
    assertTrue(search("fire"), search("fire").contains("  n500  (+3 versions"));
    assertEquals(0, index("--keep", "min:n", file.toString()).exitCode());
    assertTrue(search("fire"), search("fire").contains("  n5e-1  (+3 versions"));
  }

  public void testTooManyKeys() throws IOException {
    assertOneBadLine(
        keys(1001), "an object must have at most 1,000 keys, got 1,001; --max-keys allows more");
    assertOneBadLine(
        keys(1_000_000).replace("}", ",\"o\":{\"a\":{}}}"),
        "an object must have at most 1,000 keys, got 1,000,001; --max-keys allows more");
    assertOneBadLine(
        "{\"id\":\"x\",\"nested\":[" + keys(1002) + "]}",
        "an object must have at most 1,000 keys, got 1,002; --max-keys allows more");
    Path file = write("docs.jsonl", keys(1000) + "\n");
    assertEquals(0, index(file).exitCode());
    assertEquals(1, index("--max-keys", "999", file.toString()).exitCode());
    assertEquals(
        0, index("--max-keys", "2000", write("d.jsonl", keys(2000)).toString()).exitCode());
    for (String bad : new String[] {"0", "1000001", "x"}) {
      assertEquals(2, index("--max-keys", bad, file.toString()).exitCode());
    }
  }

  private static String keys(int count) {
    return IntStream.range(2, count)
        .mapToObj(i -> ",\"k" + i + "\":1")
        .collect(Collectors.joining("", "{\"id\":\"x\",\"text\":\"\"", "}"));
  }

  public void testTooManyValues() throws IOException {
    Run run =
        indexWithBadLine(
            ("{\"id\":\"x\",\"list\":[" + "1,".repeat(1_000_000) + "1]}").getBytes(UTF_8));
    assertTrue(
        run.err(),
        run.err().endsWith(":2: a document must have at most 1,000,000 values, got more\n"));
  }

  public void testTextThatIsNoString() throws IOException {
    assertOneBadLine("{\"id\":\"x\",\"text\":5}", "text must be a string, got 5");
  }

  public void testReservedFieldName() throws IOException {
    assertOneBadLine(
        "{\"id\":\"x\",\"_neardup_group\":5}",
        "field names must not begin with _neardup_, nor be _indexed, got _neardup_group");
    assertOneBadLine(
        "{\"id\":\"x\",\"_indexed\":5}",
        "field names must not begin with _neardup_, nor be _indexed, got _indexed");
  }

  public void testInvalidUtf8() throws IOException {
    Run run = indexWithBadLine("{\"id\":\"caf\u00e9\"}".getBytes(ISO_8859_1));
    assertTrue(run.err(), run.err().endsWith(":2: invalid UTF-8 at byte 10, got E9\n"));
  }

  public void testLongLine() throws IOException {
    int most = InputRules.DEFAULT.maxBytes(); // less than 50 MB where the heap is small
    byte[] line = new byte[most];
    Arrays.fill(line, (byte) 'x');
    Run run = indexWithBadLine(line);
    String message =
        String.format(Locale.ROOT, ":2: line must be shorter than %1$,d bytes, got %1$,d\n", most);
    assertTrue(run.err(), run.err().endsWith(message));
  }

  public void testLimitCanBeLowered() throws IOException {
    byte[] line = new byte[1_000_001];
    Arrays.fill(line, (byte) 'x');
    Run run = indexWithBadLine(line, "--max-document-mb", "1");
    assertTrue(
        run.err(), run.err().contains("must be shorter than 1,000,000 bytes, got 1,000,001"));
  }

  public void testLongValuesAreShownByTheirBeginning() throws IOException {
    Run run = indexWithBadLine(("[\"" + "x".repeat(1000) + "\"]").getBytes(UTF_8));
    assertTrue(run.err(), run.err().endsWith("got [\"" + "x".repeat(58) + "...\n"));
  }

  public void testSecondDocumentWithAnIdReplacesTheFirst() throws IOException {
    Path file = write("docs.jsonl", GOOD_1 + GOOD_2 + GOOD_1.replace("first", "third"));
    Run run = index(file);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(
        file + ":3: note: id good1 was there before; this document replaces it\n", run.err());
    assertEquals(1, run.json().get("updates").asInt());
    assertEquals(3, run.json().get("documents").asInt());
    assertEquals(2, run.json().get("index").get("documents").asInt());
    assertEquals("0 hits\n", search("first"));
    assertTrue(search("third"), search("third").startsWith("1 hit\n"));
  }

  public void testEmptyTextsAreVisible() throws IOException {
    Path file =
        write(
            "docs.jsonl",
            """
            {"id":"a","text":""}
            {"id":"b"}
            {"id":"c","text":null}
            {"id":"d","html":"<p> </p>"}
            """);
    Run run = index(file);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(4, run.json().get("withoutText").asInt());
    assertEquals(4, run.json().get("index").get("visible").asInt());
  }

  public void testWithoutTextIsWhatHasNoToken() throws IOException {
    Path file =
        write(
            "docs.jsonl",
            """
            {"id":"dots","text":"..."}
            {"id":"bangs","text":"!!!"}
            {"id":"empty","text":""}
            {"id":"nul","text":"\\u0000"}
            {"id":"word","text":"word"}
            """);
    assertEquals(4, index(file).json().get("withoutText").asInt());
    Run clusters = Run.neardup("cluster", file.toString());
    assertTrue(clusters.err(), clusters.err().contains("\nwithout text                4\n"));
    Run explained = Run.neardup("explain", "--index", index.toString(), "dots", "bangs");
    for (String share : new String[] {"resemblance", "first in second", "second in first"}) {
      assertTrue(explained.out(), explained.out().matches("(?s).*\n" + share + " +-\n.*"));
    }
    JsonNode exact =
        Run.neardup("explain", "--json", "--index", index.toString(), "dots", "word")
            .json()
            .get("exact");
    assertEquals(0, exact.get("resemblance").asDouble(), 0);
    assertTrue(exact.get("resemblance").isNumber());
    assertTrue(exact.get("containmentOfA").isNull());
    assertEquals(0, exact.get("containmentOfB").asDouble(), 0);
    Run variants = Run.neardup("variants", "--index", index.toString(), "dots");
    assertTrue(variants.out(), variants.out().startsWith("1 version\n   1      -"));
  }

  public void testByteOrderMarkBlankLinesAndCrLf() throws IOException {
    Path file =
        write(
            "docs.jsonl", "\uFEFF" + GOOD_1.replace("\n", "\r\n") + "\r\n\n  \n" + GOOD_2.strip());
    Run run = index(file);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals("", run.err());
    assertEquals(2, run.json().get("documents").asInt());
  }

  public void testEmptyFile() throws IOException {
    assertEquals(
        new Run(1, "", "neardup: no document was accepted; no index was made\n"),
        index(write("docs.jsonl", "")));
    assertFalse(Files.exists(index));
  }

  public void testCutOffGzip() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed, true)) {
      gzip.write((GOOD_1 + GOOD_2).getBytes(UTF_8));
      gzip.flush();
      gzip.write(randomText());
    }
    byte[] whole = compressed.toByteArray();
    Path file = folder.resolve("docs.jsonl.gz");
    Files.write(file, Arrays.copyOf(whole, whole.length - 20));
    Run run = index(file);
    assertFailedButRest(run);
    assertTrue(run.err(), run.err().startsWith(file + ":3: gzip is cut off or damaged: "));
  }

  public void testGzipOfSeveralMembersWithABadByteBetween() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    for (String member : new String[] {GOOD_1, GOOD_2, "{\"id\":\"lost\"}"}) {
      compressed.write(member.startsWith("{\"id\":\"lost") ? new byte[] {'z'} : new byte[0]);
      try (OutputStream gzip = new GZIPOutputStream(compressed)) {
        gzip.write(member.getBytes(UTF_8));
      }
    }
    Path file = folder.resolve("docs.jsonl.gz");
    Files.write(file, compressed.toByteArray());
    Run run = index(file);
    assertFailedButRest(run);
    assertEquals(
        file + ":3: gzip is cut off or damaged: Unexpected data after a valid .gz stream.\n",
        run.err());
  }

  public void testNoGzip() throws IOException {
    Path file = write("docs.jsonl.gz", GOOD_1);
    Run run = index(file, write("good.jsonl", GOOD_1 + GOOD_2));
    assertFailedButRest(run);
    assertEquals(file + ": cannot be read: Input is not in the .gz format.\n", run.err());
  }

  public void testMissingFolder() throws IOException {
    Path missing = folder.resolve("missing");
    Run run = index(missing, write("good.jsonl", GOOD_1 + GOOD_2));
    assertFailedButRest(run);
    assertEquals(missing + ": no such file or folder\n", run.err());
  }

  private static final String KINDS =
      ".jsonl, .ndjson, .json, .csv, .tsv, .tar, .txt, .text, .md, .markdown, .rst, .adoc,"
          + " .asciidoc, .org, .tex, .html, .htm, .xhtml, also with .gz, .zst, .bz2 and .xz, .pb.gz,"
          + " .jar, .zip, .wacz, .warc, .wet and .arc, also with .gz";

  public void testFolderWithoutAnyPage() throws IOException {
    write("site/deep/style.css", "not read");
    write("site/LICENSE", "nor this");
    Path site = folder.resolve("site");
    Run run = index(site, write("good.jsonl", GOOD_1 + GOOD_2));
    assertFailedButRest(run);
    assertEquals(
        site
            + ": note: 2 files of other kinds not read: 1 without ending (such as LICENSE), 1 .css"
            + " (such as "
            + Path.of("deep", "style.css")
            + ")\n"
            + site
            + ": no file in it that is read: "
            + KINDS
            + "\n",
        run.err());
  }

  public void testAnIndexIsNotReplacedByNothing() throws IOException {
    assertEquals(0, index(write("good.jsonl", GOOD_1 + GOOD_2)).exitCode());
    String missing = folder.resolve("missing").toString();
    String empty = write("empty.jsonl", "").toString();
    for (String input : new String[] {missing, empty}) {
      for (String option : new String[] {"--dry-run", "--threads=1"}) {
        Run run = index(option, input);
        assertEquals(1, run.exitCode());
        assertEquals("", run.out());
        assertTrue(
            run.err(),
            run.err().endsWith("neardup: no document was accepted; the index is as it was\n"));
        assertTrue(search("second"), search("second").startsWith("1 hit\n"));
      }
    }
    assertEquals(0, Run.neardup("check", "--index", index.toString()).exitCode());
  }

  public void testUnknownKindOfFile() throws IOException {
    Path file = write("docs.pdf", "");
    Run run = index(file, write("good.jsonl", GOOD_1 + GOOD_2));
    assertFailedButRest(run);
    assertEquals(
        file
            + ": not a kind of input, which are: "
            + KINDS
            + ", a folder, or - for standard input; --input-format names it where the ending of a"
            + " file does not\n",
        run.err());
  }

  public void testBadFilesInAFolder() throws IOException {
    write("site/a.txt", "the first good document");
    write("site/deep/b.html", "<title>T</title>a second good one");
    Path bad = folder.resolve("site/bad.txt");
    Files.write(bad, "caf\u00e9".getBytes(ISO_8859_1));
    write("site/odd.html", "<meta charset='klingon'>read as if it said nothing");
    Run run = index(folder.resolve("site"));
    assertEquals(1, run.exitCode());
    assertEquals(
        bad
            + ": text must be UTF-8, or --encoding must name its character set, such as"
            + " windows-1252: invalid UTF-8 at byte 3, got E9\n",
        run.err());
    assertEquals(3, run.json().get("index").get("documents").asInt());
    assertTrue(search("second"), search("second").contains("deep/b.html  T"));
  }

  public void testBrokenArchiveEntries() throws IOException {
    Path archive = folder.resolve("site.zip");
    Files.write(archive, damaged(zip()));
    Run run = index(archive);
    assertFailedButRest(run);
    List<String> messages = run.err().lines().toList();
    assertEquals(
        archive + ": note: 1 file of other kinds not read: 1 .md (such as notes.md)",
        messages.get(0));
    assertTrue(run.err(), messages.get(1).startsWith(archive + "!broken.html: damaged entry: "));
    assertEquals(run.err(), 2, messages.size());
  }

  public void testCutOffArchive() throws IOException {
    Path archive = folder.resolve("site.jar");
    Files.write(archive, Arrays.copyOf(zip(), 20));
    Run run = index(archive, write("good.jsonl", GOOD_1 + GOOD_2));
    assertFailedButRest(run);
    assertTrue(
        run.err(),
        run.err().startsWith(archive + ": not a zip, or one whose directory is damaged; "));
  }

  /** Stored, not deflated: only the checksum can tell. */
  private static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(0);
      for (String name : new String[] {"good1.html", "broken.html", "good2.html", "notes.md"}) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(("<p>text of " + name).getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] damaged(byte[] zip) {
    String content = new String(zip, ISO_8859_1);
    int at = content.indexOf("text of broken");
    zip[at] ^= 1;
    return zip;
  }

  private static byte[] randomText() {
    byte[] text = new byte[10_000];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random().nextInt(26));
    }
    return text;
  }

  private void assertOneBadLine(String line, String message) throws IOException {
    Run run = indexWithBadLine(line.getBytes(UTF_8));
    assertEquals(folder.resolve("docs.jsonl") + ":2: " + message + "\n", run.err());
  }

  /** Indexes the line between two good ones; with and without threads the outcome is the same. */
  private Run indexWithBadLine(byte[] line, String... options) throws IOException {
    Path file = folder.resolve("docs.jsonl");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(GOOD_1.getBytes(UTF_8));
      out.write(line);
      out.write('\n');
      out.write(GOOD_2.getBytes(UTF_8));
    }
    String[] args = Arrays.copyOf(options, options.length + 3);
    args[options.length] = "--threads";
    args[options.length + 1] = Integer.toString(1 + random().nextInt(4));
    args[options.length + 2] = file.toString();
    Run run = index(args);
    assertFailedButRest(run);
    return run;
  }

  private static void assertFailedButRest(Run run) throws IOException {
    assertEquals(run.err(), 1, run.exitCode());
    assertEquals(1, run.json().get("failed").asInt());
    assertEquals(2, run.json().get("documents").asInt());
    assertEquals(2, run.json().get("index").get("visible").asInt());
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private Run index(Path... inputs) {
    return index(Arrays.stream(inputs).map(Path::toString).toArray(String[]::new));
  }

  private Run index(String... args) {
    String[] all =
        Arrays.copyOf(new String[] {"index", "--json", "--force", "--index"}, 5 + args.length);
    all[4] = index.toString();
    System.arraycopy(args, 0, all, 5, args.length);
    return Run.neardup(all);
  }

  private String search(String query) {
    return Run.neardup("search", "--index", index.toString(), query).out();
  }
}
