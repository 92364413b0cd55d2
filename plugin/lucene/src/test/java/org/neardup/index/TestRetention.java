// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.store.Directory;

/** Hidden documents go when they are too old, and no other. */
public class TestRetention extends CollapseTestCase {
  private final AtomicLong now = new AtomicLong();
  private final CollapseConfig config =
      CONFIG.withRetention(
          new Retention("date", Duration.ofMillis(100), () -> Instant.ofEpochMilli(now.get())));

  public void testOldVariantsGoAtACommit() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(dated("1", TEXT, 0));
      writer.updateDocument(dated("2", NEAR, 5));
      writer.updateDocument(dated("3", TEXT, 6));
      writer.updateDocument(document("4", TEXT)); // without a date
      now.set(105);
      writer.commit();
      assertEquals(Set.of("1", "2", "3", "4"), read(writer).keySet());
      now.set(106);
      writer.commit();
      assertEquals(Set.of("1", "3", "4"), read(writer).keySet());
      assertEquals(0, writer.purge());
      now.set(107);
      assertEquals(1, writer.purge());
      assertEquals(Set.of("1", "4"), read(writer).keySet());
      assertEquals(2, writer.statistics().purged());
      writer.deleteDocuments("1");
      assertFalse(read(writer).get("4").hidden());
    }
  }

  public void testTheSameBeforeAndAfterRefreshesAndMerges() throws IOException {
    for (int i = 0; i < atLeast(3); i++) {
      try (Directory directory = newDirectory()) {
        runAtRandom(directory, new Random(random().nextLong()));
      }
    }
  }

  /** Purges at random among other operations; what is too old and hidden goes, nothing else. */
  private void runAtRandom(Directory directory, Random random) throws IOException {
    Map<String, Long> dates = new TreeMap<>();
    now.set(0);
    try (CollapsingIndexWriter writer = open(directory, config.withMaxPending(15))) {
      for (int i = 0; i < 80; i++) {
        String id = Integer.toString(random.nextInt(40));
        String source = text(words("s" + random.nextInt(3) + "_", 100));
        switch (random.nextInt(10)) {
          case 0 -> assertEquals(dates.remove(id) != null ? 1 : 0, writer.deleteDocuments(id));
          case 1 -> purgeAndCompare(writer, dates);
          case 2 -> writer.flush();
          case 3 -> writer.forceMerge(1 + random.nextInt(2));
          default -> {
            writer.updateDocument(numeric(id, edit(random, source, random.nextInt(4)), now.get()));
            dates.put(id, now.getAndAdd(5));
          }
        }
      }
      purgeAndCompare(writer, dates);
    }
  }

  private void purgeAndCompare(CollapsingIndexWriter writer, Map<String, Long> dates)
      throws IOException {
    Map<String, Found> before = read(writer);
    assertEquals(dates.keySet(), before.keySet());
    dates.keySet().removeIf(id -> before.get(id).hidden() && dates.get(id) < now.get() - 100);
    assertEquals(before.size() - dates.size(), writer.purge());
    Map<String, Found> after = read(writer);
    assertEquals(dates.keySet(), after.keySet());
    after.forEach((id, found) -> assertEquals(before.get(id), found));
    TestCollapseInvariants.assertInvariants(after);
  }

  private static Document numeric(String id, String text, long date) {
    Document document = document(id, text);
    document.add(new NumericDocValuesField("date", date));
    return document;
  }

  public void testRefusesANegativeAge() {
    IllegalArgumentException refusal =
        expectThrows(
            IllegalArgumentException.class, () -> new Retention("date", Duration.ofMillis(-1)));
    assertEquals("maxAge must not be negative, got PT-0.001S", refusal.getMessage());
  }
}
