// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TimeUnits;
import org.apache.lucene.util.IORunnable;

/**
 * Random operations on the real engine and on {@link NaiveEngine}: each outcome, and after every
 * refresh all that the index shows, must be the same.
 *
 * <p>A nightly run takes new sequences for 28 minutes, or for {@code -Dmodel.seconds=}, and logs
 * how many it ran.
 *
 * <p>The real engine is exact here: texts are stored and compared exactly, and {@link TextUniverse}
 * has only texts whose near-duplicates no band misses. A failure names the seed of its sequence.
 */
@TimeoutSuite(millis = TimeUnits.HOUR) // nightly
public class TestModel extends LuceneTestCase {
  private static final double[] THRESHOLDS = {0.5, 0.8};
  private static final int UNIVERSES = 10;
  private static final int SEQUENCES_A_UNIVERSE = 40;
  private static final Duration NIGHT =
      Duration.ofSeconds(Long.getLong("model.seconds", TimeUnit.MINUTES.toSeconds(28)));
  private static final Logger LOG = Logger.getLogger(TestModel.class.getName());

  public void testManySequences() throws IOException {
    long end = System.nanoTime() + NIGHT.toNanos();
    int universes = 0;
    while (TEST_NIGHTLY ? System.nanoTime() < end : universes < UNIVERSES) {
      runSequences(universes);
      universes++;
    }
    LOG.info(universes * SEQUENCES_A_UNIVERSE + " sequences");
  }

  private static void runSequences(int number) throws IOException {
    TextUniverse universe =
        TextUniverse.draw(new Random(random().nextLong()), number % 5 > 0, THRESHOLDS);
    for (int i = 0; i < SEQUENCES_A_UNIVERSE; i++) {
      long seed = random().nextLong();
      try {
        new Sequence(universe, new Random(seed)).run();
      } catch (AssertionError | RuntimeException | IOException e) {
        throw new AssertionError("sequence " + seed + " of universe " + number, e);
      }
    }
  }

  /** One index from its beginning to its end. */
  private static final class Sequence {
    private final TextUniverse universe;
    private final Random random;
    private final int ids;
    private final Directory directory = new ByteBuffersDirectory();
    private final List<String> log = new ArrayList<>();
    private final List<IORunnable> decisions = new ArrayList<>(); // still to be written
    private NaiveEngine naive;
    private NaiveEngine committed;
    private CollapsingIndexWriter writer;

    Sequence(TextUniverse universe, Random random) throws IOException {
      this.universe = universe;
      this.random = random;
      ids = 4 + random.nextInt(12);
      CollapseConfig config =
          TextUniverse.config(THRESHOLDS[random.nextInt(THRESHOLDS.length)])
              .withVariants(RandomPicks.randomFrom(random, Variants.values()))
              .withGuards(ModelOperation.drawGuards(random))
              .withPreference(ModelOperation.drawPreference(random))
              .withMaxHeldBytes(random.nextInt(8_000))
              .withMaxPending(random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1000);
      if (random.nextBoolean()) {
        config = config.withScopeField("scope");
      }
      naive = new NaiveEngine(universe, config);
      committed = naive.copy();
      log.add(config.toString());
    }

    void run() throws IOException {
      writer = open(directory);
      try {
        for (int i = 4 + random.nextInt(18); i >= 0; i--) {
          ModelOperation operation =
              ModelOperation.draw(random, universe, naive.config(), ids, THRESHOLDS);
          log.add(operation.toString());
          perform(operation);
        }
        check();
        for (IORunnable each : decisions) {
          each.run();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(String.join("\n", log), e);
      } finally {
        writer.rollback();
        directory.close();
      }
    }

    private CollapsingIndexWriter open(Directory of) throws IOException {
      return CollapsingIndexWriter.open(of, naive.config(), writerConfig());
    }

    private IndexWriterConfig writerConfig() {
      return new IndexWriterConfig(TextUniverse.analyzer())
          .setCodec(new Lucene104Codec())
          .setMergeScheduler(new SerialMergeScheduler())
          .setMaxBufferedDocs(2 + random.nextInt(20))
          .setMergePolicy(mergePolicy());
    }

    private LogDocMergePolicy mergePolicy() {
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setMergeFactor(2 + random.nextInt(9));
      policy.setMinMergeDocs(2);
      return policy;
    }

    private void check() throws IOException {
      var places = IndexState.read(writer, naive.config().variants());
      IndexState.assertInvariants(places, universe, naive.config(), naive.verdicts());
      assertEquals(naive.places(), places);
    }

    private void perform(ModelOperation operation) throws IOException {
      switch (operation) {
        case ModelOperation.Update update -> update(update);
        case ModelOperation.Delete delete ->
            assertEquals(naive.delete(delete.id()) ? 1 : 0, writer.deleteDocuments(delete.id()));
        case ModelOperation.DeleteByWord(String word) ->
            assertEquals(
                naive.deleteByWord(word),
                writer.deleteDocuments(new TermQuery(new Term("text", word))));
        case ModelOperation.Refresh refresh -> {
          if (random.nextBoolean()) {
            writer.flushNextBuffer();
          }
          writer.flush();
          check();
        }
        case ModelOperation.ForceMerge merge -> writer.forceMerge(merge.segments());
        case ModelOperation.Reconcile reconcile ->
            assertReconciled(naive.reconcile(), writer.reconcile());
        case ModelOperation.AddIndex other -> addIndex(other);
        case ModelOperation.Commit commit -> {
          writer.commit();
          committed = naive.copy();
        }
        case ModelOperation.Rollback rollback -> {
          writer.rollback();
          decisions.clear();
          naive = committed.copy();
          writer = open(directory);
          check();
        }
        case ModelOperation.Reopen reopen -> reopen(null);
        case ModelOperation.Retune(CollapseConfig config) -> reopen(config);
        case ModelOperation.Judge judge -> judge(judge);
      }
    }

    /** In one step or in two, of which the second may come at any time. */
    private void update(ModelOperation.Update update) throws IOException {
      Outcome expected = update.applyTo(naive);
      DecidedDocument decided = writer.decide(writer.prepare(update.document()));
      if (naive.config().variants() == Variants.DROP) {
        assertEquals(expected, decided.write()); // or it would be dropped later
      } else {
        if (random.nextBoolean()) {
          decided.writeLater(Sequence::refused);
        }
        decisions.add(() -> assertEquals(expected, decided.write()));
      }
      Collections.shuffle(decisions, random);
      while (decisions.size() > random.nextInt(5)) {
        decisions.removeLast().run();
      }
    }

    private static void refused(IllegalArgumentException e) {
      throw new AssertionError(e);
    }

    private void reopen(CollapseConfig retuned) throws IOException {
      writer.close();
      if (retuned != null) {
        assertReconciled(
            naive.retune(retuned), IndexCheck.retune(directory, retuned, writerConfig()));
      }
      writer = open(directory);
      committed = naive.copy();
      check();
    }

    private void judge(ModelOperation.Judge judge) throws IOException {
      writer.close();
      committed = naive.copy();
      naive.judge(judge.verdicts());
      CollapseConfig judged = naive.config().withVerdicts(judge.verdicts());
      if (judge.isRetuning()) {
        IndexCheck.retune(directory, judged, writerConfig());
        naive.reconcile();
        committed = naive.copy();
        writer = open(directory);
      } else {
        writer = CollapsingIndexWriter.open(directory, judged, writerConfig());
      }
      check();
    }

    private void addIndex(ModelOperation.AddIndex added) throws IOException {
      NaiveEngine otherNaive = new NaiveEngine(universe, naive.config());
      try (Directory other = new ByteBuffersDirectory()) {
        try (CollapsingIndexWriter otherWriter = open(other)) {
          for (ModelOperation.Update update : added.documents()) {
            assertEquals(update.applyTo(otherNaive), otherWriter.updateDocument(update.document()));
          }
        }
        if (naive.verdicts().isEmpty()) {
          assertReconciled(naive.addAll(otherNaive), writer.addIndexes(other));
        } else {
          expectThrows(IndexSettingsException.class, () -> writer.addIndexes(other));
        }
      }
      check();
    }

    private static void assertReconciled(int[] expected, ReconcileReport reconciled) {
      assertEquals(expected[0], reconciled.visible());
      assertEquals(expected[1], reconciled.hidden());
    }
  }
}
