// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOUtils;
import org.neardup.internal.record.LastCommit;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.record.RenumberedSegment;

/**
 * Opens indexes to be added to another one, and renumbers their documents and groups: order numbers
 * follow those of the target index and of the indexes before, keep the order within their own
 * index, and no two indexes share a group.
 *
 * <p>Uses 16 bytes per document until closed.
 */
public final class AddedIndexes implements Closeable {
  private final List<DirectoryReader> indexes = new ArrayList<>();
  private final List<CodecReader> segments = new ArrayList<>();
  private long nextNumber;

  private AddedIndexes(long nextNumber) {
    this.nextNumber = nextNumber;
  }

  /**
   * Opens the latest commit of each index.
   *
   * @param check throws if an index may not be added
   * @param nextNumber the first number that they may have
   */
  public static AddedIndexes open(
      IOConsumer<LastCommit> check, long nextNumber, Directory... directories) throws IOException {
    AddedIndexes added = new AddedIndexes(nextNumber);
    try {
      for (Directory directory : directories) {
        DirectoryReader index = DirectoryReader.open(directory);
        added.indexes.add(index);
        check.accept(LastCommit.of(index));
        added.addSegments(index);
      }
      return added;
    } catch (Throwable t) {
      IOUtils.closeWhileHandlingException(added);
      throw t;
    }
  }

  private void addSegments(DirectoryReader index) throws IOException {
    long[] orders = new long[index.numDocs()];
    long[] groups = new long[index.numDocs()];
    int count = 0;
    for (LeafReaderContext leaf : index.leaves()) {
      count = read(leaf.reader(), orders, groups, count);
    }
    LongUnaryOperator newOrders = consecutive(orders, count, nextNumber);
    LongUnaryOperator newGroups = consecutive(groups, count, nextNumber);
    for (LeafReaderContext leaf : index.leaves()) {
      CodecReader segment = (CodecReader) leaf.reader();
      segments.add(new RenumberedSegment(segment, newOrders, newGroups));
    }
    nextNumber += count;
  }

  /**
   * Maps numbers in any order to consecutive ones, so that repeated additions do not exhaust the
   * numbers; the smallest becomes {@code first}.
   */
  private static LongUnaryOperator consecutive(long[] numbers, int count, long first) {
    long[] old = Arrays.stream(numbers, 0, count).sorted().distinct().toArray();
    return number -> first + Math.max(0, Arrays.binarySearch(old, number));
  }

  private static int read(LeafReader leaf, long[] orders, long[] groups, int from)
      throws IOException {
    int count = from;
    RecordReader records = new RecordReader(leaf);
    Bits live = leaf.getLiveDocs();
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      if ((live == null || live.get(doc)) && records.isOurs(doc)) {
        orders[count] = records.order();
        groups[count++] = records.group();
      }
    }
    return count;
  }

  /** All segments, those of the first index first. */
  public CodecReader[] segments() {
    return segments.toArray(new CodecReader[0]);
  }

  /** Larger than all numbers that the documents have now. */
  public long nextNumber() {
    return nextNumber;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(indexes);
  }
}
