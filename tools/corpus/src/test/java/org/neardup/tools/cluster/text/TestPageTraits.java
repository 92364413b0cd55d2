// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.Test;

public class TestPageTraits {
  private static final List<String> PARTS =
      List.of(
          "404",
          "503",
          "Error",
          "not",
          "be",
          "found",
          "cannot",
          "could",
          "no",
          "longer",
          "un",
          "available",
          "does",
          "doesn't",
          "exist",
          "Expired",
          "DENIED",
          "removed",
          "the",
          "_",
          "é",
          "\u0301",
          "-",
          ".",
          "x",
          "ſ",
          "\uD83D\uDE00",
          "\uD83D");

  /** The expression over the whole text, without asking where a word may begin. */
  private static final Pattern SEARCHED =
      Pattern.compile(
          "\\b(404|410|500|503|error|not (be )?found|cannot be|could not|no longer|(un|not )available"
              + "|does ?n[o']t exist|expired|forbidden|denied|removed)\\b",
          Pattern.CASE_INSENSITIVE);

  @Test
  public void testErrorWordsAreFoundWhereASearchFindsThem() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random.nextInt(6); parts >= 0; parts--) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
        text.append(random.nextInt(3) == 0 ? "" : " ");
      }
      String words = text.toString();
      assertEquals(words, SEARCHED.matcher(words).find(), PageTraits.looksLikeError(words));
    }
  }

  @Test
  public void testALongTextHasNoErrorWords() {
    assertEquals(true, PageTraits.looksLikeError("x ".repeat(498) + "404"));
    assertEquals(false, PageTraits.looksLikeError("x ".repeat(499) + "404"));
  }
}
