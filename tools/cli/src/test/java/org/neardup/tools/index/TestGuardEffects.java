// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.TextSketcher;

/** What guards would do, of a sample of documents. */
public class TestGuardEffects extends LuceneTestCase {
  private TextSketcher sketcher;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    sketcher = Fields.collapse().textSketcher(new StandardAnalyzer());
  }

  private GuardEffects.Sampler sampler(long hidden) {
    return new GuardEffects.Sampler(sketcher, hidden);
  }

  public void testSampleIsSpreadEvenly() {
    int hidden = random().nextInt(10_000);
    GuardEffects.Sampler sampler = sampler(hidden);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < hidden; i++) {
      if (sampler.takesNext()) {
        taken.add(i);
      }
    }
    assertEquals(Math.min(hidden, 1000), taken.size());
    int longest = Math.ceilDiv(hidden, 1000);
    for (int i = 1; i < taken.size(); i++) {
      assertTrue(taken.get(i) - taken.get(i - 1) <= longest);
    }
  }

  public void testCounts() throws IOException {
    GuardEffects.Sampler sampler = sampler(5000);
    sampler.add("all of this text is here, in 5 words", "all of this text is here, in 6 words");
    sampler.add("all of this text is here, and more", "all of this text is here");
    sampler.add(null, "not known");
    sampler.add("not known", null);
    GuardEffects effects = sampler.effects();
    assertEquals(Map.of("numbers", 1, "negations", 0, "names", 0, "lossless", 1), effects.parted());
    assertEquals("of a sample of 2 of 5,000 hidden documents", effects.heading());
  }

  public void testNothingIsSaidWithoutTexts() throws IOException {
    GuardEffects.Sampler sampler = sampler(2);
    sampler.add(null, null);
    assertNull(sampler.effects());
  }
}
