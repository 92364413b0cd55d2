// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.nio.CharBuffer;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.analysis.NormalizedAnalyzer;

/** What guards find in texts of many languages, and laws that hold for all texts. */
public class TestGuard extends LuceneTestCase {
  private static final List<Guard> OF_TEXT = List.of(Guard.NUMBERS, Guard.NEGATIONS, Guard.NAMES);

  private static void assertWords(Guard guard, String text, String... words) {
    assertEquals(text, List.of(words), guard.words(text));
  }

  private static void assertAgree(Guard guard, String a, String b) {
    assertEquals(guard.words(a), guard.words(b));
    assertEquals(a + " | " + b, guard.key(a), guard.key(b));
  }

  private static void assertParts(Guard guard, String a, String b) {
    assertNotEquals(guard.words(a), guard.words(b));
    assertNotEquals(a + " | " + b, guard.key(a), guard.key(b));
  }

  public void testNames() {
    for (Guard guard : OF_TEXT) {
      assertEquals(guard, Guard.parse(guard.toString()));
      assertTrue(guard.hasKey());
      assertNull(guard.field());
    }
    Guard price = Guard.parse("field:price");
    assertEquals(Guard.field("price"), price);
    assertEquals("price", price.field());
    assertEquals("field:price", price.toString());
    assertTrue(price.hasKey());
    assertFalse(Guard.parse("lossless").hasKey());
    assertEquals(
        "guard must be one of numbers, negations, names, lossless, field:NAME, got \"number\"",
        expectThrows(IllegalArgumentException.class, () -> Guard.parse("number")).getMessage());
    expectThrows(IllegalArgumentException.class, () -> Guard.parse("field:"));
    expectThrows(IllegalArgumentException.class, () -> Guard.field("a,b"));
    expectThrows(IllegalArgumentException.class, () -> Guard.LOSSLESS.key("a"));
  }

  public void testValues() {
    Guard price = Guard.field("price");
    assertWords(price, "$5 or 6", "$5 or 6");
    assertParts(price, "5", "5.0");
  }

  public void testNumbers() {
    assertWords(Guard.NUMBERS, "9.82,7 and 12,34,567.8", "1234567.8", "9.82,7");
    assertWords(Guard.NUMBERS, "no number, one of none");
    assertWords(Guard.NUMBERS, "");
    for (String same :
        List.of(
            "1,000.5", "1.000,5", "1 000,5", "1\u00a0000.5", "1'000.5", "1\u2019000,5", "1000.5")) {
      assertWords(Guard.NUMBERS, "costs " + same + ".", "1000.5");
    }
    assertWords(Guard.NUMBERS, "1,234,567 12,34,567 1.234.567", "1234567", "1234567", "1234567");
    assertWords(Guard.NUMBERS, "0.125 and .125 and 0,125", "0.125", "0.125", "0.125");
    assertWords(Guard.NUMBERS, "the 1st, 2nd, 15th of 3", "1", "15", "2", "3");
    assertWords(Guard.NUMBERS, "Ends with 5. Then 6, 7, and 8.", "5", "6", "7", "8");
    assertWords(Guard.NUMBERS, "version 9.12.3", "9.12.3");
    assertParts(Guard.NUMBERS, "version 1.10", "version 1.1");
    assertParts(Guard.NUMBERS, "1.5", "15");
    assertParts(Guard.NUMBERS, "5", "5 5");
    assertWords(Guard.NUMBERS, "10\u00b2, 1\u00bd, \u0bf0", "102", "11", "2", "\u0bf0");
  }

  public void testSigns() {
    assertWords(Guard.NUMBERS, "at -5 or \u22125 or (-5)", "-5", "-5", "-5");
    assertWords(Guard.NUMBERS, "- 5, +5", "5", "5");
    for (String same : List.of("5%", "5 %", "5 percent", "5 per cent", "5 Prozent", "%5")) {
      assertWords(Guard.NUMBERS, "by " + same + " and", "5%");
    }
    assertWords(Guard.NUMBERS, "5 percentages", "5");
    for (String same : List.of("$5", "5$", "5 $", "US$5", "US$ 5", "USD 5", "5 USD")) {
      assertWords(Guard.NUMBERS, "for " + same + " and", "5$");
    }
    assertWords(Guard.NUMBERS, "-$5 and $-5", "-5$", "-5$");
    assertWords(Guard.NUMBERS, "5 $6 and €7 €8 or 9 € 10", "10", "5", "6$", "7€", "8€", "9€");
    assertWords(Guard.NUMBERS, "5 \ufdfc $6", "5", "6$"); // a sign that is normalised to a word
    assertWords(Guard.NUMBERS, "-$ 5, -USD 6", "-5$", "-6$");
    assertParts(Guard.NUMBERS, "$5", "£5");
    assertParts(Guard.NUMBERS, "$5", "5");
    assertParts(Guard.NUMBERS, "5 EUR", "5 USD");
    assertParts(Guard.NUMBERS, "-5 degrees", "5 degrees");
    assertParts(Guard.NUMBERS, "5 %", "5 \u2030");
  }

  public void testRangesDatesAndTelephones() {
    assertAgree(Guard.NUMBERS, "10-20 days", "10 to 20 days");
    assertAgree(Guard.NUMBERS, "10\u201320 days", "10-20 days");
    assertWords(Guard.NUMBERS, "COVID-19 in ISO-8859-1", "1", "19", "8859");
    assertWords(Guard.NUMBERS, "+49 (30) 555-1234", "1234", "30", "49", "555");
    assertParts(Guard.NUMBERS, "call 030 123 456", "call 030 123 457");
    for (String date : List.of("2021-03-04", "4.3.2021", "04/03/2021", "3/4/2021", "2021/3/4")) {
      assertWords(Guard.NUMBERS, "on " + date + ",", "2021", "3", "4");
    }
    assertAgree(Guard.NUMBERS, "March 4th, 2021", "4. März 2021");
    assertParts(Guard.NUMBERS, "the 15th of May", "the 16th of May");
    assertWords(Guard.NUMBERS, "at 10:30", "10", "30");
  }

  public void testDigitsOfOtherScripts() {
    for (String same : List.of("1,234.5", "١٬٢٣٤٫٥", "१,२३४.५", "১,২৩৪.৫", "１，２３４．５", "๑,๒๓๔.๕")) {
      assertWords(Guard.NUMBERS, "a " + same + " b", "1234.5");
    }
    assertWords(Guard.NUMBERS, "2021年3月4日に５円", "2021", "3", "4", "5");
    assertWords(Guard.NUMBERS, "٥٪", "5%");
    assertWords(Guard.NUMBERS, "￥100", "100¥");
  }

  public void testNegations() {
    assertWords(
        Guard.NEGATIONS, "It is NOT here, never was, and no one knows", "never", "no", "not");
    for (String same : List.of("do not", "don't", "don\u2019t", "dont", "DON'T")) {
      assertWords(Guard.NEGATIONS, "We " + same + " know", "not");
    }
    assertAgree(Guard.NEGATIONS, "you cannot", "you can not");
    assertWords(Guard.NEGATIONS, "tent, went, note, nothingness, unlawful, it's");
    assertParts(Guard.NEGATIONS, "not", "not not");
    assertParts(Guard.NEGATIONS, "with", "without");
  }

  public void testNegationsOfLanguages() {
    assertWords(
        Guard.NEGATIONS, "Das ist nicht so, und Keine weiß es ohne", "keine", "nicht", "ohne");
    assertWords(Guard.NEGATIONS, "Ce n'est pas ici, d'aucune sorte", "aucune", "ne", "pas");
    assertWords(Guard.NEGATIONS, "Él nunca viene sin ningún amigo", "ningún", "nunca", "sin");
    assertWords(Guard.NEGATIONS, "O contrato não é válido sem isso", "não", "sem");
    assertWords(Guard.NEGATIONS, "Non è valido senza", "non", "senza");
    assertWords(Guard.NEGATIONS, "Он НЕ знает, и никто без него", "без", "не", "никто");
    assertWords(Guard.NEGATIONS, "Δεν ξέρει, ΧΩΡΙΣ αυτό", "δεν", "χωρις");
    assertWords(Guard.NEGATIONS, "Bu doğru DEĞİL, hiç", "değil", "hiç");
    assertWords(Guard.NEGATIONS, "هذا ليس صحيحا بدون", "بدون", "ليس");
    assertWords(Guard.NEGATIONS, "यह सही नहीं है", "नहीं");
    assertWords(Guard.NEGATIONS, "我不知道,没有人来", "不", "没");
    assertWords(Guard.NEGATIONS, "それは知りません。行かない", "ない", "ません");
    assertWords(Guard.NEGATIONS, "나는 안 갔다. 알지 않는다", "안", "않");
    assertWords(Guard.NEGATIONS, "ฉันไม่รู้", "ไม่");
    assertWords(Guard.NEGATIONS, "To nie jest tak, bez niego", "bez", "nie");
    assertWords(Guard.NEGATIONS, "Ez nem jó, soha", "nem", "soha");
    assertWords(Guard.NEGATIONS, "Det är inte så utan dem", "inte", "utan");
  }

  public void testNamesOfTexts() {
    assertWords(Guard.NAMES, "Users of Google and IBM agree. They do", "Google", "IBM");
    assertWords(Guard.NAMES, "It was Google, Google's and Jean-Luc", "Google", "Jean", "Luc");
    assertWords(
        Guard.NAMES,
        "Ask Mr. Smith or J. Doe, e.g. Tom! We do? So",
        "Doe",
        "J",
        "Mr",
        "Smith",
        "Tom");
    assertWords(Guard.NAMES, "He said \"Alice is here.\" (The end.) \u2013 So", "Alice");
    assertWords(
        Guard.NAMES,
        "see org.apache.Lucene and FloatSorter, a McDonald",
        "FloatSorter",
        "Lucene",
        "McDonald");
    assertWords(
        Guard.NAMES,
        "Wir in Österreich, в России и Élan \u01c5ep",
        "Džep",
        "Élan",
        "Österreich",
        "России");
    assertWords(Guard.NAMES, "日本語 ここ हिन्दी عربي");
    assertAgree(Guard.NAMES, "all of\nGoogle  is Google", "all of Google is");
    assertParts(Guard.NAMES, "the US", "the us");
  }

  /** What people and their programs write in the place of an apostrophe. */
  private static final String MARKS =
      "\u00B4\u02B9\u02BB\u02BC\u1FFD\u2018\u2019\u201B\u2032\uFF07";

  private static String some() {
    String mixed =
        "not n\u00BA isn\u2018t O\u02BCHara 7\u2032000 \u2026 \uFDFA \u0E33 \u1112\u1161\u11AB don't Google Mr. IBM 1,000.5 $ 5 -3 % n'est nicht 不 ไม่ Élan É 2021-03-04 1.2.3 ½ . ! ? \" ( 1\u00a0000 EUR"
            + " Österreich נ לא नहीं ½ \ud835\udfcf \ud801\udc00 \u0301 \u00ad \ud800 \udc00 안 ё Ё";
    String[] words = mixed.split(" ", -1);
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(20); i >= 0; i--) {
      text.append(
          random().nextInt(4) == 0
              ? TestUtil.randomUnicodeString(random(), 8)
              : words[random().nextInt(words.length)]);
      text.append(random().nextBoolean() ? " " : "");
    }
    return text.toString();
  }

  public void testLawsOfKeys() {
    for (Guard guard : OF_TEXT) {
      Map<Long, List<String>> wordsByKey = new HashMap<>();
      for (int i = 0; i < 3000; i++) {
        String text = some();
        List<String> words = guard.words(text);
        List<String> before = wordsByKey.put(guard.key(text), words);
        assertTrue(before == null || before.equals(words));
        assertEquals(guard.key(text), guard.key(CharBuffer.wrap(text)));
      }
      assertEquals(
          "as many keys as words", wordsByKey.size(), Set.copyOf(wordsByKey.values()).size());
    }
  }

  public void testEveryMarkForAnApostrophe() {
    for (int i = 0; i < MARKS.length(); i++) {
      char mark = MARKS.charAt(i);
      assertParts(Guard.NEGATIONS, "we could stay", "we couldn" + mark + "t stay");
      assertAgree(Guard.NEGATIONS, "they don't", "they don" + mark + "t");
      assertAgree(Guard.NEGATIONS, "il n'est", "il n" + mark + "est");
      assertAgree(
          Guard.NAMES, "to O'Neill and D'Arc", "to O" + mark + "Neill and D" + mark + "Arc");
      assertWords(Guard.NUMBERS, "pay 2" + mark + "500.5", "2500.5");
    }
  }

  public void testLettersThatAreOthersOnceNormalized() {
    for (Guard guard : OF_TEXT) {
      assertAgree(guard, "see n\u00BA 7", "see no 7");
      assertAgree(guard, "on May 3\u1D57\u02B0\u2026 Then \u2163", "on May 3th... Then IV");
      assertAgree(guard, "a \uFF11\uFF0C\uFF15\uFF10\uFF10\uFF05 \u212Aing", "a 1,500% King");
      assertAgree(guard, "in Ne\u00ADver\u200Bland, 1\u2060000", "in Neverland, 1000");
    }
  }

  /** Whatever the normal form, the mark for an apostrophe, and what is not to be seen. */
  public void testWhatIsTheSameTextHasOneKey() {
    for (int i = 0; i < 3000; i++) {
      String text = some();
      for (String same : sameTexts(text)) {
        for (Guard guard : OF_TEXT) {
          assertEquals(text, guard.words(text), guard.words(same));
          assertEquals(text, guard.key(text), guard.key(same));
        }
      }
    }
  }

  /** Where the analysis takes two of these texts for the same, so do sketches with guards. */
  public void testWhatIsTheSameTextHasOneSketch() throws IOException {
    Analyzer words = new StandardAnalyzer();
    for (Analyzer analyzer :
        List.of(
            words,
            new NormalizedAnalyzer(words, Form.NFC, tokens -> tokens),
            new NormalizedAnalyzer(words),
            new NormalizedAnalyzer(new EnglishAnalyzer()))) {
      TextSketcher sketcher = sketcher(analyzer, List.of());
      TextSketcher guarded = sketcher(analyzer, OF_TEXT);
      int same = 0;
      for (int i = 0; i < 300; i++) {
        String text = some();
        for (String other : sameTexts(text)) {
          if (Arrays.equals(sketcher.sketch(text, 0).value(), sketcher.sketch(other, 0).value())) {
            same++;
            assertArrayEquals(
                text, guarded.sketch(text, 0).value(), guarded.sketch(other, 0).value());
          } else {
            boolean isComposed = other.equals(Normalizer.normalize(text, Form.NFC));
            assertTrue(text, analyzer.equals(words) || !isComposed);
          }
        }
      }
      assertTrue(same > 100);
    }
  }

  private static TextSketcher sketcher(Analyzer analyzer, List<Guard> guards) throws IOException {
    return SketchSettings.DEFAULTS.withGuards(guards).textSketcher(analyzer, List.of("text"));
  }

  private static List<String> sameTexts(String text) {
    StringBuilder odd = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean isApostrophe = ("'" + MARKS).indexOf(c) >= 0;
              odd.appendCodePoint(isApostrophe ? any("'" + MARKS) : c);
              if (random().nextInt(8) == 0) {
                odd.append(any("\u00AD\u200B\u200D\u2060\uFE0F\uFEFF"));
              }
            });
    return List.of(
        Normalizer.normalize(text, Form.NFC),
        Normalizer.normalize(text, Form.NFD),
        NormalizedAnalyzer.normalized(text),
        odd.toString(),
        Normalizer.normalize(odd, Form.NFD));
  }

  private static char any(String chars) {
    return chars.charAt(random().nextInt(chars.length()));
  }

  public void testKeysOfSeveralAreThoseOfEach() {
    List<Guard> guards = List.of(Guard.NAMES, Guard.field("price"), Guard.NUMBERS, Guard.NEGATIONS);
    for (int i = 0; i < 300; i++) {
      String text = some();
      assertArrayEquals(
          guards.stream().mapToLong(guard -> guard.key(text)).toArray(), Guard.keys(guards, text));
    }
  }

  public void testCaseDoesNotCountInNegations() {
    for (String text : List.of("Not never WITHOUT", "не никогда", "χωρίς δεν", "değil hiç")) {
      assertAgree(
          Guard.NEGATIONS, text, text.toUpperCase(Locale.ROOT).replace("DEĞIL HIÇ", "DEĞİL HİÇ"));
    }
  }

  public void testLongTexts() {
    for (String unit :
        List.of(
            "1,",
            "1.000.",
            "1 000 ",
            "A",
            ". ",
            "\u0301",
            "不",
            "A\u0301",
            "n'",
            "'",
            "-",
            "$",
            "5 $",
            "\ud835\udfcf")) {
      String text = unit.repeat(200_000);
      for (Guard guard : OF_TEXT) {
        guard.key(text); // in no time, or the suite ends by its own limit
      }
    }
  }
}
