// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.util.LongAccumulator;
import org.junit.Test;
import org.neardup.internal.sketch.Hashing;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;

/** Pairs are chosen and sent as a list of them would be. */
public class TestPairBlocks extends SparkTestCase {
  private final Random random = new Random(53);

  private List<TextPair> pairs(int count) {
    List<TextPair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(Records.pair(random));
    }
    return pairs;
  }

  private static List<String> told(List<TextPair> pairs, PairBlocks.Test test) {
    return pairs.stream().filter(test::holds).map(Records::told).sorted().toList();
  }

  @Test
  public void testChosenAndCounted() {
    for (int count : new int[] {0, 1, 300}) {
      List<TextPair> pairs = pairs(count);
      List<byte[]> blocks = Records.blocks(pairs, TextPair::write, random);
      assertEquals(
          told(pairs, TextPair::isOpen),
          Records.told(PairBlocks.filter(blocks.iterator(), TextPair::isOpen)));
      JavaRDD<byte[]> spread = Records.spread(blocks, 3, random);
      assertEquals(count, PairBlocks.count(spread, pair -> true));
      assertEquals(0, PairBlocks.count(spread, pair -> false));
      assertEquals(
          told(pairs, TextPair::isOpen).size(), PairBlocks.count(spread, TextPair::isOpen));
    }
  }

  @Test
  public void testBroughtToTheHomesOfTheirNumbers() {
    List<TextPair> pairs = pairs(400);
    for (int homes : new int[] {1, 4, 9}) {
      List<List<byte[]>> partitions =
          Records.partitions(
              PairBlocks.bring(Records.pairs(pairs, 3, random), pair -> pair.earlier, homes));
      assertEquals(homes, partitions.size());
      for (int home = 0; home < homes; home++) {
        int of = home;
        assertEquals(
            told(pairs, pair -> Exchange.home(pair.earlier, homes) == of),
            Records.told(partitions.get(home).iterator()));
      }
    }
  }

  /** Pairs of texts, of which some have many neighbours, so that they are attached once. */
  private List<TextPair> pairsOf(List<DocumentEntry> documents, int count) {
    Map<Long, Long> numbers = new HashMap<>();
    documents.forEach(each -> numbers.putIfAbsent(each.print, each.number));
    List<Long> prints = List.copyOf(new TreeSet<>(numbers.keySet()));
    List<TextPair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TextPair pair = Records.pair(random);
      pair.earlierPrint = prints.get(random.nextInt(1 + random.nextInt(prints.size())));
      pair.laterPrint = prints.get(random.nextInt(prints.size()));
      pair.earlier = numbers.get(pair.earlierPrint);
      pair.later = numbers.get(pair.laterPrint);
      pairs.add(pair);
    }
    return pairs;
  }

  @Test
  public void testAttachmentsTravelOnceAPartition() {
    List<DocumentEntry> documents = Records.documents(random, 100, 60);
    List<TextPair> pairs = pairsOf(documents, 500);
    for (int homes : new int[] {1, 3}) {
      JavaRDD<TextPartition> texts = Records.texts(documents, homes, random);
      LongAccumulator made = Records.context().sc().longAccumulator("made");
      JavaRDD<byte[]> sent =
          Attachments.send(
              Records.pairs(pairs, 2, random),
              texts,
              (partition, print) -> {
                made.add(1);
                return Records.sketch(~partition.print(partition.text(print)));
              });
      List<List<byte[]>> partitions = Records.partitions(sent);
      Set<List<Long>> different = new HashSet<>();
      for (TextPair each : pairs) {
        long home = Exchange.home(each.laterPrint, homes);
        different.add(List.of(home, each.earlierPrint));
      }
      assertEquals(different.size(), (long) made.value());
      for (int home = 0; home < homes; home++) {
        Attachments attachments = new Attachments(partitions.get(home).iterator());
        List<String> read = new ArrayList<>();
        for (TextPair pair : attachments) {
          assertEquals(home, Exchange.home(pair.laterPrint, homes));
          assertArrayEquals(Records.sketch(~pair.earlierPrint), attachments.ofEarlier(pair));
          read.add(Records.told(pair));
        }
        Collections.sort(read);
        int of = home;
        assertEquals(told(pairs, pair -> Exchange.home(pair.laterPrint, homes) == of), read);
      }
    }
  }

  /** Of pairs of which only numbers are known, all else is found. */
  @Test
  public void testNumbersBecomePairs() {
    List<TextPair> near = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      TextPair pair = Records.pair(random);
      pair.later = 100L + random.nextInt(100);
      pair.earlier = random.nextInt(100);
      pair.laterPrint = Hashing.mix(pair.later);
      pair.earlierPrint = Hashing.mix(pair.earlier);
      near.add(pair);
    }
    int homes = 3;
    JavaRDD<byte[]> sent = Records.pairs(near, 2, random);
    JavaRDD<long[]> numbers =
        Graph.ofTexts(sent, (pair, sink) -> sink.accept(pair.later, pair.earlier), homes);
    JavaRDD<byte[]> found = StarRounds.pairs(sent, numbers, homes);
    Set<String> expected = new TreeSet<>();
    for (TextPair each : near) {
      each.resemblance = 0;
      each.basis = TextPair.OPEN;
      expected.add(Records.told(each));
    }
    assertEquals(List.copyOf(expected), Records.told(found.collect().iterator()));
  }

  /** Estimates are those of the sketches of both texts. */
  @Test
  public void testPairsAreComparedByTheirSketches() {
    List<DocumentEntry> documents = Records.documents(random, 80, 40);
    List<TextPair> pairs = pairsOf(documents, 150);
    SketchComparison comparison = new SketchComparison(ClusterConfig.defaults());
    JavaRDD<byte[]> compared =
        StarRounds.compare(
            Records.pairs(pairs, 2, random),
            Records.texts(documents, 3, random),
            ClusterConfig.defaults());
    for (TextPair each : pairs) {
      byte[] later = Records.sketch(each.laterPrint);
      byte[] earlier = Records.sketch(each.earlierPrint);
      comparison.decide(each, comparison.packing().agreeing(later, 0, earlier, 0));
    }
    assertEquals(told(pairs, pair -> true), Records.told(compared.collect().iterator()));
    assertTrue(pairs.stream().anyMatch(each -> each.resemblance == 1));
  }
}
