// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;

public class TestSketchReader extends LuceneTestCase {
  private static final int NO_CAP = Integer.MAX_VALUE;

  private interface LeafCheck {
    void accept(LeafReader leaf) throws IOException;
  }

  private void check(LeafCheck check, byte[]... sketches) throws IOException {
    try (Directory dir = newDirectory();
        IndexWriter writer =
            new IndexWriter(dir, new IndexWriterConfig().setCodec(RandomSketches.codec()))) {
      for (byte[] sketch : sketches) {
        writer.addDocument(RandomSketches.document(sketch));
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        check.accept(reader.leaves().get(0).reader());
      }
    }
  }

  public void testSketchesByDocumentInAnyOrder() throws IOException {
    byte[] a = RandomSketches.random(random());
    byte[] b = RandomSketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
          assertEquals(new BytesRef(b), sketches.value(2));
          assertNull(sketches.value(1));
          assertEquals(new BytesRef(a), sketches.value(0));
          assertEquals(SketchValue.elements(a, 0), sketches.elements(0));
          assertEquals(0, sketches.elements(1));
          assertEquals(1.0, sketches.similarity(a, 0), 0);
          assertEquals(0.0, sketches.similarity(a, 2), 0.1);
          assertTrue(Double.isNaN(sketches.similarity(a, 1)));
        },
        a,
        null,
        b);
  }

  public void testCandidatesComeWithTheBandsTheyShare() throws IOException {
    byte[] query = RandomSketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
          Candidates found = RandomSketches.candidates(sketches, query, null, NO_CAP);
          assertEquals(3, found.size());
          assertEquals(0, found.doc(0));
          assertEquals(2, found.doc(1));
          assertEquals(3, found.doc(2));
          assertEquals(0, found.cut());
        },
        RandomSketches.withSlotChanged(query, 3),
        RandomSketches.random(random()),
        RandomSketches.withSlotChanged(query, 125),
        query);
  }

  public void testLiveDocsOfTheCallerApply() throws IOException {
    byte[] query = RandomSketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
          Candidates found =
              RandomSketches.candidates(sketches, query, new Bits.MatchNoBits(2), NO_CAP);
          assertEquals(0, found.size());
        },
        query,
        query);
  }

  public void testCapIsReported() throws IOException {
    byte[] query = RandomSketches.random(random());
    check(
        leaf -> {
          SketchReader sketches = SketchReader.of(leaf, RandomSketches.FIELD);
          Candidates found = RandomSketches.candidates(sketches, query, null, 2);
          assertEquals(2, found.size());
          assertEquals(21, found.cut());
          expectThrows(
              IllegalArgumentException.class,
              () -> RandomSketches.candidates(sketches, query, null, 0));
        },
        query,
        query,
        query);
  }

  public void testHotBucketWithoutLiveDocumentsIsCut() throws IOException {
    byte[] common = RandomSketches.random(random());
    byte[][] sketches = new byte[300][];
    Arrays.fill(sketches, common);
    check(
        leaf -> {
          SketchReader reader = SketchReader.of(leaf, RandomSketches.FIELD);
          Candidates found =
              RandomSketches.candidates(reader, common, new Bits.MatchNoBits(300), 2);
          assertEquals(0, found.size());
          assertEquals(21 * (300 - 2 * 64), found.cut());
        },
        sketches);
  }

  public void testHotBucketIsCutToTheEntry() throws IOException {
    byte[] common = RandomSketches.random(random());
    int copies = 100 + random().nextInt(400);
    byte[][] sketches = new byte[copies + 200][];
    for (int i = 0; i < sketches.length; i++) {
      sketches[i] = i < copies ? common : RandomSketches.random(random());
    }
    Collections.shuffle(Arrays.asList(sketches), random());
    int cap = 1 + random().nextInt(copies + 10);
    check(
        leaf -> {
          SketchReader reader = SketchReader.of(leaf, RandomSketches.FIELD);
          Candidates found = RandomSketches.candidates(reader, common, null, cap);
          assertEquals(Math.min(cap, copies), found.size());
          assertEquals(21L * Math.max(0, copies - cap), found.cut());
        },
        sketches);
  }

  public void testCapHoldsOverSegments() throws IOException {
    byte[] common = RandomSketches.random(random());
    byte[] other = RandomSketches.random(random());
    BandKeys keys = new BandKeys(RandomSketches.PARAMETERS, common);
    for (BandLookUp lookUp :
        List.of(BandLookUp.candidates(keys, 5), BandLookUp.copies(common, 5))) {
      check(
          leaf -> {
            int shared = lookUp.keys().length;
            SketchReader bands = SketchReader.of(leaf, RandomSketches.FIELD);
            SketchReader scan = SketchReader.of(SketchValuesOnly.hide(leaf), RandomSketches.FIELD);
            List<SketchReader> readers = new ArrayList<>(List.of(bands, scan, bands, scan));
            Collections.shuffle(readers, random());
            for (int[] expected : new int[][] {{3, 0}, {2, 1}, {0, 3}, {0, 3}}) {
              Candidates found = readers.removeFirst().bandedCandidates(lookUp, null);
              assertEquals(expected[0], found.size());
              assertEquals((long) expected[1] * shared, found.cut());
            }
          },
          common,
          other,
          common,
          common);
    }
  }

  public void testReadingAheadChangesNothing() throws IOException {
    byte[][] sketches = new byte[200][];
    for (int i = 0; i < sketches.length; i++) {
      sketches[i] =
          i == 0 || random().nextInt(5) == 0
              ? RandomSketches.random(random())
              : RandomSketches.withSlotChanged(
                  sketches[random().nextInt(i)], random().nextInt(128));
    }
    check(
        leaf -> {
          for (int i = 0; i < 50; i++) {
            byte[] query = sketches[random().nextInt(200)];
            for (int j = random().nextInt(6); j > 0; j--) { // some of its keys are not there
              query = RandomSketches.withSlotChanged(query, random().nextInt(128));
            }
            BandKeys keys = new BandKeys(RandomSketches.PARAMETERS, query);
            BandKeys others =
                new BandKeys(RandomSketches.PARAMETERS, RandomSketches.random(random()));
            int cap = 1 + random().nextInt(300);
            List<SketchReader> ahead = threeReaders(leaf);
            BandLookUp lookUp = BandLookUp.candidates(keys, cap);
            SketchReader.readAhead(lookUp, ahead);
            switch (random().nextInt(4)) {
              case 0 ->
                  SketchReader.readAhead(BandLookUp.candidates(others, cap), ahead.subList(1, 3));
              case 1 ->
                  ahead
                      .get(0)
                      .forEachUnder(
                          BandLookUp.candidates(others, cap), key -> true, (key, doc) -> {});
              case 2 -> ahead.get(0).bandedCandidates(BandLookUp.candidates(others, cap), null);
              default -> ahead.set(0, SketchReader.of(leaf, RandomSketches.FIELD));
            }
            BandLookUp alone = BandLookUp.candidates(keys, cap);
            List<SketchReader> readers = threeReaders(leaf);
            for (int j = 0; j < 3; j++) {
              assertSameCandidates(
                  readers.get(j).bandedCandidates(alone, null),
                  ahead.get(j).bandedCandidates(lookUp, null));
            }
          }
        },
        sketches);
  }

  public void testAllDocumentsUnderSomeKeys() throws IOException {
    byte[][] sketches = related(200);
    check(
        leaf -> {
          BandKeys keys = new BandKeys(RandomSketches.PARAMETERS, sketches[random().nextInt(200)]);
          BandLookUp lookUp = BandLookUp.candidates(keys, 1); // its cap does not matter
          List<SketchReader> readers = threeReaders(leaf);
          SketchReader.readAhead(lookUp, readers);
          IntPredicate wanted = key -> key % 3 > 0;
          Set<List<Integer>> expected = new HashSet<>();
          for (int doc = 0; doc < leaf.maxDoc(); doc++) {
            byte[] sketch = readers.get(0).copy(doc);
            for (int key = 0; key < keys.count() && sketch != null; key++) {
              BandKeys others = new BandKeys(RandomSketches.PARAMETERS, sketch);
              if (wanted.test(key) && others.contains(lookUp.keys()[key])) {
                expected.add(List.of(key, doc));
              }
            }
          }
          assertFalse(expected.isEmpty());
          for (SketchReader reader : readers) {
            Set<List<Integer>> found = new HashSet<>();
            reader.forEachUnder(
                lookUp, wanted, (key, doc) -> assertTrue(found.add(List.of(key, doc))));
            assertEquals(expected, found);
          }
        },
        sketches);
  }

  /** RandomSketches most of which are copies of another, with a slot changed. */
  private static byte[][] related(int count) {
    byte[][] sketches = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] other = sketches[random().nextInt(i + 1)];
      sketches[i] =
          other == null || random().nextInt(10) == 0
              ? RandomSketches.random(random())
              : RandomSketches.withSlotChanged(other, random().nextInt(128));
    }
    return sketches;
  }

  private static List<SketchReader> threeReaders(LeafReader leaf) throws IOException {
    return new ArrayList<>(
        List.of(
            SketchReader.of(leaf, RandomSketches.FIELD),
            SketchReader.of(SketchValuesOnly.hide(leaf), RandomSketches.FIELD),
            SketchReader.of(leaf, RandomSketches.FIELD)));
  }

  public void testScanFindsWhatBandsFind() throws IOException {
    byte[][] sketches = related(500);
    int cap = 1 + random().nextInt(random().nextBoolean() ? 2 : 100);
    int liveOfTen = random().nextInt(10);
    check(
        leaf -> {
          SketchReader bands = SketchReader.of(leaf, RandomSketches.FIELD);
          SketchReader scan = SketchReader.of(SketchValuesOnly.hide(leaf), RandomSketches.FIELD);
          assertTrue(bands.hasBands());
          assertFalse(scan.hasBands());
          FixedBitSet live = new FixedBitSet(leaf.maxDoc());
          for (int doc = 0; doc < leaf.maxDoc(); doc++) {
            if (random().nextInt(10) < liveOfTen) {
              live.set(doc);
            }
          }
          for (int i = 0; i < 50; i++) {
            byte[] query = sketches[random().nextInt(sketches.length)];
            assertSameCandidates(
                RandomSketches.candidates(bands, query, live, cap),
                RandomSketches.candidates(scan, query, live, cap));
          }
        },
        sketches);
  }

  private static void assertSameCandidates(Candidates expected, Candidates actual) {
    assertEquals(expected.cut(), actual.cut());
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.doc(i), actual.doc(i));
    }
  }

  public void testSegmentWithoutSketches() throws IOException {
    check(leaf -> assertNull(SketchReader.of(leaf, RandomSketches.FIELD)), null, null);
  }

  public void testOtherBinaryFieldsAreRefused() throws IOException {
    try (Directory dir = newDirectory();
        IndexWriter writer = new IndexWriter(dir, new IndexWriterConfig())) {
      writer.addDocument(RandomSketches.document(new byte[1]));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        expectThrows(
            IllegalArgumentException.class, () -> SketchReader.of(leaf, RandomSketches.FIELD));
      }
    }
  }
}
