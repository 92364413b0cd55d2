// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.util.Bits;
import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.index.ContainedTexts;
import org.neardup.index.IndexCheck;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.tools.Await;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;

/** A run that was broken off any number of times, beside one that was not. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestResumedIndex extends LuceneTestCase {
  private static final int LINE_BYTES = 300; // a rough mean

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  /** How a run breaks off: in order, or as by a kill. */
  private enum End {
    INTERRUPTED,
    KILLED
  }

  private static final class Killed extends RuntimeException {}

  /** Does something between two bytes. */
  private static final class BreakingInput extends FilterInputStream {
    private final Runnable action;
    private int left;

    BreakingInput(byte[] bytes, int before, Runnable action) {
      super(new ByteArrayInputStream(bytes));
      this.action = action;
      left = before;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0) {
        left = -1;
        action.run();
      }
      int read = super.read(buffer, offset, left < 0 ? length : Math.min(length, left));
      left -= left < 0 ? 0 : Math.max(0, read);
      return read;
    }
  }

  public void testTheGroupsAreTheSame() throws Exception {
    for (int round = 0; round < (TEST_NIGHTLY ? 200 : 3); round++) {
      Random random = new Random(random().nextLong());
      String input = input(random, 100 + random.nextInt(TEST_NIGHTLY ? 2000 : 300));
      CollapseConfig config = config(random);
      assertSameAsWhole(input, config, random, folder.resolve("round" + round));
    }
  }

  private static void assertSameAsWhole(
      String input, CollapseConfig config, Random random, Path folder) throws Exception {
    byte[] bytes = input.getBytes(UTF_8);
    List<String> expectedProblems = new ArrayList<>();
    IndexFolder whole = new IndexFolder(folder.resolve("whole"));
    IndexReport expected =
        indexer(config, random)
            .run(whole, inputs(new ByteArrayInputStream(bytes), expectedProblems), false, false);
    IndexFolder broken = new IndexFolder(folder.resolve("broken"));
    IndexReport last = null;
    List<String> problems = new ArrayList<>();
    for (int breaks = 0; last == null; breaks++) {
      assertTrue("it makes progress", breaks < 1000);
      problems.clear();
      End end = random.nextBoolean() ? End.INTERRUPTED : End.KILLED;
      int at = 1 + random.nextInt(breaks > 30 ? 10 * bytes.length : 2 * bytes.length);
      last = runUntil(at, end, bytes, config, random, broken, problems);
    }
    assertEquals(config.toString(), places(whole), places(broken));
    assertEquals(expected.index(), last.index());
    assertEquals(expected.failed(), last.failed());
    assertEquals(withoutNotes(expectedProblems), withoutNotes(problems));
    try (Directory directory = FSDirectory.open(broken.path())) {
      assertEquals("nothing is left to resume", 0, progress(directory).documents());
      assertEquals(
          Map.of(),
          IndexCheck.check(
                  directory, config, Analyzers.named(Analyzers.DEFAULT), IndexCheck.ALL_TEXTS)
              .counts());
    }
  }

  /** Notes are on what a run does, so a run that resumes another one has fewer. */
  private static Set<String> withoutNotes(List<String> messages) {
    Set<String> problems = new TreeSet<>(messages);
    problems.removeIf(message -> message.contains("note: ") || message.startsWith("and "));
    return problems;
  }

  /** Null if it was broken off. */
  private static IndexReport runUntil(
      int at,
      End end,
      byte[] bytes,
      CollapseConfig config,
      Random random,
      IndexFolder index,
      List<String> problems)
      throws Exception {
    Interruption interruption = new Interruption();
    Runnable breaking =
        end == End.INTERRUPTED
            ? interruption::request
            : () -> {
              throw new Killed();
            };
    long before = documents(index);
    try {
      return indexer(config, random)
          .resumable(interruption, (long) (1 + random.nextInt(50)) * LINE_BYTES)
          .run(index, inputs(new BreakingInput(bytes, at, breaking), problems), false, false);
    } catch (Killed e) {
      assertTrue(documents(index) >= before);
      return null;
    } catch (ToolException e) {
      assertEquals(e.getMessage(), ExitCode.INTERRUPTED, e.exitCode());
      assertTrue(e.getMessage(), e.getMessage().matches(messageOf(documents(index))));
      return null;
    }
  }

  private static String messageOf(long documents) {
    return documents == 0
        ? "interrupted: (no index was made|the index is as it was)"
        : "interrupted: [0-9,]+ documents? (is|are) in the index; the same command goes on";
  }

  /** How many documents of the input the last commit knows. */
  private static long documents(IndexFolder index) throws IOException {
    if (!Files.isDirectory(index.path())) {
      return 0;
    }
    try (Directory directory = FSDirectory.open(index.path())) {
      return progress(directory).documents();
    }
  }

  private static InputProgress progress(Directory directory) throws IOException {
    return InputProgress.of(UserData.of(directory));
  }

  /** What is there of each id, the visible document of its group, and what is stored. */
  static Map<String, String> places(IndexFolder folder) throws IOException {
    Map<String, String> places = new TreeMap<>();
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      Bits live = MultiBits.getLiveDocs(index.all());
      for (int doc = 0; doc < index.all().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          String place = index.name(index.representativeOf(doc)).id() + " " + index.text(doc);
          assertNull(places.put(index.name(doc).id(), place));
        }
      }
    }
    return places;
  }

  /** It is not the command that was interrupted, so nothing of it is passed over. */
  public void testOtherInputIsAdded() throws Exception {
    interruptedAfterTwoOf("a", "b", "c");
    IndexReport report = run("x", "b");
    assertEquals(2, report.documents());
    assertEquals(0, report.resumedAt());
    assertEquals("[a, b, x]", ids());
  }

  public void testNothingIsDecidedTwice() throws Exception {
    interruptedAfterTwoOf("a", "b", "c");
    IndexReport report = run("a", "b", "c");
    assertEquals(2, report.resumedAt());
    assertEquals(1, report.documents());
    assertEquals(0, report.updates());
    assertTrue(report.text(), report.text().startsWith("resumed at                  2\n"));
    assertEquals("[a, b, c]", ids());
    assertEquals("it is another run", 3, run("a", "b", "c").updates());
  }

  /** Ctrl-C ends all processes of a pipe. */
  public void testInputThatWasCutOffIsReadAgain() throws Exception {
    byte[] lines = (document("a") + document("b")).getBytes(UTF_8);
    InputStream cut = new ByteArrayInputStream(lines, 0, lines.length - 10);
    Interruption interruption = new Interruption();
    Problems problems = new Problems(ofHalfALine -> interruption.request(), null);
    expectThrows(ToolException.class, () -> run(cut, false, interruption, problems));
    IndexReport report = run("a", "b");
    assertEquals(1, report.resumedAt());
    assertEquals(1, report.documents());
    assertEquals(0, report.failed());
  }

  /** As documents may be among those that are passed over which nobody has indexed. */
  public void testInputThatOnlyBeginsAlikeIsRefusedOnce() throws Exception {
    for (String[] ids : new String[][] {{"a", "x", "c"}, {"a"}}) {
      folder = createTempDir();
      interruptedAfterTwoOf("a", "b", "c");
      ToolException refused = expectThrows(ToolException.class, () -> run(ids));
      assertEquals(ExitCode.INDEX, refused.exitCode());
      assertEquals(
          "the input does not begin with the 2 documents that the interrupted run read; nothing was"
              + " added; the same command now adds all",
          refused.getMessage());
      assertEquals("[a, b]", ids());
      assertEquals(ids.length, run(ids).documents());
    }
  }

  public void testANewIndexWithoutDocumentsIsRemoved() {
    ToolException ended =
        expectThrows(ToolException.class, () -> run(0, false, Interruption::request, "a"));
    assertEquals("interrupted: no index was made", ended.getMessage());
    assertFalse(Files.exists(index().path()));
  }

  /** A misspelled field must not be found out when documents are in the index. */
  public void testNothingIsCommittedBeforeAllFieldsAreSeen() {
    Indexer indexer =
        new Indexer(terminal(), Fields.collapse().withScopeField("x"), Analyzers.DEFAULT, 1)
            .resumable(new Interruption(), 1);
    InputStream in = new ByteArrayInputStream(document("a").getBytes(UTF_8));
    ToolException refused =
        expectThrows(
            ToolException.class,
            () -> indexer.run(index(), inputs(in, new ArrayList<>()), false, false));
    assertEquals(ExitCode.USAGE, refused.exitCode());
    assertFalse(Files.exists(index().path()));
  }

  public void testWhatIsReplacedStaysUntilTheEnd() throws Exception {
    run("old");
    ToolException ended =
        expectThrows(ToolException.class, () -> run(1, true, Interruption::request, "a", "b"));
    assertEquals("interrupted: the index is as it was", ended.getMessage());
    assertEquals("[old]", ids());
  }

  /** As a writer leaves it that was killed in its first commit. */
  public void testAFolderWithHalfOfAFirstCommit() throws Exception {
    Files.createDirectory(index().path());
    Files.createFile(index().path().resolve("write.lock"));
    Files.writeString(index().path().resolve("pending_segments_1"), "half");
    assertEquals(1, run("a").documents());
    assertEquals("[a]", ids());
  }

  public void testTheFileOfRejectedDocumentsIsOfTheWholeInput() throws Exception {
    Path rejected = folder.resolve("rejected");
    String first = "{oops\n" + document("a");
    String lines = first + document("b") + "{oops\n";
    Interruption interruption = new Interruption();
    InputStream in =
        new BreakingInput(
            lines.getBytes(UTF_8), first.length(), () -> awaitCommit(1, interruption));
    expectThrows(ToolException.class, () -> run(in, false, interruption, problems(rejected)));
    assertFalse(Files.exists(rejected));
    InputStream again = new ByteArrayInputStream(lines.getBytes(UTF_8));
    assertEquals(2, run(again, false, new Interruption(), problems(rejected)).failed());
    assertEquals(2, Files.readAllLines(rejected).size());
    assertFalse(Files.exists(folder.resolve("rejected.partial")));
  }

  private IndexFolder index() {
    return new IndexFolder(folder.resolve("index"));
  }

  private String ids() throws IOException {
    return places(index()).keySet().toString();
  }

  private void interruptedAfterTwoOf(String... ids) {
    ToolException ended =
        expectThrows(
            ToolException.class,
            () -> run(2, false, interruption -> awaitCommit(2, interruption), ids));
    assertEquals(
        "interrupted: 2 documents are in the index; the same command goes on", ended.getMessage());
  }

  private void awaitCommit(int documents, Interruption interruption) {
    try {
      Await.until("a commit", () -> documents(index()) >= documents);
      interruption.request();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private IndexReport run(String... ids) throws Exception {
    return run(ids.length, false, interruption -> {}, ids);
  }

  /** Does something when so many documents have been read. */
  private IndexReport run(int read, boolean replace, Consumer<Interruption> action, String... ids)
      throws Exception {
    String lines = Stream.of(ids).map(TestResumedIndex::document).collect(Collectors.joining());
    int bytes = read * document("a").length();
    Interruption interruption = new Interruption();
    InputStream in =
        new BreakingInput(lines.getBytes(UTF_8), bytes, () -> action.accept(interruption));
    return run(in, replace, interruption, problems(null));
  }

  private static Problems problems(Path rejected) {
    return new Problems(message -> {}, rejected);
  }

  private IndexReport run(
      InputStream in, boolean replace, Interruption interruption, Problems problems)
      throws Exception {
    return new Indexer(terminal(), Fields.collapse(), Analyzers.DEFAULT, 1)
        .resumable(interruption, 1)
        .run(index(), new Inputs(List.of("-"), in, InputRules.DEFAULT, problems), replace, false);
  }

  /** So large that it is worked on by itself. */
  private static String document(String id) {
    return line(id, ("w" + id).repeat(50_000), "");
  }

  private static CollapseConfig config(Random random) {
    CollapseConfig config = Fields.collapse().withMaxPending(10 + random.nextInt(100));
    if (random.nextInt(3) == 0) {
      return config.withContained(ContainedTexts.HIDE);
    }
    config = config.withVariants(random.nextBoolean() ? Variants.HIDE : Variants.DROP);
    String[] preferences = {"first", "last", "longest", "max:rank", "min:rank,longest"};
    config =
        config.withPreference(Preference.parse(preferences[random.nextInt(preferences.length)]));
    config = random.nextInt(3) == 0 ? config.withScopeField("site") : config;
    return random.nextInt(3) == 0 ? config.withGuards(Guard.parse("numbers")) : config;
  }

  /** Near-copies, ids that come again, captures of pages, and lines that cannot be used. */
  private static String input(Random random, int lines) {
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      String id = "d" + (random.nextInt(4) == 0 ? random.nextInt(lines) : i);
      String fields =
          ",\"rank\":" + random.nextInt(20) + ",\"site\":\"s" + random.nextInt(2) + "\"";
      switch (random.nextInt(20)) {
        case 0 -> input.append("{oops\n");
        case 1 -> input.append(line(id, text(random), ",\"_neardup_x\":1"));
        case 2, 3 -> {
          String url = "http://x/" + random.nextInt(10);
          String status = random.nextInt(3) == 0 ? "404" : "200";
          String date = "2020-01-0" + (1 + random.nextInt(9)) + "T00:00:00Z";
          input.append(
              line(
                  url,
                  text(random),
                  fields
                      + ",\"url\":\""
                      + url
                      + "\",\"status\":\""
                      + status
                      + "\",\"date\":\""
                      + date
                      + "\""));
        }
        default -> input.append(line(id, text(random), fields));
      }
    }
    return input.toString();
  }

  private static String line(String id, String text, String fields) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"" + fields + "}\n";
  }

  /** Of some texts, cut and changed here and there. */
  private static String text(Random random) {
    int of = random.nextInt(8);
    int length = random.nextInt(5) == 0 ? 15 + random.nextInt(10) : 35 + random.nextInt(6);
    int changed = random.nextInt(120);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(i == changed ? "other" + random.nextInt(5) : "w" + of + "x" + i).append(' ');
    }
    return text.toString();
  }

  private static Indexer indexer(CollapseConfig config, Random random) {
    return new Indexer(terminal(), config, Analyzers.DEFAULT, 1 + random.nextInt(4));
  }

  private static Terminal terminal() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, new Paint(false));
  }

  private static Inputs inputs(InputStream in, List<String> problems) {
    return new Inputs(List.of("-"), in, InputRules.DEFAULT, new Problems(problems::add, null));
  }
}
