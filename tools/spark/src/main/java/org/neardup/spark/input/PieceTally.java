// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * Gathers the counts of pieces on the driver, by the number of the piece: a piece that is read
 * again, by a repeated or speculative task or in a later stage, is counted once.
 */
final class PieceTally extends AccumulatorV2<Entry<Integer, PieceCount>, Map<Integer, PieceCount>> {
  private final Map<Integer, PieceCount> counts = new TreeMap<>();

  @Override
  public boolean isZero() {
    return counts.isEmpty();
  }

  @Override
  public PieceTally copy() {
    PieceTally copy = new PieceTally();
    copy.counts.putAll(counts);
    return copy;
  }

  @Override
  public void reset() {
    counts.clear();
  }

  @Override
  public synchronized void add(Entry<Integer, PieceCount> piece) {
    counts.put(piece.getKey(), piece.getValue());
  }

  @Override
  public synchronized void merge(
      AccumulatorV2<Entry<Integer, PieceCount>, Map<Integer, PieceCount>> other) {
    counts.putAll(other.value());
  }

  @Override
  public synchronized Map<Integer, PieceCount> value() {
    return new TreeMap<>(counts);
  }
}
