// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.Contrast;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.report.GroupSource.Grouped;

/** Which variants are to be looked at, and which of them first. */
public class TestLookFirst extends LuceneTestCase {
  private static final Contrast SAME_TITLES = contrast("", "");

  private final LookFirst lookFirst = new LookFirst();
  private int groups;

  private static Contrast contrast(String a, String b) {
    return Contrast.of(TextDifference.of(a, b));
  }

  private void add(String a, String b, int textWords, Contrast titles) {
    Grouped.Near variant = new Grouped.Near(1, 0.9, null);
    Grouped group = new Grouped(groups++, 0, "", List.of(), List.of(variant));
    lookFirst.add(
        group,
        variant,
        contrast("we say " + a + " here", "we say " + b + " here"),
        textWords,
        titles);
  }

  private void add(String a, String b) {
    add(a, b, 40, SAME_TITLES);
  }

  private List<Long> order() {
    return lookFirst.byGroup().stream().map(g -> g.getFirst().doubt().group().number()).toList();
  }

  public void testOnlyTellingKindsOrFewWordsOfALongText() {
    add("1.5 billion", "2.5 billion");
    add("other words", "words");
    add("FORM", "form");
    add("other words", "words of many kinds", 100 * 50, SAME_TITLES);
    add("some " + "words ".repeat(20), "", 100 * 50, SAME_TITLES);
    assertEquals(List.of(0L, 3L), order());
    assertEquals(Map.of(ChangeKind.NUMBER, 1, ChangeKind.WORDS, 1), lookFirst.groupsByKind());
  }

  public void testMostTellingKindFirst() {
    add("on Monday", "on Tuesday");
    add("5 users", "6 users");
    add("we may", "we may not");
    assertEquals(List.of(2L, 1L, 0L), order());
  }

  public void testWhatManyGroupsHaveInCommonComesLast() {
    for (int i = 0; i < 5; i++) {
      add("version 9", "version 10");
    }
    add("for 9 users", "for 11 users");
    assertEquals(List.of(5L, 0L, 1L, 2L, 3L, 4L), order());
  }

  public void testTitlesAndRepeatsCount() {
    add("Float", "Double");
    add("Int", "Long", 40, contrast("the IntSorter", "the LongSorter"));
    add("Short and then Short", "Byte and then Byte");
    add("", "Added");
    assertEquals(List.of(1L, 2L, 0L, 3L), order());
  }

  public void testChangesThatSayAsMuchAreLeftOut() {
    List<Change> changes =
        contrast(
                "a org.apache.FloatSorter b c d FloatSorter e f 5",
                "a org.apache.IntSorter b c d IntSorter e f 6")
            .changes();
    assertEquals(
        List.of("FloatSorter", "5"),
        lookFirst.tellingFirst(changes).stream().map(Change::a).toList());
  }
}
