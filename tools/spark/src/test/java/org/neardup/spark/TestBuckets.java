// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * Candidates are those of buckets in a map: in each, a text is paired with the first so many before
 * it. Whatever the partitions and the pieces that hot buckets are cut into, each pair comes once.
 */
public class TestBuckets extends SparkTestCase {
  private final Random random = new Random(56);

  /** A text as a number and a sketch. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Text(long number, long print, byte[] sketch) {}

  /** Sketches of which most are copies of a few, with some bytes changed. */
  private List<DocumentEntry> documents(int count, int kinds) {
    List<DocumentEntry> documents = Records.documents(random, count, 1_000_000_000);
    for (DocumentEntry each : documents) {
      each.sketch = Records.sketch(random.nextInt(kinds));
      for (int changes = random.nextInt(30); changes > 0; changes--) {
        each.sketch[random.nextInt(each.sketch.length)] = (byte) random.nextInt();
      }
    }
    return documents;
  }

  private static List<Text> texts(List<DocumentEntry> documents) {
    return documents.stream()
        .map(each -> new Text(each.number, each.print, each.sketch))
        .sorted(Comparator.comparingLong(Text::number))
        .toList();
  }

  /** What a model finds. */
  private static final class Model {
    private final Set<String> pairs = new TreeSet<>();
    private int hot;
    private long skipped;

    Model(List<Text> texts, ClusterConfig settings) {
      SketchComparison comparison = new SketchComparison(settings);
      Map<Long, List<Text>> buckets = new TreeMap<>();
      for (Text text : texts) {
        for (long key : comparison.keys(text.sketch, 0)) {
          buckets.computeIfAbsent(key, of -> new ArrayList<>()).add(text);
        }
      }
      for (List<Text> bucket : buckets.values()) {
        add(bucket, settings.maxBucket(), comparison);
      }
    }

    private void add(List<Text> bucket, int maxBucket, SketchComparison comparison) {
      hot += bucket.size() > maxBucket ? 1 : 0;
      for (int later = 0; later < bucket.size(); later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          if (earlier >= maxBucket) {
            skipped++;
          } else {
            add(bucket.get(later), bucket.get(earlier), comparison);
          }
        }
      }
    }

    private void add(Text later, Text earlier, SketchComparison comparison) {
      int agreeing = comparison.packing().agreeing(later.sketch, 0, earlier.sketch, 0);
      if (agreeing >= comparison.leastAgreeing()) {
        TextPair pair = new TextPair();
        pair.later = later.number;
        pair.laterPrint = later.print;
        pair.earlier = earlier.number;
        pair.earlierPrint = earlier.print;
        comparison.decide(pair, agreeing);
        pairs.add(Records.told(pair));
      }
    }
  }

  private void check(List<DocumentEntry> documents, ClusterConfig settings, RunLimits limits) {
    Model expected = new Model(texts(documents), settings);
    JavaRDD<TextPartition> texts = Records.texts(documents, 1 + random.nextInt(4), random);
    try (Kept kept = new Kept(Records.context(), limits)) {
      BandCandidates candidates = new BandCandidates(kept, settings);
      List<byte[]> found = candidates.find(texts, documents.size()).collect();
      assertEquals(List.copyOf(expected.pairs), Records.told(found.iterator()));
      assertEquals(expected.hot, candidates.hotBuckets());
      assertEquals(expected.skipped, candidates.skippedPairs());
      candidates.close();
    }
  }

  @Test
  public void testRandomTexts() {
    for (int kinds : new int[] {3, 25}) {
      List<DocumentEntry> documents = documents(120, kinds);
      check(documents, ClusterConfig.defaults(), RunLimits.DEFAULTS);
      check(documents, ClusterConfig.defaults(), SMALL);
    }
  }

  /** A text that is a column goes to all pieces, and is a row of one only. */
  @Test
  public void testHotBucketsInPieces() {
    List<DocumentEntry> documents = documents(90, 2);
    for (int maxBucket : new int[] {1, 4, 30}) {
      ClusterConfig settings = config(near -> near.maxBucket(maxBucket));
      check(documents, settings, SMALL);
      check(documents, settings, new RunLimits(20_000, 0, 1));
    }
  }

  @Test
  public void testNoTextsAndTextsThatShareNothing() {
    check(List.of(), ClusterConfig.defaults(), SMALL);
    check(Records.documents(random, 50, 1_000_000_000), ClusterConfig.defaults(), SMALL);
  }

  /** The least number of equal slots is the least that may be near, and no estimate less passes. */
  @Test
  public void testLeastAgreeingSlots() {
    Map<String, Integer> least = new HashMap<>();
    for (double threshold : new double[] {.3, .8, .95, 1}) {
      for (String sketch : List.of("fast:128", "minhash:100")) {
        SketchComparison comparison =
            new SketchComparison(config(near -> near.threshold(threshold).sketch(sketch)));
        int found = comparison.leastAgreeing();
        var packing = comparison.packing();
        for (int agreeing = 0; agreeing <= packing.slots(); agreeing++) {
          boolean mayPass = comparison.rule().mayPass(packing.resemblance(agreeing), packing);
          assertEquals(threshold + " " + agreeing, agreeing >= found, mayPass);
        }
        least.put(sketch + threshold, found);
      }
    }
    assertTrue(least.toString(), least.get("fast:1280.3") < least.get("fast:1280.95"));
  }
}
