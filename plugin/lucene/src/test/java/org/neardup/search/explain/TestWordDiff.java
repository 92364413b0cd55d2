// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.search.explain.WordDiff.Change;

/** By the laws of a diff, and beside the longest common subsequence. */
public class TestWordDiff extends LuceneTestCase {

  private static List<String> randomWords() {
    List<String> words = new ArrayList<>();
    int vocabulary = 1 + random().nextInt(20);
    for (int i = random().nextInt(60); i > 0; i--) {
      words.add("w" + random().nextInt(vocabulary));
    }
    return words;
  }

  private static List<String> edited(List<String> words) {
    List<String> edited = new ArrayList<>(words);
    for (int i = random().nextInt(8); i > 0; i--) {
      if (random().nextBoolean() || edited.isEmpty()) {
        edited.add(random().nextInt(edited.size() + 1), "w" + random().nextInt(20));
      } else {
        edited.remove(random().nextInt(edited.size()));
      }
    }
    return edited;
  }

  private static List<String> applied(List<Change> changes, List<String> a, List<String> b) {
    List<String> result = new ArrayList<>();
    int x = 0;
    for (Change change : changes) {
      result.addAll(a.subList(x, change.fromA()));
      result.addAll(b.subList(change.fromB(), change.toB()));
      x = change.toA();
    }
    result.addAll(a.subList(x, a.size()));
    return result;
  }

  private static int edits(List<Change> changes) {
    return changes.stream().mapToInt(c -> c.toA() - c.fromA() + c.toB() - c.fromB()).sum();
  }

  private static int fewestEdits(List<String> a, List<String> b) {
    int[][] common = new int[a.size() + 1][b.size() + 1];
    for (int x = 1; x <= a.size(); x++) {
      for (int y = 1; y <= b.size(); y++) {
        common[x][y] =
            a.get(x - 1).equals(b.get(y - 1))
                ? common[x - 1][y - 1] + 1
                : Math.max(common[x - 1][y], common[x][y - 1]);
      }
    }
    return a.size() + b.size() - 2 * common[a.size()][b.size()];
  }

  private static WordDiff diff(List<String> a, List<String> b, int maxEdits) {
    return WordDiff.of(shown(a), shown(b), maxEdits);
  }

  private static ShownWords shown(List<String> words) {
    return ShownWords.of(String.join(" ", words), none -> null);
  }

  /** Changes follow each other with at least one common word between. */
  private static void assertInOrder(List<Change> changes, List<String> a, List<String> b) {
    int x = -1;
    int y = -1;
    for (Change change : changes) {
      assertTrue(change.fromA() > x && change.fromB() > y);
      assertEquals(change.fromA() - x, change.fromB() - y);
      assertTrue(change.toA() > change.fromA() || change.toB() > change.fromB());
      x = change.toA();
      y = change.toB();
    }
    assertTrue(x <= a.size() && y <= b.size());
  }

  public void testChangesMakeTheOtherTextAndAreTheFewest() {
    for (int i = 0; i < 500; i++) {
      List<String> a = randomWords();
      List<String> b = random().nextBoolean() ? edited(a) : randomWords();
      WordDiff diff = diff(a, b, 1000);
      assertTrue(diff.isComplete());
      assertEquals(b, applied(diff.changes(), a, b));
      assertEquals(fewestEdits(a, b), edits(diff.changes()));
    }
  }

  public void testGivingUpIsStillCorrect() {
    for (int i = 0; i < 500; i++) {
      List<String> a = randomWords();
      List<String> b = random().nextBoolean() ? edited(a) : randomWords();
      int most = random().nextInt(20);
      WordDiff diff = diff(a, b, most);
      assertEquals(fewestEdits(a, b) <= most, diff.isComplete());
      assertEquals(b, applied(diff.changes(), a, b));
      if (diff.isComplete()) {
        assertEquals(fewestEdits(a, b), edits(diff.changes()));
      }
    }
  }

  public void testSameTextsHaveNoChanges() {
    List<String> a = randomWords();
    assertEquals(List.of(), diff(a, List.copyOf(a), 0).changes());
    assertTrue(diff(a, a, 0).isComplete());
  }

  public void testAgainstNothing() {
    assertEquals(List.of(new Change(0, 2, 0, 0)), diff(List.of("x", "y"), List.of(), 9).changes());
    assertEquals(List.of(new Change(0, 0, 0, 2)), diff(List.of(), List.of("x", "y"), 9).changes());
  }

  public void testOneWordInTheMiddle() {
    assertEquals(
        List.of(new Change(1, 2, 1, 2)),
        diff(List.of("on", "Monday", "night"), List.of("on", "Friday", "night"), 9).changes());
  }

  public void testChangesAreApart() {
    for (int i = 0; i < 200; i++) {
      List<String> a = randomWords();
      List<String> b = edited(a);
      assertInOrder(diff(a, b, random().nextInt(30)).changes(), a, b);
    }
  }
}
