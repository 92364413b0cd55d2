// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** All analyzers that a message names can be made, and nothing else. */
public class TestNamedAnalyzers extends LuceneTestCase {

  public void testEachNameIsThatOfAnAnalyzer() {
    String message =
        expectThrows(IllegalArgumentException.class, () -> Analyzers.named("none")).getMessage();
    String listed = message.replaceFirst(".* or one of ", "").replaceFirst("; got none$", "");
    List<String> names = List.of(listed.split(", ", -1));
    assertEquals(42, names.size());
    for (String name : names) {
      String type = Analyzers.named(name).getClass().getSimpleName();
      assertTrue(type, type.equalsIgnoreCase(name + "Analyzer"));
    }
  }

  public void testClassesOfTheClassPathAreMadeByTheirNames() {
    String name = "org.apache.lucene.analysis.core.KeywordAnalyzer";
    assertEquals(name, Analyzers.named(name).getClass().getName());
    expectThrows(IllegalArgumentException.class, () -> Analyzers.named("java.lang.String"));
  }
}
