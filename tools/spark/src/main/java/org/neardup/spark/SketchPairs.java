// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.Outbox;

/** Compares pairs of which nothing is known by their sketches. */
final class SketchPairs {
  private SketchPairs() {}

  /** The pairs, those in doubt open. */
  static JavaRDD<byte[]> compare(
      JavaRDD<byte[]> pairs, JavaRDD<TextPartition> texts, SparkSettings settings) {
    return texts.zipPartitions(
        Attachments.send(pairs, texts, SketchPairs::sketch),
        (partition, blocks) ->
            compare(partition.next(), Attachments.of(blocks), settings.comparison()));
  }

  private static byte[] sketch(TextPartition texts, int text) {
    int at = texts.sketchAt(text);
    return Arrays.copyOfRange(texts.sketches(), at, at + texts.sketchAt(1));
  }

  private static Iterator<byte[]> compare(
      TextPartition texts, Attachments pairs, SketchComparison comparison) {
    TextPair pair = new TextPair();
    return Outbox.blocks(
        out -> {
          if (!pairs.next(pair)) {
            return false;
          }
          int later = texts.sketchAt(texts.text(pair.laterPrint));
          byte[] earlier = pairs.ofEarlier(pair);
          comparison.decide(
              pair, comparison.packing().agreeing(texts.sketches(), later, earlier, 0));
          pair.write(out.to(0));
          return true;
        });
  }
}
