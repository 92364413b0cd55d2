// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

public class TestSurrogates extends LuceneTestCase {

  /** Few characters, so that halves stand alone, together, and the wrong way round. */
  public void testAsLuceneWritesIt() {
    String characters = "a\u00fc\u6771\ud83d\ud83e\ude00\ude01";
    for (int i = 0; i < 1000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random().nextInt(8); length > 0; length--) {
        text.append(characters.charAt(random().nextInt(characters.length())));
      }
      String expected = new BytesRef(text).utf8ToString();
      assertEquals(expected, Surrogates.replaceAlone(text.toString()));
    }
  }

  public void testWholeTextsStayAsTheyAre() {
    String text = "caf\u00e9 \ud83d\ude00";
    assertSame(text, Surrogates.replaceAlone(text));
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
