// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.analysis.Analyzers;

/**
 * Texts of letters of each script that has letters of several forms, written in all of them: one
 * text, found by whatever form, with offsets of what is written.
 */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestTextForms extends LuceneTestCase {
  private static final int WORDS = 40;
  private static final char APOSTROPHE = '\u02BC'; // a letter, before which a word may end
  private static final String HIDDEN =
      "\u00AD\u200B\u200C\u200D\u200E\u200F\u202A\u2060\uFE00\uFE0F\uFEFF";

  /** A text as words; each letter may be of several code points. */
  private record Script(String name, List<String> words) {}

  /** Of scripts that are as old as Lucene's tokenizer. */
  private static List<Script> scripts() throws IOException {
    List<Script> scripts = new ArrayList<>();
    try (Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT)) {
      for (Script script : allScripts()) {
        if (tokens(analyzer, String.join(" ", script.words())).size() > WORDS / 2) {
          scripts.add(script);
        }
      }
    }
    return scripts;
  }

  private static List<Script> allScripts() {
    Map<Character.UnicodeScript, List<String>> letters =
        new EnumMap<>(Character.UnicodeScript.class);
    Map<Character.UnicodeScript, List<String>> composed =
        new EnumMap<>(Character.UnicodeScript.class);
    for (int c = 'A'; c <= 0x323AF; c++) {
      if (Character.isLetter(c)) {
        String letter = Character.toString(c);
        Character.UnicodeScript script = Character.UnicodeScript.of(c);
        if (isSeveralWords(letter)) {
          continue; // of which each has a part of its offsets, if any
        }
        letters.computeIfAbsent(script, s -> new ArrayList<>()).add(letter);
        if (!Normalizer.isNormalized(letter, Form.NFKD)) {
          composed.computeIfAbsent(script, s -> new ArrayList<>()).add(letter);
        }
      }
    }
    List<Script> scripts = new ArrayList<>();
    composed.forEach(
        (script, some) -> {
          List<String> words = new ArrayList<>();
          for (int i = 0; i < WORDS; i++) {
            StringBuilder word = new StringBuilder();
            for (int j = 2 + random().nextInt(5); j > 0; j--) {
              List<String> from = random().nextBoolean() ? some : letters.get(script);
              word.append(from.get(random().nextInt(from.size())));
              word.append(random().nextInt(9) == 0 && j > 1 ? "'" : "");
            }
            words.add(word.toString());
          }
          scripts.add(new Script(script.name(), words));
        });
    return scripts;
  }

  private static boolean isSeveralWords(String letter) {
    String plain = Normalizer.normalize(letter, Form.NFKC);
    return plain.codePointCount(0, plain.length()) > 1
        && (plain.codePoints().anyMatch(c -> !Character.isAlphabetic(c) || c == APOSTROPHE)
            || plain.codePoints().allMatch(TestTextForms::isWord));
  }

  /** Whether the tokenizer makes a word of each. */
  private static boolean isWord(int c) {
    return Character.isIdeographic(c)
        || Character.UnicodeScript.of(c) == Character.UnicodeScript.HIRAGANA;
  }

  /** The ways to write a word. */
  private static List<String> forms(String word) {
    List<String> forms = new ArrayList<>();
    for (Form form : Form.values()) {
      String written = Normalizer.normalize(word, form);
      forms.add(written);
      forms.add(hidden(written.replace('\'', '\u2019')));
    }
    forms.add(hidden(wide(word)));
    return forms;
  }

  /** With invisible characters anywhere in it. */
  private static String hidden(String word) {
    StringBuilder text = new StringBuilder(word);
    for (int i = 1 + random().nextInt(2); i > 0; i--) {
      int at = text.offsetByCodePoints(0, random().nextInt(text.codePointCount(0, text.length())));
      text.insert(at, HIDDEN.charAt(random().nextInt(HIDDEN.length())));
    }
    return text.toString();
  }

  private static final Map<String, String> WIDTHS = widths();

  private static Map<String, String> widths() {
    Map<String, String> widths = new HashMap<>();
    for (char c = 0xFF01; c < 0xFFDD; c++) { // full width, half width
      widths.put(Normalizer.normalize(String.valueOf(c), Form.NFKC), String.valueOf(c));
    }
    return widths;
  }

  /** Of other width, where there is one. */
  private static String wide(String word) {
    StringBuilder text = new StringBuilder();
    Normalizer.normalize(word, Form.NFD)
        .codePoints()
        .mapToObj(Character::toString)
        .forEach(letter -> text.append(WIDTHS.getOrDefault(letter, letter)));
    return text.toString();
  }

  private static List<String> texts(Script script) {
    List<List<String>> forms = script.words().stream().map(TestTextForms::forms).toList();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < forms.getFirst().size(); i++) {
      int form = i;
      texts.add(String.join(" ", forms.stream().map(each -> each.get(form)).toList()));
    }
    return texts;
  }

  public void testOneTextThatIsFound() throws IOException {
    Path folder = createTempDir();
    StringBuilder lines = new StringBuilder();
    JsonMapper json = new JsonMapper();
    List<Script> scripts = scripts();
    assertTrue(scripts.toString(), scripts.size() > 15);
    int forms = 0;
    for (Script script : scripts) {
      List<String> texts = texts(script);
      forms = texts.size();
      for (int i = 0; i < forms; i++) {
        Map<String, String> document = Map.of("id", script.name() + i, "text", texts.get(i));
        lines.append(json.writeValueAsString(document)).append('\n');
      }
    }
    String file = Files.writeString(folder.resolve("forms.jsonl"), lines).toString();
    Run clusters = Run.neardup("cluster", file);
    assertEquals(clusters.err(), 0, clusters.exitCode());
    for (String line : clusters.out().lines().toList()) {
      JsonNode cluster = json.readTree(line);
      String name = cluster.get("representative").asText();
      assertEquals(name, forms, cluster.get("documents").asInt());
      assertEquals(name, "exact", cluster.get("kind").asText());
    }
    assertEquals(scripts.size(), clusters.out().lines().count());
    String index = folder.resolve("x").toString();
    assertEquals(0, Run.neardup("index", "--index", index, file).exitCode());
    for (Script script : scripts) {
      for (String form : forms(anyKnown(script.words()))) {
        Run found =
            Run.neardup("search", "--index", index, "--mode=all", "--json", "\"" + form + "\"");
        assertEquals(found.err(), 0, found.exitCode());
        assertTrue(script.name(), found.json().get("total").asInt() >= forms);
      }
    }
  }

  /** A word some letters of which are as old as Lucene's tokenizer: it leaves others out. */
  private static String anyKnown(List<String> words) throws IOException {
    try (Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT)) {
      String word;
      do {
        word = words.get(random().nextInt(words.size()));
      } while (tokens(analyzer, word).isEmpty());
      return word;
    }
  }

  public void testOffsetsAreThoseOfWhatIsWritten() throws IOException {
    try (Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT)) {
      for (Script script : scripts()) {
        for (String text : texts(script)) {
          for (String[] token : tokens(analyzer, text)) {
            List<String> again = tokens(analyzer, token[1]).stream().map(each -> each[0]).toList();
            assertTrue(script.name() + ": " + token[0] + " of " + again, again.contains(token[0]));
          }
        }
      }
    }
  }

  /** Terms, and what is written at their offsets. */
  private static List<String[]> tokens(Analyzer analyzer, String text) throws IOException {
    List<String[]> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        String written = text.substring(offset.startOffset(), offset.endOffset());
        tokens.add(new String[] {term.toString(), written});
      }
      stream.end();
    }
    return tokens;
  }
}
