// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.PartitionIdPassthrough;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.execution.UnsafeRowSerializer;
import org.neardup.internal.sketch.Hashing;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Sends blocks to partitions. Where a record goes depends on its values only; the blocks of a
 * partition arrive in any order, so whoever reads them sorts, or does not care.
 */
public final class Exchange {
  private static final ClassTag<Integer> NUMBER = ClassTag$.MODULE$.apply(Integer.class);
  private static final ClassTag<UnsafeRow> BLOCK = ClassTag$.MODULE$.apply(UnsafeRow.class);

  private Exchange() {}

  /** The blocks of each partition, by what {@link Outbox} gave of each task. */
  public static JavaRDD<byte[]> of(JavaRDD<Tuple2<Integer, byte[]>> sent, int partitions) {
    JavaRDD<Tuple2<Integer, UnsafeRow>> rows =
        sent.mapPartitions(
            blocks -> each(blocks, block -> new Tuple2<>(block._1(), row(block._2()))));
    ShuffledRDD<Integer, UnsafeRow, UnsafeRow> shuffled =
        new ShuffledRDD<>(rows.rdd(), new PartitionIdPassthrough(partitions), NUMBER, BLOCK, BLOCK);
    shuffled.setSerializer(new UnsafeRowSerializer(1, null)); // counts no bytes
    return JavaRDD.fromRDD(shuffled, ClassTag$.MODULE$.apply(Tuple2.class))
        .mapPartitions(blocks -> each(blocks, block -> block._2().getBinary(0)));
  }

  /** A block as the one column of a row, which Spark writes as it is. */
  private static UnsafeRow row(byte[] block) {
    UnsafeRowWriter writer = new UnsafeRowWriter(1, block.length);
    writer.resetRowWriter();
    writer.write(0, block);
    return writer.getRow();
  }

  /** Where what belongs to a number, or a hash, is found. */
  public static int home(long number, int partitions) {
    return (int) Math.unsignedMultiplyHigh(Hashing.mix(number), partitions);
  }

  /** One value as all that a partition has. */
  public static <T> Iterator<T> only(T value) {
    return List.of(value).iterator();
  }

  /** What is made of each of some values, when its turn comes. */
  public static <T, R> Iterator<R> each(Iterator<T> values, Function<T, R> making) {
    return CollectionConverters.asJava(CollectionConverters.asScala(values).map(making::apply));
  }

  /** All that is made of some values, one after the other; none is taken before its turn. */
  public static <T, R> Iterator<R> flat(
      Iterator<T> values, Function<? super T, ? extends Iterator<R>> making) {
    return CollectionConverters.asJava(
        CollectionConverters.asScala(values)
            .flatMap(value -> CollectionConverters.asScala(making.apply(value))));
  }
}
