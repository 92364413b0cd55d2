// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

public class TestSketchParameters extends LuceneTestCase {
  public void testParseIsTheInverseOfToString() {
    SketchFormat format = new SketchFormat("fast-v1", 64, 8, -7L, "word:5 of \"a = b\"\nor c; ");
    SketchParameters parameters = new SketchParameters(format, new Bands(8, 8), 3);
    assertEquals(parameters, SketchParameters.parse(parameters.toString()));
    SketchParameters guarded =
        new SketchParameters(format, new Bands(8, 8), 3, List.of("field:a=b:1", "numbers:12"));
    assertEquals(guarded, SketchParameters.parse(guarded.toString()));
    assertNotEquals(parameters, guarded);
  }

  public void testParseNamesWhatItGot() {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> SketchParameters.parse("bands=x"));
    assertTrue(e.getMessage(), e.getMessage().endsWith("got \"bands=x\""));
  }

  public void testMoreRowsThanSlotsAreRefused() {
    SketchFormat format = new SketchFormat("fast-v1", 64, 8, 0, "");
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new SketchParameters(format, new Bands(13, 5), 8));
    assertEquals(
        "bands times rows must be at most the number of slots, 64, got 65", e.getMessage());
  }

  public void testDifferentParametersAreRefusedWithBothNamed() {
    SketchParameters other = new SketchParameters(RandomSketches.FORMAT, new Bands(25, 5), 8);
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class, () -> RandomSketches.PARAMETERS.requireSame(other));
    assertTrue(e.getMessage(), e.getMessage().contains(other.toString()));
    assertTrue(e.getMessage(), e.getMessage().contains(RandomSketches.PARAMETERS.toString()));
  }

  public void testShortTextHasOneKeyMadeOfItsFingerprint() {
    long[] slots = random().longs(128).toArray();
    byte[] value = SketchValue.encode(RandomSketches.FORMAT, 17, 7, slots);
    byte[] sameText = SketchValue.encode(RandomSketches.FORMAT, 17, 7, slots);
    byte[] otherText = SketchValue.encode(RandomSketches.FORMAT, 18, 7, slots);
    assertEquals(key(value), key(sameText));
    assertNotEquals(key(value), key(otherText));
  }

  private static long key(byte[] value) {
    long[] keys = new long[RandomSketches.PARAMETERS.keyCount()];
    assertEquals(1, RandomSketches.PARAMETERS.bandKeys(value, 0, keys));
    return keys[0];
  }

  public void testLongTextHasAKeyForItsFingerprintAndOneABand() {
    byte[] value = RandomSketches.random(random());
    long[] keys = new long[RandomSketches.PARAMETERS.keyCount()];
    assertEquals(22, RandomSketches.PARAMETERS.bandKeys(value, 0, keys));
    assertEquals(keys[0], SketchParameters.textHashKey(value, 0));
    assertArrayEquals(
        Arrays.copyOfRange(keys, 1, 22), RandomSketches.PARAMETERS.searchKeys(value, 0));
  }
}
