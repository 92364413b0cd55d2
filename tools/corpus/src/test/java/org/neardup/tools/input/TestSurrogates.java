// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestSurrogates extends LuceneTestCase {

  /** Few characters, so that halves stand alone, together, and the wrong way round. */
  public void testHalvesThatStandAloneAreReplaced() {
    String characters = "a\u00fc\u6771\ud83d\ud83e\ude00\ude01";
    for (int i = 0; i < 1000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random().nextInt(8); length > 0; length--) {
        text.append(characters.charAt(random().nextInt(characters.length())));
      }
      StringBuilder expected = new StringBuilder();
      text.codePoints()
          .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
          .forEach(expected::appendCodePoint);
      assertEquals(expected.toString(), InputDocument.withoutUnpairedSurrogates(text.toString()));
    }
  }

  public void testAllPartsOfADocument() throws Exception {
    String json =
        """
        {"id": "x\\ud83d", "title": "x\\ud83d", "text": "x\\ud83d",
         "in": {"y": "\\ude00"}, "set": ["x\\uD83D", "y"]}
        """;
    String replaced = "x\ufffd";
    InputDocument document =
        JsonDocument.parse(
            json.getBytes(UTF_8),
            "here",
            InputRules.DEFAULT.withSets(new SetFields(Set.of("set"), false)),
            false);
    assertEquals(
        new InputDocument(
            replaced,
            replaced,
            replaced,
            Map.of("in", List.of("{\"y\":\"\ufffd\"}"), "set", List.of(replaced, "y"))),
        document);
  }
}
