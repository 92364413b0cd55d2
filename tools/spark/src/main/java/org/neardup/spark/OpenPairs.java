// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.sketch.BloomFilter;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;
import scala.Tuple2;

/**
 * Decides on pairs in doubt by the elements of their texts. The input is read again; which of its
 * documents are wanted, the first one of each text, is known by a Bloom filter, and their texts
 * become elements, which go to where the fingerprint of the text is at home. Those of the earlier
 * text of a pair go on with it: so a text that many resemble is no burden on one task.
 */
final class OpenPairs {
  private static final double FALSE_POSITIVES = 0.01;

  private final Kept kept;
  private final ClusterConfig settings;
  private final ReadDocuments source;
  private final InputColumns columns;

  /** By fingerprint. */
  private JavaRDD<Map<Long, byte[]>> elements;

  OpenPairs(Kept kept, ClusterConfig settings, ReadDocuments source, InputColumns columns) {
    this.kept = kept;
    this.settings = settings;
    this.source = source;
    this.columns = columns;
  }

  /** What is known of texts in doubt, by the hashes of their first documents' rows. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Wanted(long[] rowHashes, long elements) implements Serializable {}

  /** All pairs, decided. */
  JavaRDD<byte[]> decide(JavaRDD<byte[]> pairs, JavaRDD<TextPartition> texts) {
    JavaRDD<byte[]> open =
        pairs.mapPartitions(blocks -> PairBlocks.filter(blocks, TextPair::isOpen));
    JavaRDD<byte[]> decided =
        pairs.mapPartitions(blocks -> PairBlocks.filter(blocks, pair -> !pair.isOpen()));
    JavaRDD<Wanted> wanted = kept.keep(wanted(open, texts));
    List<Tuple2<Integer, Long>> sizes =
        wanted.map(each -> new Tuple2<>(each.rowHashes.length, each.elements)).collect();
    long count = sizes.stream().mapToLong(Tuple2::_1).sum();
    long bytes = Long.BYTES * sizes.stream().mapToLong(Tuple2::_2).sum();
    Broadcast<BloomFilter> filter = kept.context().broadcast(filter(wanted, count));
    kept.drop(wanted);
    int homes = kept.partitions(bytes * 2);
    elements = kept.keep(read(filter, homes));
    return decided.union(compare(open, elements, settings));
  }

  /** Drops the elements, which the pairs are decided by when they are computed. */
  void close() {
    kept.drop(elements);
  }

  private static JavaRDD<Wanted> wanted(JavaRDD<byte[]> open, JavaRDD<TextPartition> texts) {
    int homes = texts.getNumPartitions();
    JavaRDD<byte[]> prints =
        Exchange.of(open.mapPartitions(blocks -> sendPrints(blocks, homes)), homes);
    return texts.zipPartitions(
        prints, (partition, blocks) -> Exchange.only(wanted(partition.next(), blocks)));
  }

  private static Iterator<Tuple2<Integer, byte[]>> sendPrints(Iterator<byte[]> open, int homes) {
    LongHashSet sent = new LongHashSet();
    return Outbox.drain(
        homes,
        PairBlocks.read(open),
        (pair, out) -> {
          for (long print : new long[] {pair.laterPrint, pair.earlierPrint}) {
            if (sent.add(print)) {
              out.to(Exchange.home(print, homes)).putLong(print);
            }
          }
        });
  }

  private static Wanted wanted(TextPartition texts, Iterator<byte[]> prints) {
    LongHashSet seen = new LongHashSet();
    LongArrayList hashes = new LongArrayList();
    long elements = 0;
    TextPartition.Documents documents = texts.reader();
    for (BlockReader in = new BlockReader(prints); in.hasNext(); ) {
      long print = in.getLong();
      if (seen.add(print)) {
        DocumentEntry first = documents.copy(texts.text(print), 0);
        hashes.add(first.rowHash);
        elements += first.elements;
      }
    }
    return new Wanted(hashes.toArray(), elements);
  }

  private static BloomFilter filter(JavaRDD<Wanted> wanted, long count) {
    long expected = Math.max(1, count);
    return wanted
        .map(
            each -> {
              BloomFilter filter = BloomFilter.create(expected, FALSE_POSITIVES);
              for (long hash : each.rowHashes) {
                filter.putLong(hash);
              }
              return filter;
            })
        .treeReduce((a, b) -> a.mergeInPlace(b));
  }

  private JavaRDD<Map<Long, byte[]>> read(Broadcast<BloomFilter> filter, int homes) {
    ClusterConfig with = settings;
    RowLayout of = columns.layout();
    JavaRDD<Row> rows =
        of.numbered() // then a position is the hash
            ? source.rows(columns.names(), hash -> filter.value().mightContainLong(hash))
            : source.rows(columns.names());
    return Exchange.of(
            rows.mapPartitions(
                partition ->
                    new WantedTexts(of, new SketchComparison(with).documents(), filter.value())
                        .send(partition, homes)),
            homes)
        .mapPartitions(blocks -> Exchange.only(byPrint(new BlockReader(blocks))));
  }

  /** A text may come several times. */
  private static Map<Long, byte[]> byPrint(BlockReader in) {
    Map<Long, byte[]> elements = new HashMap<>();
    while (in.hasNext()) {
      elements.put(in.getLong(), in.getCounted());
    }
    return elements;
  }

  /** Reads the texts of a partition that are wanted. */
  private record WantedTexts(RowReader reader, ClusterDocumentFactory factory, BloomFilter filter) {
    WantedTexts(RowLayout layout, ClusterDocumentFactory factory, BloomFilter filter) {
      this(new RowReader(layout), factory, filter);
    }

    Iterator<Tuple2<Integer, byte[]>> send(Iterator<Row> rows, int homes) {
      return Outbox.drain(
          homes,
          rows,
          (row, out) -> {
            if (reader.isUsable(row) && filter.mightContainLong(reader.rowHash(row))) {
              send(reader.text(row), reader.scope(row), homes, out);
            }
          });
    }

    private void send(String text, long scope, int homes, Outbox out) {
      TextFeatures features = Uncheck.get(() -> factory.elements(text, scope));
      if (features != null) {
        long print = features.textHash();
        out.to(Exchange.home(print, homes))
            .putLong(print)
            .putCounted(TextSketches.bytes(features.elements()));
      }
    }
  }

  private static JavaRDD<byte[]> compare(
      JavaRDD<byte[]> open, JavaRDD<Map<Long, byte[]>> elements, ClusterConfig settings) {
    return elements.zipPartitions(
        Attachments.send(open, elements, OpenPairs::elements),
        (of, blocks) -> {
          PairRule rule = new SketchComparison(settings).rule();
          return compare(of.next(), new Attachments(blocks), rule);
        });
  }

  private static Iterator<byte[]> compare(
      Map<Long, byte[]> elements, Attachments pairs, PairRule rule) {
    return Outbox.blocks(
        pairs.iterator(),
        (pair, out) -> {
          ElementSet later = set(elements(elements, pair.laterPrint));
          ElementSet earlier = set(pairs.ofEarlier(pair));
          pair.resemblance = rule.counted(later, earlier).decisive();
          pair.basis = TextPair.EXACT;
          pair.write(out.to(0));
        });
  }

  private static byte[] elements(Map<Long, byte[]> elements, long print) {
    byte[] ofText = elements.get(print);
    if (ofText == null) {
      throw new IllegalStateException(
          "the input must be the same whenever it is read: a text of the first reading is not in"
              + " the second");
    }
    return ofText;
  }

  private static ElementSet set(byte[] packed) {
    long[] elements = TextSketches.longs(packed);
    return ElementSet.of(elements, elements.length);
  }
}
