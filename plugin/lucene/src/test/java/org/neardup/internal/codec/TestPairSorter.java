// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestPairSorter extends LuceneTestCase {
  public void testOnTheHeap() throws IOException {
    check(1 + random().nextInt(2000), Integer.MAX_VALUE, 1);
  }

  public void testSpilledRunsAreMerged() throws IOException {
    check(1 + random().nextInt(2000), 10 + random().nextInt(500), 1);
  }

  public void testDocumentsFarApartStartANewRun() throws IOException {
    check(100, Integer.MAX_VALUE, 1 << 23);
  }

  public void testNothing() throws IOException {
    check(0, 10, 1);
  }

  private static void check(int docs, int maxBuffered, int docStep) throws IOException {
    try (Directory dir = newDirectory()) {
      List<long[]> expected = new ArrayList<>();
      try (PairSorter sorter = new PairSorter(state(dir), random().nextInt(100), maxBuffered)) {
        int doc = 0;
        for (int i = 0; i < docs; i++) {
          doc += 1 + random().nextInt(docStep);
          long[] keys = random().longs(10).map(TestPairSorter::maybeCommon).toArray();
          int count = 1 + random().nextInt(10);
          sorter.add(keys, count, doc);
          for (int k = 0; k < count; k++) {
            expected.add(new long[] {keys[k] >>> 24, doc});
          }
        }
        expected.sort(Arrays::compare);
        PairStream merged = new PairStream.Merged(sorter.streams());
        for (long[] pair : expected) {
          assertTrue(merged.next());
          assertArrayEquals(pair, new long[] {merged.key, merged.doc});
        }
        assertFalse(merged.next());
        assertFalse(merged.next());
      }
      assertEquals("temporary files are gone", "", String.join(" ", dir.listAll()));
    }
  }

  private static long maybeCommon(long key) {
    return key % 5 == 0 ? -1L << 24 : key;
  }

  private static SegmentWriteState state(Directory dir) {
    SegmentInfo segment =
        new SegmentInfo(
            dir,
            Version.LATEST,
            Version.LATEST,
            "_0",
            1000,
            false,
            false,
            Codec.getDefault(),
            Map.of(),
            StringHelper.randomId(),
            Map.of(),
            null);
    FieldInfos noFields = new FieldInfos(new FieldInfo[0]);
    return new SegmentWriteState(
        InfoStream.NO_OUTPUT, dir, segment, noFields, null, IOContext.DEFAULT);
  }
}
