// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.FullDiskForMerges;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.rebuild.Rebuild;
import org.neardup.tools.rebuild.Rebuilder;

/** Rebuilding in folders: what is written where, and what is never touched. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestRebuildCommand extends LuceneTestCase {
  private Path folder;
  private Path from;
  private Path to;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    from = folder.resolve("old");
    to = folder.resolve("new");
    write(document("a1", words(1)), document("a2", words(1)), document("b", words(2)));
  }

  public void testACollapsedIndexIsMadeAndTheSourceStaysAsItIs() throws IOException {
    Map<String, String> before = files(folder);
    JsonNode report = rebuild("--to", to.toString(), "--id-field", "uid").json();
    assertEquals(
        "{\"documents\":3,\"visible\":2,\"hidden\":1,\"groups\":1}",
        report.get("index").toString());
    assertEquals("a1", report.get("largestGroups").get(0).get("id").asText());
    assertEquals(Map.of(), without(before, files(folder), "new/"));
    Run check = Run.neardup("check", "--index", to.toString());
    assertEquals(check.err(), 0, check.exitCode());
    Run similar = Run.neardup("similar", "--index", to.toString(), "--id", "a1");
    assertTrue(similar.out(), similar.out().contains("(hidden behind a1)"));
    Run delete = Run.neardup("delete", "--index", to.toString(), "a1");
    assertTrue(delete.out(), delete.out().contains("now visible: a2"));
  }

  public void testSearchKnowsTheFieldsOfTheIndex() throws IOException {
    rebuild("--to", to.toString(), "--id-field", "uid");
    String word = words(2).substring(0, words(2).indexOf(' '));
    assertEquals("[b]", found(word));
    assertEquals("[]", found("kind:post AND " + word));
    assertEquals("[b]", found("kind:page AND " + word));
    assertEquals("[a1, a2]", found("neardup:a2"));
    for (String[] args :
        new String[][] {{"similar", "--id", "a2"}, {"explain", "a1", "a2"}, {"variants", "a2"}}) {
      Run run =
          Run.neardup(
              Stream.concat(Stream.of(args), Stream.of("--index", to.toString()))
                  .toArray(String[]::new));
      assertEquals(run.err(), 0, run.exitCode());
      assertTrue(run.out(), run.out().contains("a1"));
    }
  }

  /** A query asks for terms, and the search says so. */
  public void testAFieldOfNumbersAloneIsRefusedInQueries() throws IOException {
    Document priced = document("c", words(3));
    priced.add(new LongField("price", 100, Field.Store.YES));
    write(priced);
    rebuild("--to", to.toString(), "--id-field", "uid");
    for (String query : List.of("price:100", "price:[50 TO 200]", "price:1*")) {
      Run run = Run.neardup("search", "--index", to.toString(), query);
      assertEquals(query + run.err(), 2, run.exitCode());
      assertEquals(
          "neardup: a query must name a field with terms, and price has none\n", run.err());
    }
  }

  /** Ids of what a search finds, in their order. */
  private String found(String query) throws IOException {
    Run run = Run.neardup("search", "--index", to.toString(), "--mode=all", "--json", query);
    assertEquals(run.err(), 0, run.exitCode());
    return run.json().get("hits").findValuesAsText("id").stream().sorted().toList().toString();
  }

  public void testDroppedDocumentsAreNotThere() throws IOException {
    JsonNode report =
        rebuild("--to", to.toString(), "--id-field", "uid", "--variants", "drop").json();
    assertEquals(1, report.get("dropped").asInt());
    assertEquals(2, report.get("index").get("documents").asInt());
    assertTrue(report.get("sourceBytes").asLong() > 0);
    assertTrue(report.get("targetBytes").asLong() > 0);
  }

  public void testADryRunWritesNothing() throws IOException {
    Map<String, String> before = files(folder);
    JsonNode report = rebuild("--dry-run").json();
    assertTrue(report.get("dryRun").asBoolean());
    assertEquals(1, report.get("index").get("hidden").asInt());
    JsonNode named = rebuild("--dry-run", "--to", to.toString()).json();
    assertTrue(named.get("dryRun").asBoolean());
    assertEquals(report.get("index"), named.get("index"));
    assertEquals(before, files(folder));
    Run text = Run.neardup(arguments("--dry-run"));
    assertTrue(text.out(), text.out().contains("\nlargest groups\n     2  0\n"));
    assertTrue(text.out(), text.out().contains("\n  body: stored, words\n"));
    assertTrue(text.out(), text.out().endsWith("\ndry run: nothing was written\n"));
  }

  public void testAnnotatedInPlace() throws IOException {
    Map<String, String> before = files(from);
    JsonNode report = rebuild("--annotate", "--id-field", "uid").json();
    assertEquals(3, report.get("index").get("documents").asInt());
    Map<String, String> kept = files(folder.resolve("old.before"));
    kept.remove(IndexWriter.WRITE_LOCK_NAME);
    before.remove(IndexWriter.WRITE_LOCK_NAME);
    assertEquals(before, kept);
    assertFalse(Files.exists(folder.resolve("old.partial")));
    assertEquals(0, Run.neardup("check", "--index", from.toString()).exitCode());
    Run again = Run.neardup(arguments("--annotate", "--id-field", "uid"));
    assertRefused("old.before: it exists already, and would be replaced by " + from, again);
    assertEquals(0, rebuild("--annotate", "--id-field", "uid", "--force").exitCode());
    assertEquals(0, Run.neardup("check", "--index", from.toString()).exitCode());
    assertFalse(Files.exists(folder.resolve("old.partial")));
  }

  public void testALinkIsNotReplaced() throws IOException {
    Path index = Files.move(from, folder.resolve("index"));
    Files.createSymbolicLink(from, index);
    Map<String, String> before = files(folder);
    Run run = Run.neardup(arguments("--annotate", "--id-field", "uid"));
    assertRefused("old: it is a symbolic link; give the folder that it leads to", run);
    assertEquals(before, files(folder));
  }

  public void testASwitchThatBrokeOffIsFinished() throws IOException {
    rebuild("--annotate", "--id-field", "uid");
    // As if the second of the two moves had not come about.
    Files.move(from, folder.resolve("old.partial"));
    JsonNode report = rebuild("--annotate", "--id-field", "uid").json();
    assertEquals(3, report.get("index").get("documents").asInt());
    assertEquals(0, Run.neardup("check", "--index", from.toString()).exitCode());
    assertTrue(Files.exists(folder.resolve("old.before")));
    assertFalse(Files.exists(folder.resolve("old.partial")));
  }

  public void testNothingIsAnnotatedUnderAWriter() throws IOException {
    try (Directory directory = FSDirectory.open(from);
        Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      lock.ensureValid();
      Run run = Run.neardup(arguments("--annotate", "--id-field", "uid"));
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: another process is writing"));
    }
    assertFalse(Files.exists(folder.resolve("old.before")));
    assertEquals("it goes on", 0, rebuild("--annotate", "--id-field", "uid").exitCode());
  }

  public void testAWholeIndexThatWasNotMovedIsMoved() throws IOException {
    rebuild("--to", to.toString(), "--id-field", "uid");
    Files.move(to, folder.resolve("new.partial"));
    JsonNode report = rebuild("--to", to.toString(), "--id-field", "uid").json();
    assertEquals(3, report.get("resumedAt").asInt());
    assertEquals(3, report.get("index").get("documents").asInt());
    assertTrue(Files.exists(to));
  }

  public void testAChangedSourceIsRefused() throws IOException {
    rebuild("--to", to.toString(), "--id-field", "uid");
    Files.move(to, folder.resolve("new.partial"));
    write(document("c", words(3)));
    Run run = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid"));
    assertRefused("old: it changed since the rebuild began, from commit segments_1 ", run);
    assertTrue(run.err(), run.err().endsWith("; --force starts over\n"));
    assertFalse(Files.exists(to));
    JsonNode report = rebuild("--to", to.toString(), "--id-field", "uid", "--force").json();
    assertEquals(0, report.get("resumedAt").asInt());
    assertEquals(4, report.get("index").get("documents").asInt());
  }

  public void testAnIndexThatIsWrittenToIsNotAnnotated() throws IOException {
    Map<String, String> before = files(folder);
    try (Directory directory = FSDirectory.open(from);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      assertTrue(writer.isOpen());
      Run run = Run.neardup(arguments("--annotate", "--id-field", "uid"));
      assertEquals(3, run.exitCode());
      assertTrue(run.err(), run.err().contains("another process is writing to the index"));
    }
    assertFalse("nothing was done", Files.exists(folder.resolve("old.partial")));
    assertEquals(before.keySet(), files(folder).keySet());
  }

  public void testMistakes() throws IOException {
    Map<String, String> before = files(folder);
    assertNoField("--text-field", "text");
    assertNoField("--scope", "text");
    assertNoField("--keep", "text", "max:text");
    assertRefused("old: id field kind does not identify documents: 3 do", "--id-field", "kind");
    from = folder.resolve("nowhere");
    assertRefused("nowhere: there is no such folder");
    from = Files.createDirectory(folder.resolve("empty"));
    assertRefused("empty: there is no Lucene index in it");
    Files.delete(from);
    assertEquals(before, files(folder));
    Files.createDirectory(to);
    Files.writeString(to.resolve("thesis.tex"), "years of work");
    assertRefused("new: it exists already");
  }

  public void testAnIndexIsReplacedByForceAlone() throws IOException {
    rebuild("--to", to.toString(), "--id-field", "uid");
    write(document("c", words(3)));
    assertRefused("new: it exists already; --force replaces it", "--id-field", "uid");
    JsonNode report = rebuild("--to", to.toString(), "--id-field", "uid", "--force").json();
    assertEquals(4, report.get("index").get("documents").asInt());
    try (Directory directory = FSDirectory.open(to);
        Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      lock.ensureValid();
      Run run = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid", "--force"));
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(run.err(), run.err().contains("another process is writing to the index"));
    }
    Files.writeString(to.resolve("_notes.txt"), "mine"); // may be Lucene's by its name
    Files.writeString(to.resolve("thesis.tex"), "years of work");
    Map<String, String> before = files(to);
    assertRefused("new: it holds something else, such as thesis.tex", "--force");
    assertEquals(before, files(to));
  }

  private void assertNoField(String option, String name) {
    assertNoField(option, name, name);
  }

  private void assertNoField(String option, String name, String value) {
    Run run = Run.neardup(arguments("--to", to.toString(), option, value));
    assertEquals(
        new Run(
            2,
            "",
            "neardup: "
                + option
                + " must name a field of the index, which has body, kind, uid; got "
                + name
                + "\n"),
        run);
  }

  private void assertRefused(String message, String... options) {
    String[] all =
        Stream.concat(Stream.of("--to", to.toString()), Stream.of(options)).toArray(String[]::new);
    assertRefused(message, Run.neardup(arguments(all)));
  }

  private void assertRefused(String message, Run run) {
    assertEquals(run.err(), 3, run.exitCode());
    String inFolder = folder + folder.getFileSystem().getSeparator() + message;
    assertTrue(run.err(), run.err().startsWith("neardup: " + inFolder));
    assertEquals(run.err(), 1, run.err().lines().count());
    assertEquals("", run.out());
  }

  public void testNeitherFolderMayBeInTheOther() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), from);
    Path around = Files.createDirectory(folder.resolve("around"));
    Path inner = around.resolve("index");
    Files.move(from, inner);
    Files.createSymbolicLink(from, inner);
    Map<String, String> before = files(folder);
    for (Path place :
        new Path[] {
          inner.resolve("sub"),
          from.resolve("sub/deep"),
          link.resolve("sub"),
          around.resolve("none/../index/sub"),
          inner,
          around,
          folder,
        }) {
      Run run = Run.neardup(arguments("--to", place.toString()));
      assertEquals(place + run.err(), 2, run.exitCode());
      assertTrue(
          run.err(), run.err().contains("must be apart, neither in the other, got " + place));
      assertEquals(before, files(folder));
    }
    Files.move(inner, folder.resolve("x.partial"));
    Files.delete(from);
    Files.delete(link);
    from = folder.resolve("x.partial"); // where the new index would be written first
    before = files(folder);
    assertEquals(2, Run.neardup(arguments("--to", folder.resolve("x").toString())).exitCode());
    assertEquals(before, files(folder));
    assertEquals(0, Run.neardup(arguments("--to", folder.resolve("x.p").toString())).exitCode());
  }

  public void testUsage() {
    Run drop = Run.neardup(arguments("--annotate", "--variants", "drop"));
    assertEquals(2, drop.exitCode());
    assertTrue(drop.err(), drop.err().contains("--annotate keeps all documents: --variants must"));
    Run none = Run.neardup(arguments());
    assertEquals(2, none.exitCode());
    assertTrue(none.err(), none.err().contains("one of --to, --annotate and --dry-run must be"));
    assertEquals(2, Run.neardup(arguments("--annotate", "--to", to.toString())).exitCode());
    assertEquals(2, Run.neardup(arguments("--dry-run", "--threshold", "2")).exitCode());
    assertEquals(2, Run.neardup(arguments("--dry-run", "--threshold", "0.03")).exitCode());
    assertEquals(2, Run.neardup(arguments("--dry-run", "--id-field", "")).exitCode());
  }

  public void testNoRoomForAMerge() throws Exception {
    write(
        IntStream.range(0, 500)
            .mapToObj(i -> document("d" + i, words(i)))
            .toArray(Document[]::new));
    CollapseConfig config = CollapseConfig.defaults().withIdField("nr").withTextFields("body");
    Rebuild rebuild = new Rebuild(config, true, "standard", true, 5000, 1);
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Terminal terminal =
        new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, new Paint(false));
    Path full = FullDiskForMerges.of(folder).resolve("new");
    ToolException told =
        expectThrows(
            ToolException.class,
            () -> new Rebuilder(terminal, rebuild, false, new Interruption()).rebuild(from, full));
    assertEquals(
        "cannot write "
            + full
            + ".partial: No space left on device; the same command resumes once there is disk"
            + " space",
        told.getMessage());
    assertEquals(ExitCode.INDEX, told.exitCode());
  }

  public void testWhatIsNotCarriedOverIsAFailureUnlessAllowed() throws IOException {
    try (Directory directory = FSDirectory.open(from);
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      writer.addDocuments(List.of(document("c", "a parent"), document("d", "a child")));
    }
    Run run = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid"));
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.out(), run.out().contains("\nnot carried over: documents in blocks, "));
    assertTrue(run.out(), run.out().endsWith("0 with --lossy\n"));
    assertEquals("it is written", 0, Run.neardup("check", "--index", to.toString()).exitCode());
    Map<String, String> before = files(from);
    Run refused = Run.neardup(arguments("--annotate", "--id-field", "uid"));
    assertEquals(1, refused.exitCode());
    assertTrue(refused.err(), refused.err().contains(": not carried over: documents in blocks"));
    assertEquals(before, files(from));
    Run allowed = Run.neardup(arguments("--annotate", "--id-field", "uid", "--lossy"));
    assertEquals(allowed.err(), 0, allowed.exitCode());
    assertTrue(Files.exists(folder.resolve("old.before")));
  }

  public void testADocumentThatCannotBeWrittenIsNamed() throws IOException {
    writeOneThatCannotBeRebuilt();
    Run run = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid"));
    assertEquals(run.err(), 1, run.exitCode());
    assertTrue(run.err(), run.err().startsWith(from + ": document 1: "));
    assertEquals(run.err(), 1, run.err().lines().count());
    assertTrue(run.out(), run.out().matches("(?s).*\nfailed +1\n.*\nin the index +1\n.*"));
    Files.move(to, folder.resolve("new.partial"));
    Run again = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid"));
    assertEquals("it counts after a resume, too", 1, again.exitCode());
    assertTrue(again.out(), again.out().contains("\nfailed                      1\n"));
  }

  public void testADocumentWhoseIdIsTooLongIsNamed() throws IOException {
    String longest = "\uD834\uDD1E".repeat(8000);
    write(document(longest, words(3)), document(longest + "x", words(4)));
    Run run = Run.neardup(arguments("--to", to.toString(), "--id-field", "uid"));
    assertEquals(run.err(), 1, run.exitCode());
    assertEquals(
        from + ": document 4: id must have at most 8,000 characters, got 8,001\n", run.err());
    assertEquals(0, Run.neardup("explain", "--index", to.toString(), longest, "a1").exitCode());
  }

  public void testAnIndexThatLacksDocumentsReplacesNone() throws IOException {
    writeOneThatCannotBeRebuilt();
    Map<String, String> before = files(from);
    Path partial = folder.resolve("old.partial");
    for (int i = 0; i < 2; i++) {
      Run run = Run.neardup(arguments("--annotate", "--id-field", "uid"));
      assertEquals(run.err(), 1, run.exitCode());
      assertEquals("", run.out());
      assertTrue(
          run.err(),
          run.err()
              .endsWith(
                  "neardup: "
                      + from
                      + ": 1 document could not be written, so it stays as it was; the new index,"
                      + " without them, is in "
                      + partial
                      + "\n"));
      assertEquals(before, files(from));
      assertFalse(Files.exists(folder.resolve("old.before")));
    }
    assertEquals(
        1,
        Run.neardup("stats", "--index", partial.toString(), "--json")
            .json()
            .get("counts")
            .get("documents")
            .asInt());
  }

  /**
   * Lucene refuses a field that is stored in one document, and indexed but not stored in another.
   */
  private void writeOneThatCannotBeRebuilt() throws IOException {
    IOUtils.rm(from);
    Document stored = document("a", words(1));
    stored.add(new TextField("mixed", "stored", Field.Store.YES));
    stored.add(new SortedDocValuesField("mixed", new BytesRef("x")));
    Document notStored = document("b", words(2));
    notStored.add(new TextField("mixed", "not stored", Field.Store.NO));
    notStored.add(new SortedDocValuesField("mixed", new BytesRef("y")));
    write(stored, notStored);
  }

  private void write(Document... documents) throws IOException {
    try (Directory directory = FSDirectory.open(from);
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (Document document : documents) {
        writer.addDocument(document);
      }
    }
  }

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("uid", id, Field.Store.YES));
    document.add(new StringField("kind", "page", Field.Store.YES));
    document.add(new TextField("body", text, Field.Store.YES));
    return document;
  }

  /** A text of its own for each seed. */
  private static String words(int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append('w').append(random.nextInt(100_000)).append(' ');
    }
    return text.toString();
  }

  /** What is in a folder, as hexadecimal, by path. */
  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        String content =
            Files.isDirectory(path) ? "" : HexFormat.of().formatHex(Files.readAllBytes(path));
        files.put(root.relativize(path).toString(), content);
      }
    }
    return files;
  }

  /** What differs, but for what is new in one folder. */
  private static Map<String, String> without(
      Map<String, String> before, Map<String, String> after, String prefix) {
    Map<String, String> different = new TreeMap<>(after);
    different.keySet().removeIf(path -> (path + "/").startsWith(prefix));
    before.forEach((path, content) -> assertEquals(path, content, different.remove(path)));
    return different;
  }

  private String[] arguments(String... options) {
    boolean hasText = Stream.of(options).anyMatch("--text-field"::equals);
    Stream<String> text = hasText ? Stream.of() : Stream.of("--text-field", "body");
    return Stream.of(Stream.of("rebuild", "--from", from.toString()), text, Stream.of(options))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }

  private Run rebuild(String... options) {
    String[] args =
        Stream.concat(Stream.of(arguments(options)), Stream.of("--json")).toArray(String[]::new);
    Run run = Run.neardup(args);
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }
}
