// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;

public class TestDictionaryWordFilter extends BaseTokenStreamTestCase {
  private static final String THAI =
      "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ";
  private static final String LAO =
      "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສິດ ສິດທິ ເສລີພາບແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ";
  private static final String KHMER =
      "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ";
  private static final String BURMESE =
      "လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်းတူညီလွတ်လပ်သောအခွင့်အရေး";

  public void testWords() throws IOException {
    try (Analyzer analyzer = Analyzers.named("nfkc standard")) {
      assertAnalyzesTo(
          analyzer,
          "The ภาษาไทย 2 words",
          new String[] {"the", "ภาษา", "ไทย", "2", "words"},
          new int[] {0, 4, 8, 12, 14},
          new int[] {3, 8, 11, 13, 19},
          new int[] {1, 1, 1, 1, 1});
    }
  }

  public void testRandomData() throws IOException {
    try (Analyzer analyzer =
        Analyzers.named(random().nextBoolean() ? "nfc standard" : "nfkc cjk")) {
      checkRandomData(random(), analyzer, 100);
      for (String text : List.of(THAI, LAO, KHMER, BURMESE)) {
        checkAnalysisConsistency(random(), analyzer, false, text + " x " + text.repeat(20));
      }
    }
  }

  /** Bigrams are those of the normalised text, whatever its characters were made of. */
  public void testBigramsOfCharactersThatBecomeTwo() throws IOException {
    try (Analyzer analyzer = Analyzers.named("nfkc cjk")) {
      assertAnalyzesTo(
          analyzer,
          "\u30C9\u30EB\u3359",
          new String[] {"\u30C9\u30EB", "1", "\u70B9"},
          new int[] {0, 2, 2},
          new int[] {2, 3, 3});
    }
  }

  /** Dictionaries do not know the letters that NFKC makes of some. */
  public void testLettersThatBecomeTwo() throws IOException {
    try (Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT)) {
      assertAnalyzesTo(
          analyzer,
          "\u0EC1\u0EA1\u0EC8\u0E99\u0EC9\u0EB3\u0E97\u0EB1\u0E87\u200B\u0EDD\u0EBB\u0E94",
          new String[] {
            "\u0EC1\u0EA1\u0EC8",
            "\u0E99\u0EC9\u0ECD\u0EB2",
            "\u0E97\u0EB1\u0E87\u0EAB\u0EA1\u0EBB\u0E94"
          },
          new int[] {0, 3, 6},
          new int[] {3, 6, 13});
    }
  }

  /** One letter more in a text shifts where the tokenizer cuts a long run, and little else. */
  public void testLongRunsAreOne() throws IOException {
    for (String text : List.of(THAI, KHMER, BURMESE)) {
      String run = text.repeat(30).replace(" ", "");
      String other = run.substring(0, 200) + "ก" + run.substring(200);
      assertTrue(wordsOf(run).size() > run.length() / 12);
      assertTrue("got " + commonWords(run, other), commonWords(run, other) > 0.97);
    }
  }

  private static double commonWords(String text, String other) throws IOException {
    List<String> words = wordsOf(text);
    List<String> others = wordsOf(other);
    int prefix = 0;
    while (prefix < words.size()
        && prefix < others.size()
        && words.get(prefix).equals(others.get(prefix))) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < words.size() - prefix
        && suffix < others.size() - prefix
        && words.get(words.size() - 1 - suffix).equals(others.get(others.size() - 1 - suffix))) {
      suffix++;
    }
    return (double) (prefix + suffix) / words.size();
  }

  private static List<String> wordsOf(String text) throws IOException {
    List<String> words = new ArrayList<>();
    try (Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT);
        TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        words.add(term.toString());
      }
      stream.end();
    }
    return words;
  }

  /** What is dropped before texts are compared is what Unicode says is not to be seen. */
  public void testIgnorableCodePoints() throws IOException {
    try (Analyzer analyzer = Analyzers.named("nfc whitespace")) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
        if (UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
          text.appendCodePoint(c);
        }
      }
      assertTrue(text.codePointCount(0, text.length()) > 4000);
      assertAnalyzesTo(analyzer, "a" + text + "b", new String[] {"ab"});
    }
  }
}
