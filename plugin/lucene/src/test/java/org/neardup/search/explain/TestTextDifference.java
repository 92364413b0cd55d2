// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;

/** What is shown of two texts adds up to both. */
public class TestTextDifference extends LuceneTestCase {

  private static String randomText() {
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(120); i > 0; i--) {
      text.append(random().nextInt(10) == 0 ? "東" : "w" + random().nextInt(30));
      text.append(random().nextInt(5) == 0 ? "\n  " : " ");
    }
    return text.toString();
  }

  private static String edited(String text) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    for (int i = random().nextInt(6); i > 0; i--) {
      words.set(random().nextInt(words.size()), random().nextBoolean() ? "" : "x y");
    }
    return String.join(" ", words);
  }

  private static List<String> words(String text) {
    return list(ShownWords.of(text, none -> null));
  }

  private static List<String> list(ShownWords words) {
    return IntStream.range(0, words.count()).mapToObj(i -> words.between(i, i + 1)).toList();
  }

  private static List<String> side(Passage passage, In side) {
    List<String> words = new ArrayList<>();
    for (Part part : passage.parts()) {
      if (part.in() == In.BOTH || part.in() == side) {
        words.addAll(words(part.words()));
      }
    }
    return words;
  }

  public void testWholeTexts() {
    for (int i = 0; i < 300; i++) {
      String textA = randomText();
      String textB = random().nextInt(5) == 0 ? textA.replace(" ", "  ") : edited(textA);
      TextDifference whole = TextDifference.whole(textA, textB, none -> null);
      assertEquals(
          TextDifference.of(textA, textB).passages().isEmpty(), whole.passages().isEmpty());
      if (!whole.passages().isEmpty()) {
        Passage all = whole.passages().getFirst();
        assertEquals(1, whole.passages().size());
        assertEquals(words(textA), side(all, In.A));
        assertEquals(words(textB), side(all, In.B));
        assertEquals(
            TextDifference.of(textA, textB).changes().stream().flatMap(List::stream).toList(),
            all.changes());
      }
    }
  }

  public void testPassagesAndWhatIsBetweenThemMakeBothTexts() {
    for (int i = 0; i < 300; i++) {
      String textA = randomText();
      String textB = random().nextBoolean() ? edited(textA) : randomText();
      TextDifference difference = TextDifference.of(textA, textB, random().nextInt(40));
      List<String> a = words(textA);
      List<String> b = words(textB);
      int x = 0;
      int y = 0;
      for (Passage passage : difference.passages()) {
        assertEquals(a.subList(x, passage.wordOfA()), b.subList(y, passage.wordOfB()));
        List<String> inA = side(passage, In.A);
        List<String> inB = side(passage, In.B);
        assertNotEquals(inA, inB);
        x = passage.wordOfA() + inA.size();
        y = passage.wordOfB() + inB.size();
        assertEquals(a.subList(passage.wordOfA(), x), inA);
        assertEquals(b.subList(passage.wordOfB(), y), inB);
      }
      assertEquals(a.subList(x, a.size()), b.subList(y, b.size()));
    }
  }

  public void testOneChangeWithItsNeighbours() {
    TextDifference difference =
        TextDifference.of(
            "one two three four five six, on Monday night, seven eight nine ten eleven",
            "one two three four five six, on Friday night, seven eight nine ten eleven");
    assertTrue(difference.complete());
    assertEquals(
        List.of(
            new Passage(
                2,
                2,
                List.of(
                    new Part(In.BOTH, "three four five six, on"),
                    new Part(In.A, "Monday"),
                    new Part(In.B, "Friday"),
                    new Part(In.BOTH, "night, seven eight nine ten")))),
        difference.passages());
  }

  public void testChangesFarApartAreTwoPassages() {
    String between = " a b c d e f g h i j k ";
    assertEquals(2, TextDifference.of("x" + between + "y", "u" + between + "v").passages().size());
    assertEquals(1, TextDifference.of("x a b c y", "u a b c v").passages().size());
  }

  public void testWhiteSpaceIsNoDifference() {
    assertEquals(List.of(), TextDifference.of("one  two\nthree", "one two three ").passages());
    assertEquals(List.of(), TextDifference.of("", " ").passages());
  }

  public void testIdeographsAreWords() {
    assertEquals(
        List.of(
            new Part(In.BOTH, "東"),
            new Part(In.A, "京"),
            new Part(In.B, "北"),
            new Part(In.BOTH, "都")),
        TextDifference.of("東京都", "東北都").passages().getFirst().parts());
  }

  /** A run of a script without blanks is cut where its tokens begin; other words are whole. */
  public void testWordsOfScriptsWithoutBlanksAreTokens() {
    String textA = "เรือไปเกาะ two-part (เรือมา) カタカナ";
    String textB = textA.replace("ไป", "กลับ").replace("two-part", "two-fold");
    List<String> dictionary = List.of("เรือ", "ไป", "กลับ", "เกาะ", "มา");
    TextDifference difference =
        TextDifference.of(
            textA,
            textB,
            text -> new CannedTokenStream(0, text.length(), tokens(text, dictionary)));
    assertEquals(
        List.of(
            new Part(In.A, "ไป"),
            new Part(In.B, "กลับ"),
            new Part(In.A, "two-part"),
            new Part(In.B, "two-fold")),
        difference.changes().stream().flatMap(List::stream).toList());
    assertEquals(
        List.of(new Part(In.A, "เรือไปเกาะ"), new Part(In.B, "เรือกลับเกาะ")),
        TextDifference.of("เรือไปเกาะ", "เรือกลับเกาะ").changes().getFirst());
    assertEquals(
        textA.replace(" ", ""),
        String.join(
            "",
            list(ShownWords.of(textA, text -> new CannedTokenStream(tokens(text, dictionary))))));
  }

  /** All words of a dictionary in a text, by place. */
  private static Token[] tokens(String text, List<String> dictionary) {
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      for (String word : dictionary) {
        if (text.startsWith(word, i)) {
          tokens.add(new Token(word, i, i + word.length()));
        }
      }
    }
    return tokens.toArray(Token[]::new);
  }

  public void testTextsThatDifferTooMuchAreOneChange() {
    TextDifference difference = TextDifference.of("a b c d", "e f c h", 2);
    assertFalse(difference.complete());
    assertEquals(1, difference.passages().size());
  }
}
