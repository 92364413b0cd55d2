// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestJson extends LuceneTestCase {
  private enum By {
    ESTIMATE,
    EXACT
  }

  private record Result(By by, int count) {}

  public void testConstantsAreInLowerCaseInTurkeyToo() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      String json = Json.of(new Result(By.ESTIMATE, 3));
      assertEquals("{\"by\":\"estimate\",\"count\":3}", json.replaceAll("\\s", ""));
    } finally {
      Locale.setDefault(before);
    }
  }
}
