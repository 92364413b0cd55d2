// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.index.ModelOperation.Delete;
import org.neardup.index.ModelOperation.DeleteByWord;
import org.neardup.index.ModelOperation.Update;
import org.neardup.index.NaiveEngine.Place;

/**
 * A disk that fills up, and reads and writes that fail, at any moment: an operation that throws
 * leaves the index as it was, or else the writer is closed, says so at every call, and the last
 * commit holds. No file of ours stays open then.
 */
public class TestStorageFailures extends LuceneTestCase {

  /** What goes wrong for a while. */
  private interface Trouble {
    void begin(Random random, MockDirectoryWrapper mock, FailingDirectory directory)
        throws IOException;
  }

  private static void end(MockDirectoryWrapper mock, FailingDirectory directory) {
    directory.recover();
    mock.setMaxSizeInBytes(0);
    mock.setRandomIOExceptionRate(0);
    mock.setRandomIOExceptionRateOnOpen(0);
  }

  public void testAnyCallFails() throws IOException {
    runRounds(
        (random, mock, directory) ->
            directory.failAfter(
                random.nextInt(1 << (1 + random.nextInt(12))), random.nextBoolean()));
  }

  public void testDiskFull() throws IOException {
    runRounds(
        (random, mock, directory) ->
            mock.setMaxSizeInBytes(mock.sizeInBytes() + 1 + random.nextInt(5000)));
  }

  public void testRandomWriteFailures() throws IOException {
    runRounds((random, mock, directory) -> mock.setRandomIOExceptionRate(random.nextDouble() / 4));
  }

  public void testRandomOpenFailures() throws IOException {
    runRounds(
        (random, mock, directory) -> mock.setRandomIOExceptionRateOnOpen(random.nextDouble() / 4));
  }

  /** A failure that closed the writer is told as what it was, whichever call noticed it. */
  public void testRetuningFailsWithAnIOException() throws IOException {
    TextUniverse universe = TextUniverse.draw(random(), 0.5);
    long calls = Long.MAX_VALUE;
    int failures = 0;
    for (int i = 0; i < atLeast(100); i++) {
      FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
      fill(directory, universe);
      directory.failAfter(i == 0 ? calls : random().nextLong(calls), random().nextBoolean());
      try {
        retune(directory);
      } catch (IOException e) {
        failures++;
      }
      if (i == 0) {
        calls = directory.calls();
      }
    }
    assertTrue("" + failures, failures > 50);
  }

  private static void fill(Directory directory, TextUniverse universe) throws IOException {
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, TextUniverse.config(0.5), serialConfig())) {
      for (int i = 0; i < 30; i++) {
        writer.updateDocument(((Update) drawUpdate(universe)).document());
        if (i % 10 == 0) {
          writer.commit();
        }
      }
    }
  }

  private static void retune(Directory directory) throws IOException {
    CollapseConfig dropping =
        TextUniverse.config(0.5).withVariants(Variants.DROP).withThreshold(0.4);
    IndexCheck.retune(directory, dropping, serialConfig());
  }

  private static ModelOperation drawUpdate(TextUniverse universe) {
    ModelOperation operation;
    do {
      operation = ModelOperation.drawWrite(random(), universe, 30);
    } while (!(operation instanceof Update));
    return operation;
  }

  private static IndexWriterConfig serialConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer())
        .setCodec(new Lucene104Codec())
        .setMergeScheduler(new SerialMergeScheduler());
  }

  private static void runRounds(Trouble trouble) throws IOException {
    TextUniverse universe = TextUniverse.draw(random(), 0.5);
    int failures = 0;
    for (int i = 0; i < (TEST_NIGHTLY ? 5000 : 25); i++) {
      long seed = random().nextLong();
      try {
        Round round = new Round(universe, new Random(seed), trouble);
        round.run();
        failures += round.failures;
      } catch (AssertionError e) {
        throw new AssertionError("round " + seed, e);
      }
    }
    assertTrue("nothing failed", failures > 0);
  }

  /** One index that goes through several troubles. */
  private static final class Round {
    private final TextUniverse universe;
    private final Random random;
    private final Trouble trouble;
    private final MockDirectoryWrapper mock;
    private final FailingDirectory directory;
    private final List<NaiveEngine> committed = new ArrayList<>(); // one of these is on the disk
    private NaiveEngine naive;
    private CollapsingIndexWriter writer;
    private final boolean merges;
    private boolean hadTrouble;
    private int failures;

    Round(TextUniverse universe, Random random, Trouble trouble) {
      this.universe = universe;
      this.random = random;
      this.trouble = trouble;
      merges = random.nextBoolean();
      mock = new MockDirectoryWrapper(new Random(random.nextLong()), new ByteBuffersDirectory());
      mock.setCheckIndexOnClose(false);
      mock.setUseSlowOpenClosers(false);
      mock.setThrottling(MockDirectoryWrapper.Throttling.NEVER);
      directory = new FailingDirectory(mock);
      naive =
          new NaiveEngine(
              universe,
              TextUniverse.config(0.5)
                  .withVariants(random.nextBoolean() ? Variants.HIDE : Variants.DROP)
                  .withPreference(ModelOperation.drawPreference(random))
                  .withMaxPending(1 + random.nextInt(10)));
    }

    void run() throws IOException {
      open();
      committed.add(naive.copy());
      for (int i = 0; i < 40; i++) {
        ModelOperation operation = draw();
        boolean troubled = i > 10 && random.nextInt(3) == 0;
        hadTrouble |= troubled;
        if (troubled) {
          trouble.begin(random, mock, directory);
        }
        perform(operation, troubled);
      }
      check();
      writer.close();
      if (!merges) {
        mock.close(); // fails if a file is still open, as Lucene leaves some whose merge fails
      }
    }

    private void open() throws IOException {
      IndexWriterConfig config =
          new IndexWriterConfig(new WhitespaceAnalyzer())
              .setCodec(new Lucene104Codec())
              .setMergePolicy(merges ? new LogDocMergePolicy() : NoMergePolicy.INSTANCE)
              .setMergeScheduler(new SerialMergeScheduler())
              .setMaxBufferedDocs(2 + random.nextInt(20));
      writer = CollapsingIndexWriter.open(directory, naive.config(), config);
    }

    private ModelOperation draw() {
      return switch (random.nextInt(12)) {
        case 0 -> new ModelOperation.Refresh();
        case 1 -> new ModelOperation.Commit();
        case 2 -> new ModelOperation.Reconcile();
        case 3 -> new ModelOperation.ForceMerge(1);
        default -> ModelOperation.drawWrite(random, universe, 8);
      };
    }

    private void perform(ModelOperation operation, boolean troubled) throws IOException {
      NaiveEngine before = naive.copy();
      try {
        perform(operation);
        end(mock, directory);
      } catch (IOException | RuntimeException e) { // Lucene wraps some
        end(mock, directory);
        // An earlier trouble may have closed the writer without a call that noticed it.
        if (!troubled && !(e instanceof AlreadyClosedException && hadTrouble)) {
          throw new AssertionError(operation + " failed without reason", e);
        }
        failures++;
        if (operation instanceof ModelOperation.Commit) {
          committed.add(before.copy());
        }
        naive = before;
        recover();
      }
    }

    /** The naive engine goes first; it is put back if the real one fails. */
    private void perform(ModelOperation operation) throws IOException {
      switch (operation) {
        case Update update ->
            assertEquals(update.applyTo(naive), writer.updateDocument(update.document()));
        case Delete delete ->
            assertEquals(naive.delete(delete.id()) ? 1 : 0, writer.deleteDocuments(delete.id()));
        case DeleteByWord(String word) ->
            assertEquals(
                naive.deleteByWord(word),
                writer.deleteDocuments(new TermQuery(new Term("text", word))));
        case ModelOperation.Refresh refresh -> writer.flush();
        case ModelOperation.ForceMerge merge -> writer.forceMerge(merge.segments());
        case ModelOperation.Reconcile reconcile -> {
          naive.reconcile();
          writer.reconcile();
        }
        case ModelOperation.Commit commit -> {
          writer.commit();
          committed.clear();
          committed.add(naive.copy());
        }
        default -> throw new AssertionError(operation);
      }
    }

    private void recover() throws IOException {
      try {
        check();
      } catch (AlreadyClosedException closed) {
        assertEveryCallSaysSo();
        writer.close();
        open();
        Map<String, Place> found = IndexState.read(writer, naive.config().variants());
        naive =
            committed.stream()
                .filter(each -> each.places().equals(found))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not as committed: " + found))
                .copy();
        committed.clear();
        committed.add(naive.copy());
      }
    }

    private void assertEveryCallSaysSo() {
      Update update = Update.draw(random, universe, "", 8);
      expectThrows(AlreadyClosedException.class, () -> writer.updateDocument(update.document()));
      expectThrows(AlreadyClosedException.class, () -> writer.deleteDocuments("1"));
      expectThrows(
          AlreadyClosedException.class,
          () -> writer.deleteDocuments(new TermQuery(new Term("id", "1"))));
      expectThrows(AlreadyClosedException.class, () -> writer.flush());
      expectThrows(AlreadyClosedException.class, () -> writer.commit());
      expectThrows(AlreadyClosedException.class, () -> writer.reconcile());
      expectThrows(AlreadyClosedException.class, () -> writer.forceMerge(1));
      expectThrows(AlreadyClosedException.class, () -> writer.openReader());
    }

    private void check() throws IOException {
      Map<String, Place> places = IndexState.read(writer, naive.config().variants());
      IndexState.assertInvariants(places, universe, naive.config());
      assertEquals(naive.places(), places);
    }
  }
}
