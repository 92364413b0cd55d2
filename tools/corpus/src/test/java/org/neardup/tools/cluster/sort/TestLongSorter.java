// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import com.carrotsearch.hppc.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.tools.cluster.text.RecordFile;
import org.neardup.tools.cluster.text.TextSketches;

/** The building blocks, beside what the JDK has for it. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestLongSorter extends LuceneTestCase {

  public void testSortsWhateverFitsIntoMemory() throws Exception {
    for (int round = 0; round < 30; round++) {
      boolean distinct = random().nextBoolean();
      long bound = random().nextBoolean() ? 50 : Long.MAX_VALUE;
      long[] numbers = random().longs(random().nextInt(5000), -bound, bound).toArray();
      try (Directory directory = newDirectory()) {
        LongSorter sorter =
            new LongSorter(new Workspace(directory, 1 + random().nextInt(3000)), distinct);
        sorter.add(LongArrayList.from(numbers));
        Arrays.sort(numbers);
        assertArrayEquals(
            distinct ? Arrays.stream(numbers).distinct().toArray() : numbers, all(sorter));
        assertEquals(
            0, Stream.of(directory.listAll()).filter(name -> name.contains("sort")).count());
      }
    }
  }

  private static long[] all(LongSorter sorter) throws Exception {
    List<Long> values = new ArrayList<>();
    try (LongCursor cursor = sorter.sorted()) {
      while (cursor.next()) {
        values.add(cursor.value);
      }
      assertFalse(cursor.next());
    }
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  public void testNumbersHashesInTheOrderOfTheirFirstComing() {
    LongInterner numbering = new LongInterner();
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long hash = random().nextInt(10) == 0 ? random().nextInt(5) : random().nextLong() % 8000;
      int expected = model.computeIfAbsent(hash, h -> model.size());
      assertEquals(expected, numbering.number(hash));
      assertEquals(model.size(), numbering.size());
    }
  }

  public void testRecordsComeBack() throws Exception {
    try (Directory directory = newDirectory();
        RecordFile file = new RecordFile(directory, "test")) {
      long[][] records = new long[random().nextInt(100)][];
      for (int i = 0; i < records.length; i++) {
        records[i] = random().longs(random().nextInt(10)).toArray();
        if (random().nextBoolean()) {
          file.add(records[i]);
        } else {
          file.add(TextSketches.bytes(records[i]));
        }
      }
      file.finish();
      RecordFile.Reader reader = file.reader();
      for (int i = records.length - 1; i >= 0; i--) {
        assertArrayEquals(records[i], reader.longs(i));
        assertArrayEquals(records[i], TextSketches.longs(reader.bytes(i)));
      }
    }
  }
}
