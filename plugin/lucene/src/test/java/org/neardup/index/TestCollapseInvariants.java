// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.internal.sketch.ElementSet;

/** The writer's invariants under random operations, beside a map of what should be there. */
public class TestCollapseInvariants extends CollapseTestCase {

  public void testRandomOperations() throws IOException {
    for (int i = 0; i < atLeast(8); i++) {
      Directory directory = newDirectory();
      String preference =
          RandomPicks.randomFrom(random(), List.of("first", "last", "longest", "min:id,last"));
      CollapseConfig config =
          CONFIG
              .withMaxPending(1 + random().nextInt(40))
              .withPreference(Preference.parse(preference));
      new Sequence(directory, random(), config).run();
      directory.close();
    }
  }

  /** One sequence of operations on texts that are made to meet. */
  private static final class Sequence {
    private final Directory directory;
    private final Random random;
    private final CollapseConfig config;
    private final List<String> sources = new ArrayList<>();
    private final Map<String, String> expected = new TreeMap<>();
    private CollapsingIndexWriter writer;

    Sequence(Directory directory, Random random, CollapseConfig config) throws IOException {
      this.directory = directory;
      this.random = random;
      this.config = config;
      writer = open(directory, config);
      for (int i = 0; i < 4; i++) {
        sources.add(text(words("s" + i + "_", 20 + random.nextInt(150))));
      }
    }

    void run() throws IOException {
      for (int i = 0; i < 120; i++) {
        step();
        if (i % 10 == 0) {
          check();
        }
      }
      check();
      writer.close();
    }

    private void step() throws IOException {
      String id = Integer.toString(random.nextInt(40));
      switch (random.nextInt(12)) {
        case 0, 1 -> assertEquals(expected.remove(id) != null ? 1 : 0, writer.deleteDocuments(id));
        case 2 -> writer.flush();
        case 3 -> reopen();
        default -> update(id);
      }
    }

    private void update(String id) throws IOException {
      String text = edit(random, sources.get(random.nextInt(4)), random.nextInt(5));
      Outcome outcome = writer.updateDocument(document(id, text));
      assertEquals(expected.put(id, text) != null, outcome.replaced());
    }

    private void reopen() throws IOException {
      if (random.nextInt(4) == 0) {
        writer.close();
        writer = open(directory, config);
      } else {
        writer.commit();
      }
    }

    private void check() throws IOException {
      Map<String, Found> found = read(writer);
      Map<String, String> texts = new TreeMap<>();
      found.values().forEach(doc -> texts.put(doc.id(), doc.text()));
      assertEquals(expected, texts);
      assertInvariants(found);
    }
  }

  /** I1 and I3 exactly; I2 by the exact resemblance, as all texts are stored. */
  static void assertInvariants(Map<String, Found> found) throws IOException {
    Map<Long, Found> representatives = new HashMap<>();
    Map<String, ElementSet> sets = new HashMap<>();
    for (Found doc : found.values()) {
      sets.put(doc.id(), elements(doc.text()));
      if (!doc.hidden()) {
        assertNull("two visible in group", representatives.put(doc.group(), doc));
      }
    }
    for (Found doc : found.values()) {
      if (doc.hidden()) {
        Found representative = representatives.get(doc.group());
        assertNotNull("no representative for " + doc, representative);
        assertTrue(
            doc + " behind " + representative,
            nearDuplicates(doc, representative, sets, 0.65)); // a sketch may be sure, and err
      }
    }
    for (Found a : representatives.values()) {
      for (Found b : representatives.values()) {
        assertTrue(
            a + " and " + b, a.equals(b) || !nearDuplicates(a, b, sets, 0.93)); // bands miss some
      }
    }
  }

  private static boolean nearDuplicates(
      Found a, Found b, Map<String, ElementSet> sets, double threshold) {
    return a.text().equals(b.text()) || sets.get(a.id()).resemblance(sets.get(b.id())) >= threshold;
  }

  public void testThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4, new NamedThreadFactory("adder"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withMaxPending(50))) {
      List<Future<Map<String, String>>> workers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String prefix = i + "_";
        Random random = new Random(random().nextLong());
        workers.add(threads.submit(() -> work(writer, prefix, random)));
      }
      for (int i = 0; i < 10; i++) {
        assertInvariants(read(writer));
      }
      Map<String, String> expected = new TreeMap<>();
      for (Future<Map<String, String>> worker : workers) {
        expected.putAll(worker.get());
      }
      Map<String, Found> found = read(writer);
      assertInvariants(found);
      Map<String, String> texts = new TreeMap<>();
      found.values().forEach(doc -> texts.put(doc.id(), doc.text()));
      assertEquals(expected, texts);
    } finally {
      TestUtil.shutdownExecutorService(threads);
    }
  }

  /** Updates and deletes under ids of its own; returns what should be there at the end. */
  private static Map<String, String> work(
      CollapsingIndexWriter writer, String prefix, Random random) throws IOException {
    Map<String, String> expected = new HashMap<>();
    for (int i = 0; i < 150; i++) {
      String id = prefix + random.nextInt(30);
      if (random.nextInt(5) == 0) {
        assertEquals(expected.remove(id) != null ? 1 : 0, writer.deleteDocuments(id));
      } else {
        String source = text(words("s" + random.nextInt(3) + "_", 100));
        String text = edit(random, source, random.nextInt(5));
        writer.updateDocument(document(id, text));
        expected.put(id, text);
      }
    }
    return expected;
  }
}
