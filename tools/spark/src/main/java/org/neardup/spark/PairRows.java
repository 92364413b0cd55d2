// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.compare.Resemblance;
import org.neardup.sketch.SlotPacking;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;

/** The pairs of documents of a partition: those of near texts, then those of one text. */
final class PairRows implements Iterator<Row> {
  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.StringType, false)
          .add("other", DataTypes.StringType, false)
          .add("resemblance", DataTypes.DoubleType, false)
          .add("basis", DataTypes.StringType, false)
          .add("standard_error", DataTypes.DoubleType, false);

  private final TextPartition texts;
  private final TextPartition.Documents documents;
  private final Attachments attached;
  private final Iterator<TextPair> pairs;
  private final SlotPacking packing;
  private TextPair pair = new TextPair();
  private int nextText;

  /**
   * Each of the first is paired with each of the others; with those before it, if they are same.
   */
  private List<Named> first = List.of();

  private List<Named> others = List.of();
  private boolean isOneText;
  private int i;
  private int j;

  private record Named(long number, String id) {}

  private PairRows(TextPartition texts, Attachments pairs, SlotPacking packing) {
    this.texts = texts;
    attached = pairs;
    this.pairs = pairs.iterator();
    this.packing = packing;
    documents = texts.reader();
  }

  /** All rows of near-duplicates. */
  static JavaRDD<Row> of(
      JavaRDD<byte[]> near, JavaRDD<TextPartition> texts, SparkSettings settings) {
    return texts.zipPartitions(
        Attachments.send(near, texts, PairRows::names),
        (partition, blocks) ->
            new PairRows(
                partition.next(), Attachments.of(blocks), settings.comparison().packing()));
  }

  private static byte[] names(TextPartition texts, int text) {
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

  private List<Named> named(int text) {
    List<Named> named = new ArrayList<>();
    for (int copy = 0; copy < texts.copies(text); copy++) {
      DocumentEntry document = documents.copy(text, copy);
      named.add(new Named(document.number, document.idText()));
    }
    return named;
  }

  @Override
  public boolean hasNext() {
    while (i == first.size() || j == end()) {
      if (i < first.size()) {
        i++;
        j = 0;
      } else if (!advance()) {
        return false;
      }
    }
    return true;
  }

  private int end() {
    return isOneText ? i : others.size();
  }

  /** Moves to the next pair of texts, or text with copies. */
  private boolean advance() {
    i = 0;
    j = 0;
    if (pairs.hasNext()) {
      pair = pairs.next();
      first = named(texts.text(pair.laterPrint));
      others = named(attached.ofEarlier(pair));
      return true;
    }
    while (nextText < texts.size() && texts.copies(nextText) < 2) {
      nextText++;
    }
    if (nextText == texts.size()) {
      return false;
    }
    pair.resemblance = 1;
    pair.basis = TextPair.SAME_TEXT;
    first = named(nextText++);
    others = first;
    isOneText = true;
    return true;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Named a = first.get(i);
    Named b = others.get(j++);
    boolean isFirst = a.number < b.number;
    Resemblance shown = TextPair.shown(pair.basis, pair.resemblance, packing);
    return RowFactory.create(
        isFirst ? a.id : b.id,
        isFirst ? b.id : a.id,
        shown.value(),
        TextPair.basis(pair.basis),
        shown.standardError());
  }
}
