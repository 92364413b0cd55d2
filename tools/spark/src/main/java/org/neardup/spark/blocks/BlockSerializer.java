// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * Writes the number of a partition and a block as they are: 4 bytes, 4 for the length, the bytes.
 * Serializers of any objects make themselves ready for each task, which takes longer than a small
 * block.
 */
final class BlockSerializer extends Serializer implements Serializable {
  private static final long serialVersionUID = 1;

  @Override
  public SerializerInstance newInstance() {
    return new Instance();
  }

  /** What was written can be put in another order, record by record. */
  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return true;
  }

  /** Spark's streams, written in Scala, declare no exceptions. */
  private static <T> T get(IOSupplier<T> reading) {
    try {
      return reading.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(IORunnable writing) {
    get(
        () -> {
          writing.run();
          return null;
        });
  }

  private static final class Instance extends SerializerInstance {
    @Override
    public <T> ByteBuffer serialize(T object, ClassTag<T> type) {
      throw new UnsupportedOperationException("only streams of blocks");
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassTag<T> type) {
      throw new UnsupportedOperationException("only streams of blocks");
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> type) {
      throw new UnsupportedOperationException("only streams of blocks");
    }

    @Override
    public SerializationStream serializeStream(OutputStream out) {
      return new BlockOutput(new DataOutputStream(out));
    }

    @Override
    public DeserializationStream deserializeStream(InputStream in) {
      return new BlockInput(new DataInputStream(in));
    }
  }

  private static final class BlockOutput extends SerializationStream {
    private final DataOutputStream out;

    BlockOutput(DataOutputStream out) {
      this.out = out;
    }

    @Override
    public <T> SerializationStream writeObject(T numberOrBlock, ClassTag<T> type) {
      run(
          () -> {
            if (numberOrBlock instanceof byte[] block) {
              out.writeInt(block.length);
              out.write(block);
            } else {
              out.writeInt((Integer) numberOrBlock);
            }
          });
      return this;
    }

    @Override
    public void flush() {
      run(out::flush);
    }

    @Override
    public void close() {
      run(out::close);
    }
  }

  private static final class BlockInput extends DeserializationStream {
    private final DataInputStream in;

    BlockInput(DataInputStream in) {
      this.in = in;
    }

    @Override
    public <T> T readObject(ClassTag<T> type) {
      throw new UnsupportedOperationException("only pairs of numbers and blocks");
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T readKey(ClassTag<T> type) {
      return (T) get(in::readInt);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T readValue(ClassTag<T> type) {
      return (T) get(this::block);
    }

    private byte[] block() throws IOException {
      byte[] block = new byte[in.readInt()];
      in.readFully(block);
      return block;
    }

    @Override
    public scala.collection.Iterator<Tuple2<Object, Object>> asKeyValueIterator() {
      return CollectionConverters.asScala(new ReadPairs(this));
    }

    /** The first byte of a number, or -1 at the end. */
    int begin() {
      return get(in::read);
    }

    /** The rest of a pair. */
    Tuple2<Object, Object> pair(int first) {
      return get(
          () -> {
            int number = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            return new Tuple2<>(number, block());
          });
    }

    @Override
    public void close() {
      run(in::close);
    }
  }

  /** All that a stream has; a pair that is cut off is a failure, not the end. */
  private static final class ReadPairs implements Iterator<Tuple2<Object, Object>> {
    private final BlockInput in;
    private Tuple2<Object, Object> next;
    private boolean ended;

    ReadPairs(BlockInput in) {
      this.in = in;
    }

    @Override
    public boolean hasNext() {
      if (next == null && !ended) {
        int first = in.begin();
        ended = first < 0;
        if (ended) {
          in.close();
        } else {
          next = in.pair(first);
        }
      }
      return next != null;
    }

    @Override
    public Tuple2<Object, Object> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Tuple2<Object, Object> pair = next;
      next = null;
      return pair;
    }
  }
}
