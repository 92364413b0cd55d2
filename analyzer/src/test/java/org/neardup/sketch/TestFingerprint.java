// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.Test;

public class TestFingerprint {
  private static long of(long... hashes) {
    Fingerprint fingerprint = new Fingerprint();
    for (long hash : hashes) {
      fingerprint.add(hash);
    }
    return fingerprint.value();
  }

  @Test
  public void equalSequencesOnly() {
    assertEquals(of(1, 2, 3), of(1, 2, 3));
    assertNotEquals(of(1, 2, 3), of(1, 3, 2));
    assertNotEquals(of(1, 2), of(1, 2, 0));
    assertNotEquals(of(), of(0));
    assertNotEquals(of(0), of(0, 0));
  }

  @Test
  public void valueMayBeTakenOnTheWay() {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.add(1);
    assertEquals(of(1), fingerprint.value());
    fingerprint.add(2);
    assertEquals(of(1, 2), fingerprint.value());
    fingerprint.reset();
    assertEquals(of(), fingerprint.value());
    fingerprint.add(7);
    assertEquals(of(7), fingerprint.value());
  }

  @Test
  public void sequencesOfFewSmallNumbersDoNotCollide() {
    Set<Long> seen = new HashSet<>();
    for (int sequence = 0; sequence < 1 << 16; sequence++) {
      Fingerprint fingerprint = new Fingerprint();
      for (int i = 0; i < 8; i++) {
        fingerprint.add(sequence >>> (2 * i) & 3);
      }
      seen.add(fingerprint.value());
    }
    assertEquals(1 << 16, seen.size());
  }

  @Test
  public void stableValue() {
    SplittableRandom random = new SplittableRandom(1);
    assertEquals(1100005211767919080L, of(random.longs(100).toArray()));
  }
}
