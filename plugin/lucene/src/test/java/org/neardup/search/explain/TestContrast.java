// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import static org.neardup.search.explain.ChangeKind.DATE;
import static org.neardup.search.explain.ChangeKind.FORM;
import static org.neardup.search.explain.ChangeKind.NAME;
import static org.neardup.search.explain.ChangeKind.NEGATION;
import static org.neardup.search.explain.ChangeKind.NUMBER;
import static org.neardup.search.explain.ChangeKind.WORDS;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.compare.Guard;
import org.neardup.search.explain.Contrast.Change;

/** Kinds of changes: known ones, and laws that hold for all. */
public class TestContrast extends LuceneTestCase {
  private static final String MIXED =
      "the and may May not isn't no March mars 3 2021 1.5 10:30 2021-03-04 $ % ten "
          + "million FloatSorter Float IBM a_b lawful unlawful nicht Haus haus 没 有 年 pm "
          + "e-mail Terms users, (data) end. So";

  private static final List<String> WORDS_OF_ALL_KINDS = List.of(MIXED.split(" "));

  private static ChangeKind kind(String before, String a, String b, String after) {
    return ChangeClassifier.classify(before, a, b, after).kind();
  }

  private static void assertKind(ChangeKind kind, String a, String b) {
    assertEquals(a + " | " + b, kind, kind("some words before", a, b, "and after"));
  }

  private static void assertAlike(String a, String b) {
    Contrast contrast = contrast("we say " + a + " here", "we say " + b + " here");
    assertEquals(a + " | " + b, List.of(), contrast.changes());
  }

  public void testNegations() {
    assertKind(NEGATION, "", "not");
    assertKind(NEGATION, "is", "isn't");
    assertKind(NEGATION, "can", "cannot");
    assertKind(NEGATION, "with", "without");
    assertKind(NEGATION, "lawful", "unlawful");
    assertKind(NEGATION, "a", "no");
    assertKind(NEGATION, "eine", "keine");
    assertKind(NEGATION, "", "n'est pas");
    assertKind(NEGATION, "有", "没");
    assertKind(NEGATION, "知ります", "知りません");
    assertKind(NEGATION, "", "нельзя");
    assertKind(NEGATION, "not", "never");
    assertKind(WORDS, "went", "came");
    assertKind(WORDS, "", "it is not what some of these people think of it");
  }

  /** Neither blanks nor the marks of Markdown make another name or number. */
  public void testMissingBlanksAndMarks() {
    assertAlike("Inc.You", "Inc. You");
    assertAlike("**Acme** Ltd", "Acme Ltd");
    assertAlike("\\_\\_2.1 Access\\_\\_", "2.1 Access");
    assertAlike("## 5. Refunds", "5.Refunds");
    assertAlike("[Acme", "Acme");
    assertAlike("_Acme_ `HttpClient`", "Acme HttpClient");
    assertAlike("10\u00a0km", "10km");
    assertAlike("\\_\\_2.2 Access\\_\\_ Access to it", "2.2 Access Access to it");
    assertKind(NUMBER, "1 2", "12");
    assertKind(NUMBER, "2*3", "23");
    assertKind(NUMBER, "1.5", "15");
    assertKind(NUMBER, "**10** days", "**12** days");
    assertKind(NAME, "**Acme** Ltd", "**Apex** Ltd");
    assertKind(NAME, "max_size", "min_size");
    assertKind(NEGATION, "**may**", "may not");
  }

  public void testNumbers() {
    assertKind(NUMBER, "1.5", "2.5");
    assertKind(NUMBER, "10%", "12%");
    assertKind(NUMBER, "$5", "€5");
    assertKind(NUMBER, "million", "billion");
    assertKind(NUMBER, "ten (10)", "thirty (30)");
    assertKind(NUMBER, "9.12.3", "10.0.0");
    assertKind(NUMBER, "30-day", "60-day");
    assertKind(NUMBER, "5th", "6th");
    assertEquals(NUMBER, kind("at most $", "2000", "2010", "a year"));
    assertKind(WORDS, "10 days", "2 weeks");
  }

  public void testDates() {
    assertKind(DATE, "3 March 2021", "14 May 2021");
    assertKind(DATE, "2019-01-02", "2020-03-04T10:00:00Z");
    assertKind(DATE, "2019", "2021");
    assertKind(DATE, "Monday", "Tuesday");
    assertKind(DATE, "10:30 pm", "11:30 pm");
    assertKind(DATE, "1er mars", "2 juin");
    assertKind(DATE, "3 Mai", "4 Juni");
    assertKind(DATE, "2019年1月", "2020年3月");
    assertEquals(DATE, kind("of March", "3,", "14,", "all"));
    assertEquals(DATE, kind("on", "3", "4", "Januar"));
    assertEquals(NUMBER, kind("we may", "3", "4", "times"));
    assertKind(WORDS, "may", "must");
  }

  public void testNames() {
    assertKind(NAME, "FloatSorter", "DoubleSorter");
    assertKind(NAME, "Google", "Microsoft Corporation");
    assertKind(NAME, "of Scotland", "of England and Wales");
    assertKind(NAME, "org.apache.lucene", "org.apache.solr");
    assertKind(NAME, "IBM", "SAP");
    assertKind(NAME, "Windows 10", "macOS");
    assertKind(NAME, "a_b", "a_c");
    assertKind(NAME, "", "Facebook");
    assertKind(WORDS, "", "of the");
    assertKind(WORDS, "Google", "others");
    assertEquals(WORDS, kind("That is all.", "Users", "Members", "agree"));
    assertEquals(WORDS, kind("", "Users", "Members", "agree"));
    assertEquals(WORDS, kind("IN NO EVENT SHALL WE BE", "LIABLE", "RESPONSIBLE", "FOR"));
    assertEquals(NAME, kind("That is all.", "FloatSorter", "IntSorter", "sorts"));
  }

  /** What differs by numbers in digits, or by names with a capital, is parted by the guard. */
  public void testGuardsPartWhatDiffersByTheirWords() {
    List<String> words =
        List.of("Haus", "Google", "Jean-Luc", "it", "7", "1.5", "30-day", "5th", "went");
    int parted = 0;
    for (int i = 0; i < 2000; i++) {
      String before = random().nextBoolean() ? "so they say" : "so they say.";
      String a = words.get(random().nextInt(words.size()));
      String b = words.get(random().nextInt(words.size()));
      ChangeKind kind = kind(before, a, b, "and so on");
      Guard guard = kind == NAME ? Guard.NAMES : Guard.NUMBERS;
      if (kind == NAME || kind == NUMBER) {
        parted++;
        assertNotEquals(guard.words(before + " " + a), guard.words(before + " " + b));
      }
    }
    assertTrue(parted > 100);
    assertKind(NAME, "Jean-Luc", "Karl");
    assertEquals(WORDS, kind("so they say.", "Google", "Haus", "is"));
    assertEquals(NAME, kind("by Dr.", "Smith", "Jones", "of"));
  }

  public void testWhatIsNoWord() {
    assertKind(FORM, "Users,", "users");
    assertKind(FORM, "e-mail", "email");
    assertKind(FORM, "—", "-");
    assertKind(FORM, "IBM", "ibm");
    assertKind(FORM, "$1,500", "$1500");
    assertKind(FORM, "1,234,567.50 (1.5)", "1234567.50 (1.5)");
    assertKind(FORM, "(data)", "\"data\".");
    assertKind(NUMBER, "1.5", "15");
  }

  private static String some(int most) {
    StringBuilder words = new StringBuilder();
    for (int i = random().nextInt(most + 1); i > 0; i--) {
      words.append(WORDS_OF_ALL_KINDS.get(random().nextInt(WORDS_OF_ALL_KINDS.size()))).append(' ');
    }
    return words.toString().strip();
  }

  public void testSameInBothDirections() {
    for (int i = 0; i < 10_000; i++) {
      String before = some(3);
      String after = some(3);
      String a = some(3);
      String b = some(3);
      Change change = ChangeClassifier.classify(before, a, b, after);
      Change back = ChangeClassifier.classify(before, b, a, after);
      assertEquals(new Change(a, b, back.kind(), back.words()), change);
      assertEquals(change.kind() == FORM, change.words() == 0);
    }
  }

  public void testNoChangeFromItself() {
    for (int i = 0; i < 1000; i++) {
      String words = some(5);
      assertEquals(FORM, kind(some(3), words, words, some(3)));
      String shouted = words.toUpperCase(Locale.ROOT).replace(" ", " , ") + "!";
      assertEquals(words, FORM, kind(some(3), words, shouted, some(3)));
    }
  }

  public void testPunctuationAroundDoesNotCount() {
    for (int i = 0; i < 10_000; i++) {
      String a = some(3);
      String b = some(3);
      assertEquals(
          a + " | " + b,
          kind("as they say", a, b, "in any case"),
          kind("as they say", "  " + a + ",", "~ " + b + "; ", "in any case"));
    }
  }

  public void testCaseMakesNamesOnly() {
    for (int i = 0; i < 10_000; i++) {
      String a = some(2).toLowerCase(Locale.ROOT).replace("_", "");
      String b = some(2).toLowerCase(Locale.ROOT).replace("_", "");
      assertNotEquals(a + " | " + b, NAME, kind("some words", a, b, "and others"));
    }
  }

  private static Contrast contrast(String a, String b) {
    return Contrast.of(TextDifference.of(a, b));
  }

  public void testChangesOfTexts() {
    String text = "We may share the data of 5 users with Google until 3 March 2021, so they say. ";
    assertEquals(Set.of(), contrast(text, text).kinds());
    assertEquals(Set.of(), contrast(text, text.toUpperCase(Locale.ROOT)).kinds());
    assertEquals(Set.of(NEGATION), contrast(text, text.replace("may", "may not")).kinds());
    assertEquals(Set.of(NUMBER), contrast(text, text.replace("5", "15")).kinds());
    assertEquals(Set.of(NAME), contrast(text, text.replace("Google", "Microsoft")).kinds());
    assertEquals(Set.of(DATE), contrast(text, text.replace("3 M", "9 M")).kinds());
    Contrast all = contrast(text, text.replace("5", "15").replace("share", "not sell"));
    assertEquals(Set.of(NEGATION, NUMBER), all.kinds());
    assertEquals(3, all.words());
    assertEquals(
        List.of(new Change("share", "not sell", NEGATION, 2), new Change("5", "15", NUMBER, 1)),
        all.changes());
  }

  public void testNamesAreNamesWhereverTheyChange() {
    String text = "Use DoubleSorter to sort a Double here, or with it a double value of yours";
    String other = text.replace("Double", "Float").replace("double", "float");
    assertEquals(Set.of(NAME), contrast(text, other).kinds());
    assertEquals(Set.of(NAME), contrast(other, text).kinds());
    assertEquals(Set.of(WORDS), contrast(text, text.replace("double", "float")).kinds());
  }

  public void testTextsInBothDirections() {
    for (int i = 0; i < 1000; i++) {
      String[] a = TestUtil.randomSimpleString(random(), 40).split("(?<=[a-m])", -1);
      String[] b = Stream.of(a).map(word -> rarely() ? "not 3" : word).toArray(String[]::new);
      String textOfA = String.join(" ", a);
      String textOfB = String.join(" ", b);
      assertEquals(contrast(textOfA, textOfB).kinds(), contrast(textOfB, textOfA).kinds());
    }
  }
}
