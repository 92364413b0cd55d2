// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.compare.Resemblance;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;

/** The pairs of documents of a partition: those of near texts, then those of one text. */
record PairRows(TextPartition texts, Attachments pairs, SlotPacking packing) {
  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.StringType, false)
          .add("other", DataTypes.StringType, false)
          .add("resemblance", DataTypes.DoubleType, false)
          .add("basis", DataTypes.StringType, false)
          .add("standard_error", DataTypes.DoubleType, false);

  private record Named(long number, String id) {}

  /** All rows of near-duplicates. */
  static JavaRDD<Row> of(
      JavaRDD<byte[]> near, JavaRDD<TextPartition> texts, ClusterConfig settings) {
    return texts.zipPartitions(
        Attachments.send(near, texts, PairRows::names),
        (partition, blocks) -> {
          SlotPacking packing = new SketchComparison(settings).packing();
          return new PairRows(partition.next(), new Attachments(blocks), packing).rows();
        });
  }

  private Iterator<Row> rows() {
    Iterator<Row> ofPairs = Exchange.flat(pairs.iterator(), this::rows);
    Iterator<Row> ofTexts = Exchange.flat(IntStream.range(0, texts.size()).iterator(), this::rows);
    return Exchange.flat(List.of(ofPairs, ofTexts).iterator(), rows -> rows);
  }

  private Iterator<Row> rows(TextPair pair) {
    byte basis = pair.basis;
    Resemblance shown = TextPair.shown(basis, pair.resemblance, packing);
    List<Named> earlier = named(pairs.ofEarlier(pair));
    List<Named> later = named(names(texts, pair.laterPrint));
    return Exchange.flat(later.iterator(), each -> rows(each, earlier, basis, shown));
  }

  /** Each copy of a text with those before it. */
  private Iterator<Row> rows(int text) {
    if (texts.copies(text) < 2) {
      return Collections.emptyIterator();
    }
    List<Named> copies = named(names(texts, texts.print(text)));
    Resemblance same = TextPair.shown(TextPair.SAME_TEXT, 1, packing);
    return Exchange.flat(
        IntStream.range(1, copies.size()).iterator(),
        i -> rows(copies.get(i), copies.subList(0, i), TextPair.SAME_TEXT, same));
  }

  private static byte[] names(TextPartition texts, long print) {
    int text = texts.text(print);
    BlockWriter names = new BlockWriter();
    TextPartition.Documents documents = texts.reader();
    for (int copy = 0; copy < texts.copies(text); copy++) {
      DocumentEntry document = documents.copy(text, copy);
      names.putLong(document.number).putCounted(document.id);
    }
    return names.take();
  }

  private static List<Named> named(byte[] names) {
    List<Named> named = new ArrayList<>();
    for (BlockReader in = new BlockReader(names); in.hasNext(); ) {
      named.add(new Named(in.getLong(), in.getString()));
    }
    return named;
  }

  private static Iterator<Row> rows(Named one, List<Named> others, byte basis, Resemblance shown) {
    return Exchange.each(
        others.iterator(),
        other -> {
          boolean isFirst = one.number < other.number;
          return RowFactory.create(
              isFirst ? one.id : other.id,
              isFirst ? other.id : one.id,
              shown.value(),
              TextPair.basis(basis),
              shown.standardError());
        });
  }
}
