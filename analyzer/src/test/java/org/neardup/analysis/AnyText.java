// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Random;
import org.apache.lucene.tests.util.TestUtil;

/** Texts of any characters, for tests of what makes tokens. */
public final class AnyText {
  private AnyText() {}

  public static String next(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> TestUtil.randomAnalysisString(random, 200, random.nextBoolean());
      case 1 -> TestUtil.randomHtmlishString(random, 40);
      case 2 -> TestUtil.randomRealisticUnicodeString(random, 40);
      default -> TestUtil.randomUnicodeString(random, 20);
    };
  }
}
