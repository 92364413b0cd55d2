// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.index.ModelOperation.Delete;
import org.neardup.index.ModelOperation.DeleteByWord;
import org.neardup.index.ModelOperation.Update;
import org.neardup.index.NaiveEngine.Place;

/**
 * Threads that add, replace and delete near-copies of each other, while another refreshes and looks
 * at the invariants each time.
 *
 * <p>What they did must be what some serial order gives: one that keeps the order of each thread,
 * and in which {@link NaiveEngine} has the outcome of every operation, and the same index at the
 * end. All orders are tried, and given up at the first outcome that differs. Some documents are
 * decided on in one step and written in another, later.
 */
public class TestConcurrency extends LuceneTestCase {
  private ExecutorService pool;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pool = Executors.newCachedThreadPool(new NamedThreadFactory("concurrency"));
  }

  @Override
  public void tearDown() throws Exception {
    TestUtil.shutdownExecutorService(pool);
    super.tearDown();
  }

  public void testThereIsASerialOrder() throws Exception {
    Random random = random();
    TextUniverse universe = null;
    for (int i = 0; i < (TEST_NIGHTLY ? 20_000 : 100); i++) {
      if (i % 30 == 0) {
        universe = TextUniverse.draw(random, 0.5);
      }
      long seed = random.nextLong();
      try {
        new Round(universe, new Random(seed)).run();
      } catch (AssertionError e) {
        throw new AssertionError("round " + seed, e);
      }
    }
  }

  /** Few operations of some threads on one index. */
  private final class Round {
    private final TextUniverse universe;
    private final Random random;
    private final NaiveEngine naive;
    private final List<List<ModelOperation>> programs = new ArrayList<>();
    private final List<List<Object>> outcomes = new ArrayList<>();

    Round(TextUniverse universe, Random random) {
      this.universe = universe;
      this.random = random;
      CollapseConfig config =
          TextUniverse.config(0.5)
              .withPreference(ModelOperation.drawPreference(random))
              .withMaxHeldBytes(random.nextInt(3_000))
              .withMaxPending(1 + random.nextInt(10));
      naive = new NaiveEngine(universe, config);
      int threads = 2 + random.nextInt(TEST_NIGHTLY ? 7 : 5);
      for (int i = 0; i < threads; i++) {
        List<ModelOperation> program = new ArrayList<>();
        for (int j = 0; j < Math.max(1, 6 / threads); j++) {
          program.add(ModelOperation.drawWrite(random, universe, 6));
        }
        programs.add(program);
      }
    }

    void run() throws Exception {
      try (Directory directory = new ByteBuffersDirectory();
          CollapsingIndexWriter writer =
              CollapsingIndexWriter.open(directory, naive.config(), writerConfig())) {
        for (int i = random.nextInt(8); i > 0; i--) {
          Update update = Update.draw(random, universe, "", 6);
          assertEquals(update.applyTo(naive), writer.updateDocument(update.document()));
        }
        performAll(writer);
        Map<String, Place> places = IndexState.read(writer, naive.config().variants());
        int[] done = new int[programs.size()];
        assertTrue(
            "no serial order gives " + outcomes + " of " + programs + " and " + places,
            isSerial(naive, done, places));
      }
    }

    private void performAll(CollapsingIndexWriter writer) throws Exception {
      CyclicBarrier start = new CyclicBarrier(programs.size() + 1);
      AtomicBoolean stop = new AtomicBoolean();
      List<Future<List<Object>>> workers = new ArrayList<>();
      for (List<ModelOperation> program : programs) {
        workers.add(
            pool.submit(
                () -> {
                  start.await();
                  List<Object> results = new ArrayList<>();
                  for (ModelOperation operation : program) {
                    results.add(perform(writer, operation));
                  }
                  for (int i = 0; i < results.size(); i++) {
                    if (results.get(i) instanceof DecidedDocument decided) {
                      results.set(i, decided.write());
                    }
                  }
                  return results;
                }));
      }
      Future<?> watcher =
          pool.submit(
              () -> {
                start.await();
                while (!stop.get()) {
                  writer.flushNextBuffer();
                  writer.flush();
                  IndexState.assertInvariants(
                      IndexState.read(writer, naive.config().variants()), universe, naive.config());
                }
                return null;
              });
      for (Future<List<Object>> worker : workers) {
        outcomes.add(worker.get());
      }
      stop.set(true);
      watcher.get();
    }

    private boolean isSerial(NaiveEngine state, int[] done, Map<String, Place> last) {
      boolean complete = true;
      for (int i = 0; i < programs.size(); i++) {
        if (done[i] < programs.get(i).size()) {
          complete = false;
          NaiveEngine next = state.copy();
          Object outcome = perform(next, programs.get(i).get(done[i]));
          if (outcome.equals(outcomes.get(i).get(done[i]))) {
            done[i]++;
            if (isSerial(next, done, last)) {
              return true;
            }
            done[i]--;
          }
        }
      }
      return complete && state.places().equals(last);
    }
  }

  private static IndexWriterConfig writerConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
  }

  private static Object perform(CollapsingIndexWriter writer, ModelOperation operation)
      throws IOException {
    return switch (operation) {
      case Update update when update.rank() == null -> writer.updateDocument(update.document());
      case Update update -> held(writer, update.document());
      case Delete delete -> writer.deleteDocuments(delete.id()) > 0;
      case DeleteByWord(String word) ->
          writer.deleteDocuments(new TermQuery(new Term("text", word)));
      default -> throw new AssertionError(operation);
    };
  }

  private static DecidedDocument held(CollapsingIndexWriter writer, Document document)
      throws IOException {
    DecidedDocument decided = writer.decide(writer.prepare(document));
    decided.writeLater(
        e -> {
          throw new AssertionError(e);
        });
    return decided;
  }

  private static Object perform(NaiveEngine naive, ModelOperation operation) {
    return switch (operation) {
      case Update update -> update.applyTo(naive);
      case Delete delete -> naive.delete(delete.id());
      case DeleteByWord(String word) -> naive.deleteByWord(word);
      default -> throw new AssertionError(operation);
    };
  }

  /** Longer programs, each on ids of its own, so that what should be there is known. */
  public void testManyThreadsLoseNothing() throws Exception {
    int threads = 2 + random().nextInt(7);
    for (Variants variants : Variants.values()) {
      TextUniverse universe = TextUniverse.draw(random(), 0.8);
      CollapseConfig config =
          TextUniverse.config(0.8)
              .withVariants(variants)
              .withPreference(ModelOperation.drawPreference(random()))
              .withMaxHeldBytes(random().nextInt(20_000))
              .withMaxPending(1 + random().nextInt(100));
      try (Directory directory = new ByteBuffersDirectory();
          CollapsingIndexWriter writer =
              CollapsingIndexWriter.open(directory, config, writerConfig())) {
        List<Future<Map<String, String>>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          Random random = new Random(random().nextLong());
          String prefix = "t" + i + "_";
          workers.add(pool.submit(() -> work(writer, universe, prefix, random)));
        }
        Map<String, String> expected = new TreeMap<>();
        while (workers.stream().anyMatch(worker -> !worker.isDone())) {
          IndexState.assertInvariants(IndexState.read(writer, variants), universe, config);
        }
        for (Future<Map<String, String>> worker : workers) {
          expected.putAll(worker.get());
        }
        Map<String, Place> places = IndexState.read(writer, variants);
        IndexState.assertInvariants(places, universe, config);
        Map<String, String> texts = new TreeMap<>();
        places.forEach((id, place) -> texts.put(id, place.text()));
        if (variants == Variants.DROP) {
          expected.entrySet().removeIf(each -> !texts.containsKey(each.getKey()));
        }
        assertEquals(expected, texts);
      }
    }
  }

  private static Map<String, String> work(
      CollapsingIndexWriter writer, TextUniverse universe, String prefix, Random random)
      throws IOException {
    Map<String, String> expected = new TreeMap<>();
    List<DecidedDocument> unwritten = new ArrayList<>();
    for (int i = 0; i < (TEST_NIGHTLY ? 2000 : 100); i++) {
      Update update = Update.draw(random, universe, prefix, 10);
      if (random.nextInt(4) == 0) {
        writer.deleteDocuments(update.id());
        expected.remove(update.id());
      } else {
        DecidedDocument decided =
            random.nextBoolean()
                ? held(writer, update.document())
                : writer.decide(writer.prepare(update.document()));
        unwritten.add(decided);
        expected.put(update.id(), update.text());
      }
      while (unwritten.size() > random.nextInt(10)) {
        unwritten.remove(random.nextInt(unwritten.size())).write();
      }
    }
    for (DecidedDocument each : unwritten) {
      each.write();
    }
    return Collections.unmodifiableMap(expected);
  }
}
