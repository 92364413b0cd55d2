// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;

/**
 * Counts pairs of texts.
 *
 * @param pairs all
 * @param open of these, pairs in doubt
 * @param near of the others, near-duplicates
 */
record PairTally(long pairs, long open, long near) implements Serializable {

  static PairTally of(JavaRDD<byte[]> pairs, SparkSettings settings) {
    return pairs
        .mapPartitions(blocks -> Exchange.only(count(blocks, settings.comparison())))
        .reduce(PairTally::plus);
  }

  private static PairTally count(Iterator<byte[]> blocks, SketchComparison comparison) {
    long pairs = 0;
    long open = 0;
    long near = 0;
    TextPair pair = new TextPair();
    for (BlockReader in = new BlockReader(blocks); in.hasNext(); pairs++) {
      pair.read(in);
      if (pair.basis == TextPair.OPEN) {
        open++;
      } else if (comparison.passes(pair)) {
        near++;
      }
    }
    return new PairTally(pairs, open, near);
  }

  private PairTally plus(PairTally other) {
    return new PairTally(pairs + other.pairs, open + other.open, near + other.near);
  }
}
