// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

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
    filter.add(storedKey());
    assertTrue(filter.mayHave(storedKey()));
    filter.begin(0);
    assertFalse(filter.isToBeFilled());
    assertFalse(filter.mayHave(storedKey()));
  }

  public void testHasAllKeysAndFewOthers() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
    int expected = random().nextInt(200_000);
    filter.begin(expected);
    Set<Long> keys = add(filter, 2 * expected);
    assertFalse(filter.isToBeFilled());
    assertHas(filter, keys);
    assertTrue(shareOfOthers(filter) < .1);
  }

  /** As many others as its description says. */
  public void testOtherKeys() {
    int words = 1 << 12;
    for (int keysAWord : new int[] {3, 6, 12}) {
      VisibleKeyFilter filter = new VisibleKeyFilter((long) words * Long.BYTES);
      filter.begin(1L << 30);
      add(filter, words * keysAWord);
      double expected = keysAWord == 3 ? .0005 : keysAWord == 6 ? .008 : .086;
      assertEquals(expected, shareOfOthers(filter), .0004 + .25 * expected);
    }
  }

  public void testKeysOfAllLines() {
    for (long bytes = 1; bytes < 1 << 20; bytes *= 2) {
      VisibleKeyFilter filter = new VisibleKeyFilter(bytes);
      filter.begin(1L << 30);
      for (long key : new long[] {0, 1, 1L << 39, (1L << 40) - 1, storedKey()}) {
        assertFalse(filter.mayHave(key));
        filter.add(key);
        assertTrue(filter.mayHave(key));
      }
    }
  }

  public void testWantsMoreRoomUntilItMayNotGrow() {
    VisibleKeyFilter filter = new VisibleKeyFilter(1 << 17);
    filter.begin(10);
    add(filter, 100_000);
    assertTrue("grows", filter.isToBeFilled());
    filter.begin(100_000);
    Set<Long> keys = add(filter, 100_000);
    assertFalse("as large as it may be", filter.isToBeFilled());
    assertHas(filter, keys);
    double others = shareOfOthers(filter);
    assertTrue("still of use: " + others, others > .005 && others < .1);
    add(filter, 120_000);
    assertTrue("half of the keys may be of documents that went", filter.isToBeFilled());
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
        writer.flush();
        add(writer, "first", 700, 1400); // the filter grows on the way
        for (int i = 0; i < 50; i++) {
          assertEquals(1, writer.deleteDocuments("first" + i));
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
      writer.flush(); // some 40 keys short of the least size
      writer.updateDocument(document("last", text(name, 10, 10))); // near the middle one
      for (int i = 0; i < pairs; i++) {
        assertEquals(1, writer.deleteDocuments("original" + i)); // its copy has 13 other keys or so
      }
      writer.flush();
      assertEquals(1, writer.deleteDocuments("first"));
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

  /** Adds different keys, some of them twice. */
  private static Set<Long> add(VisibleKeyFilter filter, int count) {
    Set<Long> keys = new HashSet<>();
    while (keys.size() < count) {
      long key = storedKey();
      for (int i = random().nextInt(10) == 0 ? 2 : 1; i > 0; i--) {
        filter.add(key);
      }
      keys.add(key);
    }
    return keys;
  }

  private static void assertHas(VisibleKeyFilter filter, Set<Long> keys) {
    keys.forEach(key -> assertTrue(filter.mayHave(key)));
  }

  /** Of keys that are most likely not there. */
  private static double shareOfOthers(VisibleKeyFilter filter) {
    int passed = 0;
    for (int i = 0; i < 100_000; i++) {
      passed += filter.mayHave(storedKey()) ? 1 : 0;
    }
    return passed / 100_000.0;
  }

  private static long storedKey() {
    return random().nextLong() >>> 24;
  }
}
