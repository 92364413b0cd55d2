// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.List;
import java.util.Map;
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

  public void testAllPartsOfADocument() {
    String alone = "x\ud83d";
    String replaced = "x\ufffd";
    assertEquals(
        new InputDocument(
            replaced, replaced, replaced, replaced, Map.of(replaced, List.of(replaced, "y"))),
        new InputDocument(alone, alone, alone, alone, Map.of(alone, List.of(alone, "y")))
            .withoutUnpairedSurrogates());
  }
}
