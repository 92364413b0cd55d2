// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Outcome;

public class TestVisibleKeyFilter extends CollapseTestCase {
  public void testLetsAllPassUntilFilled() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    assertTrue(filter.isToBeFilled());
    assertTrue(filter.mayContain(random().nextLong()));
    filter.begin(0);
    assertFalse(filter.isToBeFilled());
    assertFalse(filter.mayContain(storedKey()));
  }

  public void testHasAllKeysAndFewOthers() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    int expected = random().nextInt(200_000);
    filter.begin(expected);
    Set<Long> keys = add(filter, 2 * expected);
    assertFalse(filter.isToBeFilled());
    keys.forEach(key -> assertTrue(filter.mayContain(key)));
    assertTrue(shareOfOthers(filter, keys) < .1);
  }

  public void testWantsMoreRoomUntilItMayNotGrow() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 17);
    filter.begin(10);
    add(filter, 100_000);
    assertTrue("grows", filter.isToBeFilled());
    filter.begin(100_000);
    Set<Long> keys = add(filter, 100_000);
    assertFalse("as large as it may be", filter.isToBeFilled());
    keys.forEach(key -> assertTrue(filter.mayContain(key)));
    double others = shareOfOthers(filter, keys);
    assertTrue("still of use: " + others, others > .005 && others < .1);
    add(filter, 120_000);
    assertTrue("half of the keys may be of documents that went", filter.isToBeFilled());
  }

  /** As many others pass as {@link BloomFilter} says. */
  public void testOthersThatPass() {
    assertEquals(.02, shareOfOthers(6), .005);
    assertEquals(.09, shareOfOthers(12), .01);
    assertEquals(.31, shareOfOthers(24), .02);
  }

  private static double shareOfOthers(int keysAWord) {
    int words = 1000 + random().nextInt(5000); // with fewer, keys spread more evenly
    int passed = 0;
    int asked = 0;
    while (asked < 100_000) {
      BloomFilter bits = new BloomFilter(words);
      for (int i = 0; i < words * keysAWord; i++) {
        bits.add(storedKey());
      }
      for (int i = 0; i < 50 * words; i++, asked++) {
        passed += bits.mayContain(storedKey()) ? 1 : 0;
      }
    }
    return (double) passed / asked;
  }

  public void testKeysInAllOrders() {
    BloomFilter bits = new BloomFilter(1 + random().nextInt(100_000));
    for (long key : new long[] {0, 1, 1L << 39, (1L << 40) - 1, storedKey()}) {
      assertTrue(bits.add(key));
      assertFalse(bits.add(key));
      assertTrue(bits.mayContain(key));
    }
  }

  public void testLeastSize() {
    VisibleKeyFilter filter = new VisibleKeyFilter(0);
    filter.begin(1 << 20);
    add(filter, 1 << 20);
    assertFalse(filter.isToBeFilled());
  }

  /** More documents than the smallest filter has room for, pending, in segments and promoted. */
  public void testCopiesAreFoundHoweverTheFilterWasFilled() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = openWithoutMerges(directory)) {
        add(writer, "first", 0, 700);
        add(writer, "second", 0, 100);
        writer.refresh();
        add(writer, "first", 700, 1400); // the filter grows on the way
        for (int i = 0; i < 50; i++) {
          assertTrue(writer.deleteDocument("first" + i));
        }
        assertAllHidden(writer, "third", 1400);
      }
      try (CollapsingIndexWriter writer = openWithoutMerges(directory)) {
        assertAllHidden(writer, "fourth", 1400);
      }
    }
  }

  /** What becomes visible may fill it up while others are pending, which have to be known then. */
  public void testKnowsWhatWasPendingWhenItBecameFull() throws IOException {
    for (int i = 0; i < 40; i++) { // in most of them, keys that all three texts have would do
      checkKnowsWhatWasPending("index" + i + "x");
    }
  }

  private static void checkKnowsWhatWasPending(String name) throws IOException {
    int pairs = 6;
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = openWithoutMerges(directory)) {
      writer.updateDocument(document("first", text(name, 0, 0)));
      writer.updateDocument(document("middle", text(name, 0, 10)));
      for (int i = 0; i < pairs; i++) {
        writer.updateDocument(document("original" + i, text(name + "pair" + i, 0, 0)));
        writer.updateDocument(document("copy" + i, text(name + "pair" + i, 0, 10)));
      }
      writer.refresh(); // some 40 keys short of the least size
      writer.updateDocument(document("last", text(name, 10, 10))); // near the middle one
      for (int i = 0; i < pairs; i++) {
        assertTrue(writer.deleteDocument("original" + i)); // its copy has 13 other keys or so
      }
      writer.refresh();
      assertTrue(writer.deleteDocument("first"));
      assertFalse(read(writer).get("middle").hidden());
      assertTrue(read(writer).get("last").hidden());
    }
  }

  /** A hundred words, with others for the first and for the last ones. */
  private static String text(String name, int first, int last) {
    List<String> words = new ArrayList<>(words(name + "first", first));
    words.addAll(words(name, 100).subList(first, 100 - last));
    words.addAll(words(name + "last", last));
    return text(words);
  }

  /** A merge would write bands of the promoted. */
  private static CollapsingIndexWriter openWithoutMerges(Directory directory) throws IOException {
    return CollapsingIndexWriter.open(
        directory, CONFIG, writerConfig().setMergePolicy(NoMergePolicy.INSTANCE));
  }

  private static void add(CollapsingIndexWriter writer, String name, int from, int to)
      throws IOException {
    for (int i = from; i < to; i++) {
      writer.updateDocument(document(name + i, textLike(i, name)));
    }
  }

  /** Texts of one number are near-duplicates of each other, .9 or more. */
  private static String textLike(int number, String name) {
    return text(words("n" + number + "x", 100)) + " " + name;
  }

  private static void assertAllHidden(CollapsingIndexWriter writer, String name, int count)
      throws IOException {
    for (int i = 0; i < count; i++) {
      Outcome outcome = writer.updateDocument(document(name + i, textLike(i, name)));
      assertTrue(name + i + ": " + outcome, outcome instanceof Outcome.Hidden);
    }
  }

  private Set<Long> add(VisibleKeyFilter filter, int count) {
    Set<Long> keys = new HashSet<>();
    while (keys.size() < count) {
      long key = storedKey();
      keys.add(key);
      filter.add(key);
    }
    return keys;
  }

  private double shareOfOthers(VisibleKeyFilter filter, Set<Long> keys) {
    int passed = 0;
    for (int i = 0; i < 10_000; i++) {
      long key = storedKey();
      passed += !keys.contains(key) && filter.mayContain(key) ? 1 : 0;
    }
    return passed / 10_000.0;
  }

  private static long storedKey() {
    return random().nextLong() >>> 24;
  }
}
