// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.compare.Guard;

/**
 * Many pages of one template: what an operation takes, counted in comparisons, does not grow with
 * their number.
 */
public class TestTemplates extends CollapseTestCase {
  private static final List<String> TEMPLATE = words("t", 300);

  private static final int MOST_COMPARISONS = 100; // that an operation may take

  /** The template with so many words in a row of its own. */
  private static String page(Random random, int own) {
    List<String> words = new ArrayList<>(TEMPLATE);
    int first = random.nextInt(words.size() - own + 1);
    for (int i = first; i < first + own; i++) {
      words.set(i, "x" + random.nextInt(1 << 30));
    }
    return text(words);
  }

  /** The template with words of its own at the same places in each page. */
  private static String filled(Random random, int places) {
    List<String> words = new ArrayList<>(TEMPLATE);
    for (int i = 0; i < places; i++) {
      words.set(15 + 30 * i, "x" + random.nextInt(1 << 30));
    }
    return text(words);
  }

  private static CollapsingIndexWriter openPlain(Directory directory, CollapseConfig config)
      throws IOException {
    return CollapsingIndexWriter.open(directory, config, plainConfig());
  }

  /** Not one that reads stored texts slowly, or writes a segment each few documents. */
  private static IndexWriterConfig plainConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(TestUtil.getDefaultCodec());
  }

  /** One page of a group after the other goes, the visible one each time. */
  public void testExpiry() throws IOException {
    for (Verification verification : Verification.values()) {
      long few = comparisonsOfExpiry(verification, 100);
      long many = comparisonsOfExpiry(verification, 400);
      if (verification != Verification.SKETCH) { // by which members leave the group on their own
        assertTrue(few + " and " + many, many <= 400 * MOST_COMPARISONS && many < 8 * few);
      }
    }
  }

  private static long comparisonsOfExpiry(Verification verification, int count) throws IOException {
    Random random = random();
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            openPlain(directory, CONFIG.withVerification(verification))) {
      for (int i = 0; i < count; i++) {
        writer.updateDocument(document("" + i, page(random, 4)));
      }
      writer.flush();
      long before = TableProbe.comparisons(writer);
      for (int i = 0; i < count; i++) {
        assertEquals(1, writer.deleteDocuments("" + i));
        if (i % 50 == 0) {
          writer.flush();
          checkVisible(writer, verification);
        }
      }
      return TableProbe.comparisons(writer) - before;
    }
  }

  /** One page is visible of those that are left, and all others are behind it. */
  private static void checkVisible(CollapsingIndexWriter writer, Verification verification)
      throws IOException {
    Set<Long> groups = new HashSet<>();
    int visible = 0;
    for (Found found : read(writer).values()) {
      groups.add(found.group());
      visible += found.hidden() ? 0 : 1;
    }
    assertEquals(groups.size(), visible);
    if (verification == Verification.EXACT) {
      assertTrue(visible <= 1);
    }
  }

  /** One of very many cuttings of a text goes after the other, the longest each time. */
  public void testExpiryWhereNothingIsLost() throws IOException {
    int count = TEST_NIGHTLY ? 16_000 : 400;
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            openPlain(directory, CONFIG.withThreshold(0.8).withGuards(Guard.LOSSLESS))) {
      for (int i = 0; i < count; i++) {
        writer.updateDocument(document("" + i, text(TEMPLATE.subList(0, 300 - i * 50 / count))));
      }
      writer.flush();
      long before = TableProbe.comparisons(writer);
      for (int i = 0; i < count; i++) {
        if (i % (count / 20) == 0) {
          checkVisible(writer, Verification.EXACT);
        }
        assertEquals(1, writer.deleteDocuments("" + i));
      }
      // Of 50 texts each is compared with all that are left, once.
      long most = 50L * count;
      assertTrue(
          "" + (TableProbe.comparisons(writer) - before),
          TableProbe.comparisons(writer) - before <= most);
    }
  }

  /** A page that grows: each version stands in the next ones. */
  public void testGrowthWhereNothingIsLost() throws IOException {
    long few = comparisonsOfGrowth(100);
    long many = comparisonsOfGrowth(400);
    assertTrue(few + " and " + many, many <= 400 * MOST_COMPARISONS && many < 8 * few);
  }

  private static long comparisonsOfGrowth(int count) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            openPlain(directory, CONFIG.withThreshold(0.8).withGuards(Guard.LOSSLESS))) {
      List<String> words = words("v", 900);
      for (int i = 0; i < count; i++) {
        writer.updateDocument(document("" + i, text(words.subList(0, 800 + i * 100 / count))));
      }
      checkVisible(writer, Verification.EXACT);
      return TableProbe.comparisons(writer);
    }
  }

  public void testKeepLast() throws IOException {
    long few = comparisonsOfKeepLast(100);
    long many = comparisonsOfKeepLast(400);
    assertTrue(few + " and " + many, many <= 400 * MOST_COMPARISONS && many < 8 * few);
  }

  private static long comparisonsOfKeepLast(int count) throws IOException {
    Random random = random();
    CollapseConfig config = CONFIG.withPreference(Preference.LAST).withMaxPending(50);
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer = openPlain(directory, config)) {
      for (int i = 0; i < count; i++) {
        writer.updateDocument(document("" + i, page(random, 4)));
        if (i % 97 == 0) {
          checkVisible(writer, Verification.EXACT);
        }
      }
      return TableProbe.comparisons(writer);
    }
  }

  /** None of them is a near-duplicate of another, but all are candidates. */
  public void testFloodBelowTheThreshold() throws IOException {
    Random random = random();
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            openPlain(directory, CONFIG.withVerification(Verification.EXACT))) {
      for (int i = 0; i < 600; i++) {
        assertTrue(
            writer.updateDocument(document("" + i, filled(random, 10))) instanceof Outcome.Visible);
      }
      assertTrue(writer.statistics().skippedCandidates() > 0);
      assertTrue(
          "" + TableProbe.comparisons(writer),
          TableProbe.comparisons(writer) <= 600L * MOST_COMPARISONS);
    }
  }

  /** Pairs that are skipped while pages arrive are found when the index is repaired. */
  public void testRepairFindsWhatWasSkipped() throws IOException {
    Random random = random();
    CollapseConfig config = CONFIG.withThreshold(0.8).withVerification(Verification.EXACT);
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = openPlain(directory, config)) {
        for (int i = 0; i < 600; i++) {
          writer.updateDocument(document("" + i, filled(random, 5 + random.nextInt(4))));
        }
        assertTrue(writer.statistics().skippedCandidates() > 0);
      }
      RepairReport report = IndexCheck.repair(directory, config, plainConfig());
      assertEquals(0, report.skippedPairs());
      try (CollapsingIndexWriter writer = openPlain(directory, config)) {
        long visible = read(writer).values().stream().filter(found -> !found.hidden()).count();
        // Those with 5 and 6 places are near each other; those with more near nobody.
        assertTrue("" + visible, visible > 600 / 3 && visible < 600 * 2 / 3);
      }
    }
  }
}
