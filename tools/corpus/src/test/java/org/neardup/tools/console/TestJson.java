// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestJson extends LuceneTestCase {
  private enum By {
    ESTIMATE,
    EXACT
  }

  private record Result(By by, int count) {}

  private record Counts(Map<By, Integer> counts) {}

  public void testConstantsAreInLowerCaseInTurkeyToo() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      String json = Json.of(new Result(By.ESTIMATE, 3));
      assertEquals("{\"by\":\"estimate\",\"count\":3}", json.replaceAll("\\s", ""));
      for (Map<By, Integer> map :
          List.of(Map.of(By.EXACT, 1), new EnumMap<>(Map.of(By.EXACT, 1)))) {
        json = Json.of(new Counts(map));
        assertEquals("{\"counts\":{\"exact\":1}}", json.replaceAll("\\s", ""));
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}
