// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** What becomes of the rows of one partition that are in groups. For one thread. */
final class RowFates {
  /** Of rows that do not survive; those that do have at least the number of their versions. */
  private static final byte[] NONE = {};

  private final Map<RowKey, Fate> fates = new HashMap<>();

  private RowFates(BlockReader in) {
    while (in.hasNext()) {
      RowKey key = RowKey.read(in);
      fates.put(key, new Fate(in.getLong(), in.getCounted()));
    }
  }

  /** The row of a key that has a content, and the versions that it stands for, packed. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Fate(long content, byte[] versions) {}

  /** A row somewhere, of several with the same key. */
  private record Place(long content, int partition) {
    static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::content).thenComparingInt(Place::partition);
  }

  /** Sends the keys of documents in groups, with the versions of the first ones. */
  static Iterator<Tuple2<Integer, byte[]>> send(GroupPartition groups, int homes) {
    return Outbox.drain(
        homes,
        groups.iterator(),
        (group, out) -> {
          byte[] versions = pack(group.subList(1, group.size()));
          for (RowKey key : keys(group)) {
            key.write(out.to(key.home(homes))).putCounted(versions);
            versions = NONE;
          }
        });
  }

  /** The rows that the documents of a group have, that of the representative first. */
  static List<RowKey> keys(List<GroupPartition.Member> group) {
    return group.stream().map(GroupPartition.Member::key).distinct().toList();
  }

  private static byte[] pack(List<GroupPartition.Member> versions) {
    BlockWriter packed = new BlockWriter();
    packed.putInt(versions.size());
    versions.forEach(each -> packed.putCounted(each.document().id));
    return packed.take();
  }

  /** Asks what becomes of a row. */
  static void ask(RowKey key, long content, int partition, BlockWriter out) {
    key.write(out).putLong(content).putInt(partition);
  }

  /**
   * Tells those who asked of rows in groups; of equal rows of a representative only one survives.
   */
  static Iterator<Tuple2<Integer, byte[]>> answer(
      Iterator<byte[]> groups, Iterator<byte[]> asked, int partitions) {
    Map<RowKey, byte[]> known = new HashMap<>();
    for (BlockReader in = new BlockReader(groups); in.hasNext(); ) {
      known.put(RowKey.read(in), in.getCounted());
    }
    byte[][] blocks = BlockReader.blocks(asked);
    Map<RowKey, Place> first = new HashMap<>();
    for (BlockReader in = new BlockReader(blocks); in.hasNext(); ) {
      RowKey key = RowKey.read(in);
      Place place = new Place(in.getLong(), in.getInt());
      if (known.containsKey(key)) {
        first.merge(key, place, BinaryOperator.minBy(Place.ORDER));
      }
    }
    Set<Map.Entry<RowKey, Integer>> told = new HashSet<>();
    return Outbox.drain(
        partitions,
        new BlockReader(blocks),
        (in, out) -> {
          RowKey key = RowKey.read(in);
          Place place = new Place(in.getLong(), in.getInt());
          Place survivor = first.get(key);
          if (survivor != null && told.add(Map.entry(key, place.partition))) {
            byte[] versions = place.partition == survivor.partition ? known.get(key) : NONE;
            key.write(out.to(place.partition)).putLong(survivor.content).putCounted(versions);
          }
        });
  }

  /** What was {@linkplain #answer answered} to a partition. */
  static RowFates of(Iterator<byte[]> blocks) {
    return new RowFates(new BlockReader(blocks));
  }

  /** The ids of what the next row stands for; null if it does not survive. */
  List<String> versions(RowKey key, long content) {
    Fate fate = fates.get(key);
    if (fate == null) {
      return List.of();
    }
    if (fate.versions.length == 0 || fate.content != content) {
      return null;
    }
    fates.put(key, new Fate(content, NONE)); // equal rows that follow do not
    BlockReader in = new BlockReader(fate.versions);
    List<String> ids = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      ids.add(in.getString());
    }
    return ids;
  }
}
