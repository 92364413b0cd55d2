// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Outcome;

public class TestVisibleKeyFilter extends CollapseTestCase {
  public void testLetsAllPassUntilFilled() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    assertTrue(filter.isToBeFilled());
    filter.add(storedKey(), 1);
    assertEquals(VisibleKeyFilter.ALL, filter.labels(storedKey()));
    filter.begin(0);
    assertFalse(filter.isToBeFilled());
    assertEquals(0, filter.labels(storedKey()));
  }

  public void testHasAllKeysAndFewOthers() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    int expected = random().nextInt(200_000);
    filter.begin(expected);
    Map<Long, Long> keys = add(filter, 2 * expected);
    assertFalse(filter.isToBeFilled());
    assertHas(filter, keys);
    assertTrue(shareOfOthers(filter, keys) < .1);
  }

  public void testWantsMoreRoomUntilItMayNotGrow() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 17);
    filter.begin(10);
    add(filter, 100_000);
    assertTrue("grows", filter.isToBeFilled());
    filter.begin(100_000);
    Map<Long, Long> keys = add(filter, 100_000);
    assertFalse("as large as it may be", filter.isToBeFilled());
    assertHas(filter, keys);
    double others = shareOfOthers(filter, keys);
    assertTrue("still of use: " + others, others > .01 && others < .1);
    add(filter, 120_000);
    assertTrue("half of the keys may be of documents that went", filter.isToBeFilled());
  }

  public void testTheNextLabelIsTheOneOfTheFewestKeys() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    assertEquals("not filled", 0, filter.nextLabel());
    filter.begin(10_000);
    for (int label = 0; label < BloomFilter.LABELS; label++) {
      assertEquals(label, filter.nextLabel());
      addTo(filter, label, label == 17 ? 5 : 10 + random().nextInt(10));
    }
    assertEquals(17, filter.nextLabel());
    filter.begin(10_000);
    assertEquals(0, filter.nextLabel());
  }

  private static void addTo(VisibleKeyFilter filter, int label, int keys) {
    for (int i = 0; i < keys; i++) {
      filter.add(storedKey(), label);
    }
  }

  public void testLeastSize() {
    VisibleKeyFilter filter = new VisibleKeyFilter(0);
    filter.begin(1 << 20);
    add(filter, 1 << 20);
    assertFalse(filter.isToBeFilled());
  }

  public void testHasKeysThatChangeNothing() {
    VisibleKeyFilter filter = new VisibleKeyFilter(0);
    filter.begin(0);
    addTo(filter, 0, 10_000); // sets all bits
    for (int label = 1; label < BloomFilter.LABELS; label++) {
      long key = storedKey();
      filter.add(key, label);
      assertTrue("label " + label, (filter.labels(key) & 1L << label) != 0);
    }
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

  /** Adds different keys, with a label or two out of four; returns the labels of each. */
  private static Map<Long, Long> add(VisibleKeyFilter filter, int count) {
    Map<Long, Long> keys = new HashMap<>();
    while (keys.size() < count) {
      long key = storedKey();
      for (int i = random().nextInt(10) == 0 ? 2 : 1; i > 0; i--) {
        int label = random().nextInt(4);
        filter.add(key, label);
        keys.merge(key, 1L << label, (a, b) -> a | b);
      }
    }
    return keys;
  }

  private static void assertHas(VisibleKeyFilter filter, Map<Long, Long> keys) {
    keys.forEach((key, labels) -> assertEquals(0, labels & ~filter.labels(key)));
  }

  private static double shareOfOthers(VisibleKeyFilter filter, Map<Long, Long> keys) {
    int passed = 0;
    for (int i = 0; i < 10_000; i++) {
      long key = storedKey();
      passed += !keys.containsKey(key) && filter.labels(key) != 0 ? 1 : 0;
    }
    return passed / 10_000.0;
  }

  private static long storedKey() {
    return random().nextLong() >>> 24;
  }
}
