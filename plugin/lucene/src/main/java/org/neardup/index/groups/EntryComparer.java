// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.Verdict;

/** Compares documents by their sketches and, where these leave doubt, by their texts. */
public final class EntryComparer {
  private final SketchComparer sketches;
  private final EntryTexts texts;
  private long comparisons;

  EntryComparer(SketchComparer sketches, EntryTexts texts) {
    this.sketches = sketches;
    this.texts = texts;
  }

  public SketchComparer sketches() {
    return sketches;
  }

  EntryTexts texts() {
    return texts;
  }

  /** How often two documents were compared so far, by sketches or texts. */
  long comparisons() {
    return comparisons;
  }

  public Verdict verdict(LiveDocument a, LiveDocument b) throws IOException {
    comparisons++;
    return sketches.verdict(a.value, b.value, () -> texts.counted(a, b));
  }

  public boolean isNear(LiveDocument a, LiveDocument b) throws IOException {
    return verdict(a, b).isNear();
  }

  /** Whether to compare two documents with sketches takes reading the stored text of the second. */
  boolean hasToRead(LiveDocument entry, LiveDocument other) {
    return texts.hasToRead(other)
        && sketches.isInDoubt(sketches.estimate(entry.value, other.value));
  }

  /** In how many slots two sketches differ. */
  int differingSlots(byte[] a, byte[] b) {
    comparisons++;
    return sketches.differingSlots(a, b);
  }
}
