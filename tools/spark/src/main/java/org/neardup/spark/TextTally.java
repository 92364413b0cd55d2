// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.neardup.spark.blocks.Longs;

/**
 * Counts texts.
 *
 * @param texts how many there are
 * @param hasHosts whether a document is of a host
 * @param sample some of their numbers
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record TextTally(long texts, boolean hasHosts, long[] sample) implements Serializable {
  private static final int SAMPLES = 200;

  static TextTally of(TextPartition texts) {
    Longs sample = new Longs();
    int step = texts.size() / SAMPLES + 1;
    for (int text = 0; text < texts.size(); text += step) {
      sample.add(texts.number(text));
    }
    return new TextTally(texts.size(), texts.hasHosts(), sample.toArray());
  }

  TextTally plus(TextTally other) {
    long[] both = Arrays.copyOf(sample, sample.length + other.sample.length);
    System.arraycopy(other.sample, 0, both, sample.length, other.sample.length);
    return new TextTally(texts + other.texts, hasHosts || other.hasHosts, both);
  }

  /** Numbers between which there are about as many texts, ascending, each once. */
  long[] bounds(int partitions) {
    long[] sorted = sample.clone();
    Arrays.sort(sorted);
    Longs bounds = new Longs();
    for (int i = 1; i < partitions && sorted.length > 0; i++) {
      bounds.add(sorted[(int) ((long) i * sorted.length / partitions)]);
    }
    return Arrays.stream(bounds.toArray()).distinct().toArray();
  }
}
