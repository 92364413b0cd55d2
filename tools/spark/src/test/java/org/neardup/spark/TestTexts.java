// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.junit.Test;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;

/** Documents become texts: beside a map from fingerprints to documents in their order. */
public class TestTexts extends SparkTestCase {
  private final Random random = new Random(52);

  private static Map<Long, List<DocumentEntry>> model(List<DocumentEntry> documents) {
    Map<Long, List<DocumentEntry>> texts = new TreeMap<>();
    documents.forEach(
        each -> texts.computeIfAbsent(each.print, print -> new ArrayList<>()).add(each));
    return texts;
  }

  private static void assertTexts(Map<Long, List<DocumentEntry>> expected, TextPartition texts) {
    assertEquals(expected.size(), texts.size());
    TextPartition.Documents reader = texts.reader();
    int text = 0;
    int place = 0;
    for (Map.Entry<Long, List<DocumentEntry>> each : expected.entrySet()) {
      List<DocumentEntry> copies = each.getValue();
      assertEquals((long) each.getKey(), texts.print(text));
      assertEquals(text, texts.text(each.getKey()));
      assertEquals("that of the first", copies.getFirst().number, texts.number(text));
      assertEquals(copies.size(), texts.copies(text));
      assertEquals(place, texts.start(text));
      int at = texts.sketchAt(text);
      assertArrayEquals(
          Records.sketch(each.getKey()),
          Arrays.copyOfRange(texts.sketches(), at, at + Records.SKETCH_BYTES));
      for (int copy = 0; copy < copies.size(); copy++) {
        assertDocument(copies.get(copy), reader.copy(text, copy));
        assertDocument(copies.get(copy), reader.get(place++));
      }
      text++;
    }
    assertEquals(place, texts.documents());
    assertEquals(place, texts.start(text));
  }

  /** The same but for the sketch, which the text has. */
  private static void assertDocument(DocumentEntry expected, DocumentEntry read) {
    byte[] sketch = expected.sketch;
    expected.sketch = DocumentEntry.NONE;
    assertArrayEquals(Records.packed(expected::write), Records.packed(read::write));
    expected.sketch = sketch;
  }

  private TextPartition partition(List<DocumentEntry> documents) {
    List<DocumentEntry> shuffled = new ArrayList<>(documents);
    Collections.shuffle(shuffled, random);
    return TextPartition.of(
        Records.blocks(shuffled, DocumentEntry::write, random).iterator(),
        new SketchComparison(ClusterConfig.defaults()).packing());
  }

  @Test
  public void testTextsOfOnePartition() {
    for (int count : new int[] {0, 1, 2, 30, 400}) {
      List<DocumentEntry> documents = Records.documents(random, count, 1 + count / 3);
      assertTexts(model(documents), partition(documents));
    }
  }

  /** A task sends the sketch of a text once: any one of the documents brings it. */
  @Test
  public void testOneDocumentOfATextBringsItsSketch() {
    List<DocumentEntry> documents = Records.documents(random, 200, 20);
    Map<Long, List<DocumentEntry>> expected = model(documents);
    for (List<DocumentEntry> copies : expected.values()) {
      int only = random.nextInt(copies.size());
      for (int i = 0; i < copies.size(); i++) {
        copies.get(i).sketch = i == only ? copies.get(i).sketch : DocumentEntry.NONE;
      }
    }
    assertTexts(expected, partition(documents));
  }

  @Test
  public void testHostsAreKnownToBeThere() {
    List<DocumentEntry> documents = Records.documents(random, 20, 9);
    documents.forEach(each -> each.host = "");
    assertFalse(partition(documents).hasHosts());
    documents.get(random.nextInt(20)).host = "h";
    assertTrue(partition(documents).hasHosts());
  }

  @Test
  public void testATextThatIsNotThereIsNamed() {
    TextPartition texts = partition(Records.documents(random, 5, 5));
    assertEquals(
        "no text has the fingerprint 7b",
        assertThrows(IllegalStateException.class, () -> texts.text(123)).getMessage());
  }

  /** Whatever the tasks and homes, each text is at the home of its fingerprint. */
  @Test
  public void testTextsOfAnyNumberOfPartitions() {
    List<DocumentEntry> documents = Records.documents(random, 300, 80);
    Map<Long, List<DocumentEntry>> expected = model(documents);
    for (int homes : new int[] {1, 2, 5}) {
      List<TextPartition> partitions = Records.texts(documents, homes, random).collect();
      assertEquals(homes, partitions.size());
      for (int home = 0; home < homes; home++) {
        Map<Long, List<DocumentEntry>> here = new TreeMap<>(expected);
        int of = home;
        here.keySet().removeIf(print -> Exchange.home(print, homes) != of);
        assertTexts(here, partitions.get(home));
      }
    }
  }

  /** Numbers are in the order of the keys, whatever the tasks and the ranges. */
  @Test
  public void testNumbersAreInTheOrderOfTheKeys() {
    List<DocumentEntry> documents = Records.documents(random, 200, 200);
    for (DocumentEntry each : documents) {
      each.sortKey = Records.bytes(random, 1 + random.nextInt(3));
    }
    for (int partitions : new int[] {1, 3, 7}) {
      JavaRDD<byte[]> sent =
          Records.spread(Records.blocks(documents, DocumentEntry::write, random), 3, random);
      Map<Long, byte[]> byNumber = new TreeMap<>();
      Map<Long, byte[]> keyOfRow = new HashMap<>();
      documents.forEach(each -> keyOfRow.put(each.rowHash, each.sortKey));
      DocumentEntry read = new DocumentEntry();
      for (byte[] block : TextStage.numbered(spark(), sent, partitions).collect()) {
        for (var in = Records.reader(block); in.hasNext(); ) {
          read.read(in);
          assertEquals("is spared from then on", 0, read.sortKey.length);
          byNumber.put(read.number, keyOfRow.get(read.rowHash));
        }
      }
      assertEquals("each once", documents.size(), byNumber.size());
      List<byte[]> ordered = List.copyOf(byNumber.values());
      for (int i = 1; i < ordered.size(); i++) {
        assertTrue(Arrays.compareUnsigned(ordered.get(i - 1), ordered.get(i)) <= 0);
      }
    }
  }

  @Test
  public void testBoundsAreAscendingAndEven() {
    for (int round = 0; round < 50; round++) {
      int partitions = 1 + random.nextInt(9);
      int size = random.nextInt(40);
      long[] sample = random.longs(size, 0, 1 + random.nextInt(30)).toArray();
      long[] bounds = new TextStage.Tally(size, false, sample).bounds(partitions);
      assertTrue(bounds.length < partitions);
      for (int i = 1; i < bounds.length; i++) {
        assertTrue(bounds[i - 1] < bounds[i]);
      }
      Set<Long> among = new HashSet<>(LongStream.of(sample).boxed().toList());
      assertTrue(LongStream.of(bounds).allMatch(among::contains));
    }
    long[] hundred = LongStream.range(0, 100).toArray();
    assertArrayEquals(new long[] {25, 50, 75}, new TextStage.Tally(100, false, hundred).bounds(4));
  }

  @Test
  public void testTalliesAddUp() {
    List<DocumentEntry> documents = Records.documents(random, 1_000, 900);
    Map<Long, List<DocumentEntry>> expected = model(documents);
    TextStage.Tally all = TextStage.Tally.of(partition(documents));
    assertEquals(expected.size(), all.texts());
    assertTrue("samples: " + all.sample().length, all.sample().length <= 201);
    Set<Long> numbers = new HashSet<>();
    expected.values().forEach(copies -> numbers.add(copies.getFirst().number));
    assertTrue(LongStream.of(all.sample()).allMatch(numbers::contains));
    TextStage.Tally both = all.plus(new TextStage.Tally(5, false, new long[] {7}));
    assertEquals(expected.size() + 5, both.texts());
    assertTrue(both.hasHosts());
    assertEquals(all.sample().length + 1, both.sample().length);
    TextStage.Tally none = TextStage.Tally.of(partition(List.of()));
    assertEquals(0, none.texts());
    assertEquals(0, none.bounds(5).length);
    assertFalse(none.hasHosts());
  }
}
