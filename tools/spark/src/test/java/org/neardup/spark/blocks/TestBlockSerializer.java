// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.Test;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** What is written is read again, and nothing less. */
public class TestBlockSerializer {
  private static final ClassTag<Object> ANY = ClassTag$.MODULE$.apply(Object.class);
  private static final byte[][] BLOCKS = {{1, 2, 3}, {}, {-1}};

  private final SerializerInstance serializer = new BlockSerializer().newInstance();

  private byte[] written() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SerializationStream out = serializer.serializeStream(bytes)) {
      for (int i = 0; i < BLOCKS.length; i++) {
        out.writeKey((Object) number(i), ANY).writeValue((Object) BLOCKS[i], ANY);
      }
    }
    return bytes.toByteArray();
  }

  private static int number(int i) {
    return i * 0x12345678;
  }

  private Iterator<Tuple2<Object, Object>> read(byte[] bytes) {
    return serializer.deserializeStream(new ByteArrayInputStream(bytes)).asKeyValueIterator();
  }

  @Test
  public void allAreReadInOrder() {
    Iterator<Tuple2<Object, Object>> read = read(written());
    for (int i = 0; i < BLOCKS.length; i++) {
      assertTrue(read.hasNext());
      Tuple2<Object, Object> pair = read.next();
      assertEquals(number(i), pair._1());
      assertArrayEquals(BLOCKS[i], (byte[]) pair._2());
    }
    assertFalse(read.hasNext());
  }

  @Test
  public void numbersAndBlocksAreReadAlone() {
    DeserializationStream in = serializer.deserializeStream(new ByteArrayInputStream(written()));
    assertEquals(number(0), in.readKey(ANY));
    assertArrayEquals(BLOCKS[0], (byte[]) in.readValue(ANY));
  }

  @Test
  public void nothingIsReadOfNothing() {
    assertFalse(read(new byte[0]).hasNext());
  }

  @Test
  public void whatIsCutOffIsNoEnd() {
    byte[] written = written();
    for (int length : new int[] {1, 4, 7, 8, 10, written.length - 1}) {
      Iterator<Tuple2<Object, Object>> read = read(Arrays.copyOf(written, length));
      assertThrows(UncheckedIOException.class, read::size);
    }
  }
}
