// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.NearDupFields;

/** Hidden documents that are held back until visible ones are written. */
public class TestHeldDocuments extends CollapseTestCase {
  private final List<String> refused = new ArrayList<>();

  private static IndexWriterConfig plainConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
  }

  private static CollapsingIndexWriter plain(Directory directory, CollapseConfig config)
      throws IOException {
    return CollapsingIndexWriter.open(directory, config, plainConfig());
  }

  private DecidedDocument hold(CollapsingIndexWriter writer, Document document) throws IOException {
    DecidedDocument decided = writer.decide(writer.prepare(document));
    decided.writeLater(e -> refused.add(decided.id()));
    return decided;
  }

  private static Document immense(String id, String text) {
    Document document = document(id, text);
    document.add(new StringField("immense", "x".repeat(40_000), Field.Store.NO));
    return document;
  }

  /** Ids of live documents in the order of the index, hidden ones in brackets. */
  private static List<String> order(DirectoryReader reader) throws IOException {
    List<String> ids = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          String id = leaf.reader().storedFields().document(doc).get("id");
          ids.add(isHidden(leaf.reader(), doc) ? "(" + id + ")" : id);
        }
      }
    }
    return ids;
  }

  private static boolean isHidden(LeafReader leaf, int doc) throws IOException {
    NumericDocValues hidden = leaf.getNumericDocValues(NearDupFields.HIDDEN);
    return hidden != null && hidden.advanceExact(doc);
  }

  private static List<String> order(CollapsingIndexWriter writer) throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      return order(reader);
    }
  }

  public void testHiddenDocumentsStandBehindVisibleOnes() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = plain(directory, CONFIG)) {
      hold(writer, document("1", TEXT));
      DecidedDocument near = hold(writer, document("2", NEAR));
      assertTrue(near.isVariant());
      hold(writer, document("3", TEXT));
      assertTrue(writer.statistics().heldBytes() > 2L * TEXT.length());
      assertFalse(hold(writer, document("4", FAR)).isVariant());
      assertEquals(List.of("1", "4", "(2)", "(3)"), order(writer));
      assertEquals(0, writer.statistics().heldBytes());
      assertEquals("1", ((Outcome.Hidden) near.write()).representative());
      assertEquals(4, writer.statistics().arrived().documents());
    }
  }

  public void testAtMostSoManyBytesAreHeldBack() throws IOException {
    long most = 20_000;
    long seen = 0;
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = plain(directory, CONFIG.withMaxHeldBytes(most))) {
      hold(writer, document("1", TEXT));
      long drained = 0;
      for (int i = 2; i < 100; i++) {
        hold(writer, document("" + i, NEAR));
        long bytes = writer.statistics().heldBytes();
        assertTrue(bytes + " bytes", bytes <= most);
        drained += bytes < seen ? 1 : 0;
        seen = bytes;
      }
      assertTrue(drained + " times", drained > 5);
    }
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withMaxHeldBytes(-1));
  }

  public void testNothingIsHeldBackWhereItWouldNotHelp() throws IOException {
    Sort sort = new Sort(new SortField("date", SortField.Type.LONG));
    for (CollapseConfig config :
        List.of(CONFIG.withVariants(Variants.DROP), CONFIG.withMaxHeldBytes(0), CONFIG)) {
      IndexWriterConfig writerConfig = plainConfig();
      if (config.equals(CONFIG)) {
        writerConfig.setIndexSort(sort);
      }
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer =
              CollapsingIndexWriter.open(directory, config, writerConfig)) {
        hold(writer, document("1", TEXT));
        assertTrue(hold(writer, document("2", NEAR)).isVariant());
        assertEquals(0, writer.statistics().heldBytes());
        assertEquals(2, writer.statistics().arrived().documents());
      }
    }
  }

  @FunctionalInterface
  private interface Action {
    void run(CollapsingIndexWriter writer) throws IOException;
  }

  private static List<Action> writing() {
    return List.of(
        CollapsingIndexWriter::flush,
        CollapsingIndexWriter::commit,
        CollapsingIndexWriter::flushNextBuffer,
        CollapsingIndexWriter::purge,
        CollapsingIndexWriter::reconcile,
        CollapsingIndexWriter::close,
        writer -> writer.openReader().close(),
        writer -> writer.forceMerge(1));
  }

  public void testWhoeverNeedsThemWritesThemAndTellsWhatIsRefused() throws IOException {
    for (Action action : writing()) {
      refused.clear();
      try (Directory directory = newDirectory()) {
        CollapsingIndexWriter writer = plain(directory, CONFIG);
        hold(writer, document("1", TEXT));
        hold(writer, document("2", NEAR));
        DecidedDocument third = hold(writer, immense("3", TEXT));
        hold(writer, document("4", NEAR));
        hold(writer, immense("5", FAR)); // visible
        assertEquals(List.of("5"), refused);
        action.run(writer);
        assertEquals(List.of("5", "3"), refused);
        assertEquals(3, writer.statistics().arrived().documents());
        expectThrows(IllegalArgumentException.class, third::write);
        writer.close();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertEquals(List.of("1", "(2)", "(4)"), order(reader));
        }
      }
    }
  }

  public void testTheNextChangeOfAnIdWritesFirst() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = plain(directory, CONFIG)) {
      hold(writer, document("1", TEXT));
      hold(writer, document("2", NEAR));
      hold(writer, immense("2", TEXT)); // writes the former, and is refused by the next
      assertEquals(new Outcome.Visible(true), hold(writer, document("2", FAR)).write());
      hold(writer, document("3", NEAR));
      assertEquals(1, writer.deleteDocuments("3"));
      assertEquals(Set.of("1", "2"), read(writer).keySet());
      assertEquals(FAR, read(writer).get("2").text());
      assertEquals(List.of("2"), refused);
    }
  }

  /** As what it is then: without updates of doc values, and with bands. */
  public void testAPromotedDocumentIsWrittenInItsPlace() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = plain(directory, CONFIG)) {
      hold(writer, document("1", TEXT));
      hold(writer, document("2", FAR));
      hold(writer, document("3", FAR));
      DecidedDocument promoted = hold(writer, document("4", NEAR));
      hold(writer, document("5", NEAR));
      assertEquals(1, writer.deleteDocuments("1"));
      assertFalse(promoted.isVariant());
      try (DirectoryReader reader = writer.openReader()) {
        LeafReader leaf = reader.leaves().getFirst().reader();
        assertEquals(-1, leaf.getFieldInfos().fieldInfo(NearDupFields.HIDDEN).getDocValuesGen());
        assertNull(leaf.getFieldInfos().fieldInfo(NearDupFields.MOVED));
        // 3 has the text of its representative, 5 not that of the one it was decided for
        assertEquals(List.of("2", "4", "(5)", "(3)"), order(reader));
        SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
        assertFalse(sketches.isUnbanded(2));
        assertTrue(sketches.isUnbanded(3));
      }
      assertHidden(writer, "3", "5");
    }
  }

  public void testARollbackForgetsThem() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = plain(directory, CONFIG);
      hold(writer, document("1", TEXT));
      writer.commit();
      DecidedDocument held = hold(writer, document("2", NEAR));
      writer.rollback();
      expectThrows(AlreadyClosedException.class, held::write);
      try (CollapsingIndexWriter again = plain(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(again).keySet());
      }
    }
  }

  /** A text that cannot be read twice, nor once. */
  private static Field broken() {
    return new TextField(
        "other",
        new Reader() {
          @Override
          public int read(char[] chars, int offset, int length) throws IOException {
            throw new IOException("broken");
          }

          @Override
          public void close() {}
        });
  }

  public void testOneThatCannotBeWrittenKeepsNoneOfTheOthersCounted() throws IOException {
    for (int copies : new int[] {7, PendingWrites.FEW + 7}) { // written by one thread, or by all
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = plain(directory, CONFIG)) {
        writer.updateDocument(document("first", TEXT));
        int broken = random().nextInt(copies);
        for (int i = 0; i < copies; i++) {
          Document copy = document("copy" + i, TEXT);
          if (i == broken) {
            copy.add(broken());
          }
          hold(writer, copy);
        }
        long held = writer.statistics().heldBytes();
        assertTrue(held > 0);
        assertEquals("broken", expectThrows(IOException.class, writer::commit).getMessage());
        writer.commit();
        assertEquals(0, writer.statistics().heldBytes());
        assertEquals(copies, writer.getDocStats().numDocs);
        hold(writer, document("again", TEXT)); // is held back as ever
        long ofOne = writer.statistics().heldBytes();
        assertTrue(ofOne + " of " + held, ofOne > 0 && ofOne < held);
      }
    }
  }

  public void testNothingIsHeldBackOnceTheWriterIsClosed() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = plain(directory, CONFIG);
      DecidedDocument visible = writer.decide(writer.prepare(document("1", TEXT)));
      hold(writer, document("2", TEXT));
      DecidedDocument hidden = writer.decide(writer.prepare(document("3", TEXT)));
      writer.rollback();
      for (DecidedDocument each : List.of(visible, hidden)) {
        expectThrows(AlreadyClosedException.class, each::write);
        expectThrows(AlreadyClosedException.class, () -> each.writeLater(e -> fail()));
      }
      assertEquals(0, writer.statistics().heldBytes());
    }
  }

  /** Of any merge of segments with promoted, moved and deleted documents, and of what is added. */
  public void testHiddenDocumentsHaveNoBandsAfterAMerge() throws IOException {
    Random random = random();
    TextUniverse universe = TextUniverse.draw(random, 0.5);
    Sort sort = random.nextBoolean() ? null : new Sort(new SortField("at", SortField.Type.LONG));
    CollapseConfig config =
        TextUniverse.config(0.5).withMaxHeldBytes(random.nextInt(2000)).withMaxPending(20);
    try (Directory directory = new ByteBuffersDirectory();
        Directory other = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter added = CollapsingIndexWriter.open(other, config, sorted(sort))) {
        change(added, universe, "other");
      }
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, config, sorted(sort))) {
        change(writer, universe, "id");
        writer.addIndexes(other);
        change(writer, universe, "id");
        try (DirectoryReader before = writer.openReader()) {
          writer.forceMerge(1);
          assertEquals(List.of(), refused);
          try (DirectoryReader after = writer.openReader()) {
            assertPairsOfVisibleDocuments(after.leaves().getFirst().reader());
            assertEquals(
                IndexState.read(before, Variants.HIDE), IndexState.read(after, Variants.HIDE));
          }
        }
      }
    }
  }

  private static IndexWriterConfig sorted(Sort sort) {
    IndexWriterConfig config = plainConfig().setMaxBufferedDocs(10);
    return sort == null ? config : config.setIndexSort(sort);
  }

  private void change(CollapsingIndexWriter writer, TextUniverse universe, String prefix)
      throws IOException {
    for (int i = 0; i < 100; i++) {
      String id = prefix + random().nextInt(80);
      if (random().nextInt(4) == 0) {
        writer.deleteDocuments(id);
      } else {
        Document document = document(id, universe.draw(random()));
        document.add(new NumericDocValuesField("at", random().nextLong()));
        hold(writer, document);
      }
    }
  }

  private static void assertPairsOfVisibleDocuments(LeafReader leaf) throws IOException {
    SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    long[] keys = new long[sketches.parameters().keyCount()];
    long expected = 0;
    int hidden = 0;
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      if (isHidden(leaf, doc)) {
        hidden++;
      } else if (sketches.value(doc) != null) {
        expected += sketches.parameters().bandKeys(sketches.copy(doc), 0, keys);
      }
    }
    assertTrue(hidden > 0);
    assertTrue(expected > 0);
    assertEquals(expected, sketches.keyCount());
  }

  /**
   * A disk that fails while documents are decided on, held back and written: those that were
   * written are there, and no others but those of failed writes; or else the writer is closed, and
   * the last commit holds.
   */
  public void testADiskThatFails() throws IOException {
    TextUniverse universe = TextUniverse.draw(random(), 0.5);
    int failedRounds = 0;
    for (int i = 0; i < atLeast(20); i++) {
      failedRounds += new FailingRound(universe).run() ? 1 : 0;
    }
    assertTrue(failedRounds + " rounds failed", failedRounds > 5);
  }

  private static final class FailingRound {
    private final TextUniverse universe;
    private final CollapseConfig config =
        TextUniverse.config(0.5)
            .withMaxHeldBytes(random().nextInt(4000))
            .withMaxPending(5 + random().nextInt(100));
    private final FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
    private final List<DecidedDocument> all = new ArrayList<>();
    private CollapsingIndexWriter writer;

    FailingRound(TextUniverse universe) {
      this.universe = universe;
    }

    boolean run() throws IOException {
      open();
      hold(30);
      writer.commit();
      directory.failAfter(
          random().nextInt(1 << (1 + random().nextInt(12))), random().nextBoolean());
      boolean failed = false;
      try {
        hold(60);
        writer.flush();
      } catch (IOException | RuntimeException e) { // Lucene wraps some
        failed = true;
      }
      directory.recover();
      check();
      writer.rollback();
      return failed;
    }

    private void open() throws IOException {
      writer =
          CollapsingIndexWriter.open(
              directory,
              config,
              plainConfig()
                  .setMergeScheduler(new SerialMergeScheduler())
                  .setMaxBufferedDocs(2 + random().nextInt(20)));
    }

    private void hold(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        String text = universe.draw(random());
        DecidedDocument decided = writer.decide(writer.prepare(document("" + all.size(), text)));
        all.add(decided);
        decided.writeLater(
            e -> {
              throw new AssertionError(e);
            });
      }
    }

    private void check() throws IOException {
      Set<String> written = new TreeSet<>();
      Set<String> attempted = new TreeSet<>();
      try {
        writer.flush();
        for (DecidedDocument each : all) {
          attempted.add(each.id());
          if (isWritten(each)) {
            written.add(each.id());
          }
        }
      } catch (AlreadyClosedException e) {
        writer.rollback();
        open();
        all.subList(0, 30).forEach(each -> written.add(each.id()));
        attempted.addAll(written);
      }
      var places = IndexState.read(writer, Variants.HIDE);
      IndexState.assertInvariants(places, universe, config);
      assertTrue(
          places.keySet() + " has not all of " + written, places.keySet().containsAll(written));
      assertTrue(attempted.containsAll(places.keySet()));
    }

    private static boolean isWritten(DecidedDocument decided) throws IOException {
      try {
        decided.write();
        return true;
      } catch (AlreadyClosedException e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        return false;
      }
    }
  }

  /** Or one thread writes the batch while those that make documents wait for it. */
  public void testWhoAddsADocumentWhileABatchBecomesDueWritesPartOfIt() throws Exception {
    PendingWrites held = new PendingWrites(Long.MAX_VALUE);
    CyclicBarrier bothWrite = new CyclicBarrier(2);
    IORunnable writing =
        () -> {
          try {
            bothWrite.await(60, TimeUnit.SECONDS);
          } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
          }
        };
    Thread other = new Thread(() -> addTwo(held), "adds");
    AtomicBoolean becomesDue = new AtomicBoolean();
    IntSupplier turn =
        () -> {
          if (becomesDue.compareAndSet(true, false)) {
            other.start();
            while (other.isAlive() && other.getState() != Thread.State.BLOCKED) {
              Thread.onSpinWait();
            }
          }
          return 1;
        };
    for (int i = 0; i < PendingWrites.FEW; i++) {
      held.write(turn, () -> 1, writing);
    }
    becomesDue.set(true);
    held.writeHeld();
    other.join();
    assertFalse(bothWrite.isBroken());
    assertEquals(2, held.bytes()); // what the other thread added
  }

  /** So their order does not depend on the timing of threads. */
  public void testFewAreWrittenByOneThread() throws Exception {
    PendingWrites held = new PendingWrites(Long.MAX_VALUE);
    List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    List<Integer> numbers = IntStream.range(0, PendingWrites.FEW - 1).boxed().toList();
    for (int number : numbers) {
      IORunnable writing =
          () -> {
            if (number == 0) {
              writeAllInAnotherThread(held);
            }
            written.add(number);
          };
      held.write(() -> 1, () -> 1, writing);
    }
    held.writeHeld();
    assertEquals(numbers, written);
    assertEquals(0, held.bytes());
  }

  private static void writeAllInAnotherThread(PendingWrites held) {
    CompletableFuture.runAsync(
            () -> {
              try {
                held.writeHeld();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            })
        .join();
  }

  private static void addTwo(PendingWrites held) {
    try {
      held.write(() -> 1, () -> 1, () -> {});
      held.write(() -> 1, () -> 1, () -> {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void testManyThreads() throws Exception {
    int threads = 2 + random().nextInt(4);
    CollapseConfig config =
        TextUniverse.config(0.5)
            .withMaxHeldBytes(random().nextInt(3000))
            .withMaxPending(1 + random().nextInt(200));
    TextUniverse universe = TextUniverse.draw(random(), 0.5);
    ExecutorService pool = Executors.newFixedThreadPool(threads, new NamedThreadFactory("held"));
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, plainConfig())) {
      List<Future<List<DecidedDocument>>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String prefix = "t" + i + "_";
        Random random = new Random(random().nextLong());
        workers.add(pool.submit(work(writer, universe, prefix, random)));
      }
      Map<String, DecidedDocument> all = new LinkedHashMap<>();
      for (Future<List<DecidedDocument>> worker : workers) {
        worker.get().forEach(each -> all.put(each.id(), each));
      }
      var places = IndexState.read(writer, Variants.HIDE);
      IndexState.assertInvariants(places, universe, config);
      assertEquals(new TreeSet<>(all.keySet()), places.keySet());
      assertEquals(0, writer.statistics().heldBytes());
      assertEquals(all.size(), writer.statistics().arrived().documents());
    } finally {
      pool.shutdown();
    }
  }

  private static Callable<List<DecidedDocument>> work(
      CollapsingIndexWriter writer, TextUniverse universe, String prefix, Random random) {
    return () -> {
      List<DecidedDocument> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        DecidedDocument decided =
            writer.decide(writer.prepare(document(prefix + i, universe.draw(random))));
        decided.writeLater(
            e -> {
              throw new AssertionError(e);
            });
        all.add(decided);
        if (random.nextInt(50) == 0) {
          writer.flush();
        }
      }
      return all;
    };
  }
}
