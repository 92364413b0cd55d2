// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.Test;
import org.neardup.internal.sketch.Hashing;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;

/** Groups that are decided in rounds are those of one text after the other, on any graph. */
public class TestRounds extends SparkTestCase {
  private static final int TEXTS = 60;

  private static TextPair pair(long later, long earlier, double resemblance) {
    TextPair pair = new TextPair();
    pair.later = later;
    pair.laterPrint = Hashing.mix(later);
    pair.earlier = earlier;
    pair.earlierPrint = Hashing.mix(earlier);
    pair.resemblance = resemblance;
    pair.basis = TextPair.EXACT;
    return pair;
  }

  /** Few values, so that many are equal. */
  private static List<TextPair> graph(Random random, int edges) {
    Map<Long, TextPair> pairs = new HashMap<>();
    while (pairs.size() < edges) {
      long earlier = random.nextInt(TEXTS - 1);
      long later = earlier + 1 + random.nextInt(TEXTS - 1 - (int) earlier);
      double resemblance = (8 + random.nextInt(3)) / 10.0;
      pairs.put(later * TEXTS + earlier, pair(later, earlier, resemblance));
    }
    return new ArrayList<>(pairs.values());
  }

  private static JavaRDD<byte[]> sent(List<TextPair> pairs) {
    List<byte[]> blocks = new ArrayList<>();
    for (TextPair each : pairs) {
      BlockWriter out = new BlockWriter();
      each.write(out);
      blocks.add(out.take());
    }
    return context().parallelize(blocks, 3);
  }

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark().sparkContext());
  }

  private static Map<Long, Long> assigned(JavaRDD<byte[]> pairs) {
    Map<Long, Long> assigned = new TreeMap<>();
    TextPair pair = new TextPair();
    for (BlockReader in = new BlockReader(pairs.collect().iterator()); in.hasNext(); ) {
      pair.read(in);
      assertEquals(Hashing.mix(pair.later), pair.laterPrint);
      assertEquals(Hashing.mix(pair.earlier), pair.earlierPrint);
      Long other = assigned.put(pair.later, pair.earlier);
      assertEquals("once", null, other);
    }
    return assigned;
  }

  /** Each text in turn joins the earlier representative that it resembles most, if any. */
  private static Map<Long, Long> anchored(List<TextPair> pairs) {
    Map<Long, Long> joined = new TreeMap<>();
    for (long text = 0; text < TEXTS; text++) {
      TextPair best = null;
      for (TextPair each : pairs) {
        boolean isCandidate = each.later == text && !joined.containsKey(each.earlier);
        if (isCandidate
            && (best == null
                || each.resemblance > best.resemblance
                || (each.resemblance == best.resemblance && each.earlier < best.earlier))) {
          best = each;
        }
      }
      if (best != null) {
        joined.put(text, best.earlier);
      }
    }
    return joined;
  }

  /** The least text that each is connected with, if it is another. */
  private static Map<Long, Long> connected(List<TextPair> pairs) {
    long[] least = new long[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
      least[i] = i;
    }
    for (int round = 0; round < TEXTS; round++) {
      for (TextPair each : pairs) {
        long both = Math.min(least[(int) each.later], least[(int) each.earlier]);
        least[(int) each.later] = both;
        least[(int) each.earlier] = both;
      }
    }
    Map<Long, Long> joined = new TreeMap<>();
    for (int i = 0; i < TEXTS; i++) {
      if (least[i] != i) {
        joined.put((long) i, least[i]);
      }
    }
    return joined;
  }

  @Test
  public void testAnyGraph() {
    int most = 0;
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      List<TextPair> pairs = graph(random, new int[] {0, 1, 30, 60, 120, 400}[seed]);
      for (RunLimits limits : List.of(SMALL, RunLimits.DEFAULTS)) {
        try (Kept kept = new Kept(context(), limits)) {
          AtomicInteger ofAnchored = new AtomicInteger();
          AnchoredRounds anchored = new AnchoredRounds(kept, 3, ofAnchored::incrementAndGet);
          assertEquals(anchored(pairs), assigned(anchored.assign(sent(pairs))));
          AtomicInteger ofStars = new AtomicInteger();
          StarRounds stars = new StarRounds(kept, 3, ofStars::incrementAndGet);
          assertEquals(connected(pairs), assigned(stars.assign(sent(pairs))));
          most = Math.max(most, Math.min(ofAnchored.get(), ofStars.get()));
        }
      }
    }
    assertTrue("rounds: " + most, most > 1);
  }
}
