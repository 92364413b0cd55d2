// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.neardup.sketch.Sketches;

public class TestSketchFormat {
  private final SketchFormat format = SketchFormat.of(Sketches.fast(128, 1), 8, "word:5 standard");

  @Test
  public void testSaysWhatItIs() {
    assertEquals("FastSimilaritySketchV1", format.algorithm());
    assertEquals(128, format.packing().slots());
    assertEquals(8, format.packing().bits());
    assertEquals("word:5 standard", format.source());
    format.requireSame(SketchFormat.of(Sketches.fast(128, 1), 8, "word:5 standard"));
  }

  @Test
  public void testUnlikeSketchesAreRefusedNamingBoth() {
    assertRefused(
        "algorithm is FastSimilaritySketchV1 and MinHashV1",
        SketchFormat.of(Sketches.minHash(128, 1), 8, "word:5 standard"));
    assertRefused(
        "slots is 128 and 100", SketchFormat.of(Sketches.fast(100, 1), 8, "word:5 standard"));
    assertRefused(
        "bits is 8 and 16", SketchFormat.of(Sketches.fast(128, 1), 16, "word:5 standard"));
    assertRefused(
        "source is word:5 standard and char:8",
        SketchFormat.of(Sketches.fast(128, 1), 8, "char:8"));
    assertRefused(
        "seedId is "
            + Long.toHexString(SketchFormat.seedId(1))
            + " and "
            + Long.toHexString(SketchFormat.seedId(2)),
        SketchFormat.of(Sketches.fast(128, 2), 8, "word:5 standard"));
  }

  private void assertRefused(String difference, SketchFormat other) {
    assertEquals(
        "only sketches of one format can be compared; " + difference,
        assertThrows(IllegalArgumentException.class, () -> format.requireSame(other)).getMessage());
  }

  @Test
  public void testSeedIdDoesNotTellTheSeed() {
    assertEquals(SketchFormat.seedId(7), SketchFormat.seedId(7));
    assertNotEquals(SketchFormat.seedId(7), SketchFormat.seedId(8));
    assertNotEquals(7, SketchFormat.seedId(7));
    assertEquals(-7527186609176989798L, SketchFormat.seedId(Sketches.DEFAULT_SEED));
  }

  @Test
  public void testSeedsFromSecrets() {
    assertNotEquals(Sketches.seed("one"), Sketches.seed("two"));
    assertEquals(-7443733377077514210L, Sketches.seed("correct horse"));
  }

  @Test
  public void testBadInputIsNamed() {
    assertThrows(
        IllegalArgumentException.class, () -> new SketchFormat("MinHashV1", 0, 8, 0, "word:5"));
    assertThrows(
        IllegalArgumentException.class, () -> new SketchFormat("MinHashV1", 8, 65, 0, "word:5"));
    assertEquals(
        "source",
        assertThrows(NullPointerException.class, () -> new SketchFormat("MinHashV1", 8, 8, 0, null))
            .getMessage());
    assertEquals(
        "algorithm",
        assertThrows(NullPointerException.class, () -> new SketchFormat(null, 8, 8, 0, "word:5"))
            .getMessage());
  }
}
