// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.neardup.internal.sketch.Hashing;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.config.ClusterConfig;

/** Random records of all kinds, in blocks and in partitions. */
final class Records {
  static final int SKETCH_BYTES = new SketchComparison(ClusterConfig.defaults()).packing().bytes();

  private Records() {}

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(most + 1); left > 0; left--) {
      text.appendCodePoint(random.nextInt(0xD800));
    }
    return text.toString();
  }

  static DocumentEntry document(Random random) {
    DocumentEntry document = new DocumentEntry();
    document.number = random.nextLong();
    document.sortKey = bytes(random, random.nextInt(20));
    document.rowHash = random.nextLong();
    document.textHash = random.nextLong();
    document.print = random.nextLong();
    document.elements = random.nextInt();
    document.page = random.longs(DocumentEntry.PAGE_LONGS).toArray();
    document.id = text(random, 12).getBytes(UTF_8);
    document.host = text(random, 9);
    document.sketch = bytes(random, random.nextInt(30));
    return document;
  }

  /** Documents 0 to count - 1 of so many texts; the sketch of a text follows from its print. */
  static List<DocumentEntry> documents(Random random, int count, int texts) {
    List<DocumentEntry> documents = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      DocumentEntry document = document(random);
      document.number = number;
      document.sortKey = DocumentEntry.NONE;
      document.print = Hashing.mix(random.nextInt(texts));
      document.sketch = sketch(document.print);
      documents.add(document);
    }
    return documents;
  }

  static byte[] sketch(long print) {
    return bytes(new Random(print), SKETCH_BYTES);
  }

  static TextPair pair(Random random) {
    TextPair pair = new TextPair();
    pair.later = random.nextLong();
    pair.laterPrint = random.nextLong();
    pair.earlier = random.nextLong();
    pair.earlierPrint = random.nextLong();
    pair.resemblance = random.nextDouble();
    pair.basis = (byte) random.nextInt(-1, 3);
    return pair;
  }

  static byte[] packed(Consumer<BlockWriter> record) {
    BlockWriter out = new BlockWriter();
    record.accept(out);
    return out.take();
  }

  /** The records, which are written one by one, in blocks of some, each in its order. */
  static <T> List<byte[]> blocks(
      List<T> records, java.util.function.BiConsumer<T, BlockWriter> writing, Random random) {
    List<byte[]> blocks = new ArrayList<>();
    BlockWriter out = new BlockWriter();
    for (T record : records) {
      writing.accept(record, out);
      if (random.nextInt(8) == 0) {
        blocks.add(out.take());
      }
    }
    blocks.add(out.take());
    return blocks;
  }

  static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(SparkTestCase.spark().sparkContext());
  }

  /** Blocks of any partition: they may come in any order. */
  static JavaRDD<byte[]> spread(List<byte[]> blocks, int partitions, Random random) {
    List<byte[]> shuffled = new ArrayList<>(blocks);
    Collections.shuffle(shuffled, random);
    return context().parallelize(shuffled, partitions);
  }

  /** Texts at the homes of their fingerprints. */
  static JavaRDD<TextPartition> texts(List<DocumentEntry> documents, int homes, Random random) {
    JavaRDD<byte[]> numbered =
        spread(blocks(documents, DocumentEntry::write, random), 1 + random.nextInt(4), random);
    return TextStage.of(numbered, ClusterConfig.defaults(), homes).cache();
  }

  static JavaRDD<byte[]> pairs(List<TextPair> pairs, int partitions, Random random) {
    return spread(blocks(pairs, TextPair::write, random), partitions, random);
  }

  /** What a test says of each pair, in any order. */
  static List<String> told(Iterator<byte[]> blocks) {
    List<String> told = new ArrayList<>();
    Iterator<TextPair> pairs = PairBlocks.read(blocks);
    pairs.forEachRemaining(pair -> told.add(told(pair)));
    Collections.sort(told);
    return told;
  }

  static String told(TextPair pair) {
    return String.join(
        " ",
        Long.toHexString(pair.later),
        Long.toHexString(pair.laterPrint),
        Long.toHexString(pair.earlier),
        Long.toHexString(pair.earlierPrint),
        Double.toString(pair.resemblance),
        Byte.toString(pair.basis));
  }

  /** The blocks of each partition. */
  static List<List<byte[]>> partitions(JavaRDD<byte[]> blocks) {
    return blocks
        .mapPartitions(
            each -> {
              List<byte[]> of = new ArrayList<>();
              each.forEachRemaining(of::add);
              return Exchange.only(of);
            })
        .collect();
  }

  static BlockReader reader(byte[] record) {
    return new BlockReader(record);
  }
}
