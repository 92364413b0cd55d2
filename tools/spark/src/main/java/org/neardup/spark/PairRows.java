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
import org.neardup.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;

/** The pairs of documents of a partition: those of near texts, then those of one text. */
final class PairRows {
  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.StringType, false)
          .add("other", DataTypes.StringType, false)
          .add("resemblance", DataTypes.DoubleType, false)
          .add("basis", DataTypes.StringType, false)
          .add("standard_error", DataTypes.DoubleType, false);

  private final TextPartition texts;
  private final Attachments pairs;
  private final SlotPacking packing;

  private record Named(long number, String id) {}

  /** A document and those that it is paired with. */
  private record Star(Named center, List<Named> others, byte basis, double resemblance) {}

  private PairRows(TextPartition texts, Attachments pairs, SlotPacking packing) {
    this.texts = texts;
    this.pairs = pairs;
    this.packing = packing;
  }

  /** All rows of near-duplicates. */
  static JavaRDD<Row> of(
      JavaRDD<byte[]> near, JavaRDD<TextPartition> texts, ClusterConfig settings) {
    return texts.zipPartitions(
        Attachments.send(near, texts, PairRows::names),
        (partition, blocks) -> {
          SlotPacking packing = new SketchComparison(settings).packing();
          return new PairRows(partition.next(), Attachments.of(blocks), packing).rows();
        });
  }

  private Iterator<Row> rows() {
    Iterator<Star> ofPairs = Exchange.flat(pairs.iterator(), this::stars);
    Iterator<Star> ofTexts =
        Exchange.flat(IntStream.range(0, texts.size()).iterator(), this::stars);
    Iterator<Star> all = Exchange.flat(List.of(ofPairs, ofTexts).iterator(), stars -> stars);
    return Exchange.flat(all, star -> Exchange.each(star.others.iterator(), of -> row(star, of)));
  }

  private Iterator<Star> stars(TextPair pair) {
    byte basis = pair.basis;
    double resemblance = pair.resemblance;
    List<Named> earlier = named(pairs.ofEarlier(pair));
    List<Named> later = named(names(texts, pair.laterPrint));
    return Exchange.each(later.iterator(), each -> new Star(each, earlier, basis, resemblance));
  }

  /** Each copy of a text with those before it. */
  private Iterator<Star> stars(int text) {
    if (texts.copies(text) < 2) {
      return Collections.emptyIterator();
    }
    List<Named> copies = named(names(texts, texts.print(text)));
    return IntStream.range(1, copies.size())
        .mapToObj(i -> new Star(copies.get(i), copies.subList(0, i), TextPair.SAME_TEXT, 1))
        .iterator();
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

  private Row row(Star star, Named other) {
    boolean isFirst = star.center.number < other.number;
    Resemblance shown = TextPair.shown(star.basis, star.resemblance, packing);
    return RowFactory.create(
        isFirst ? star.center.id : other.id,
        isFirst ? other.id : star.center.id,
        shown.value(),
        TextPair.basis(star.basis),
        shown.standardError());
  }
}
