// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.Closeable;
import java.io.IOException;
import org.apache.commons.io.function.IOConsumer;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;

/**
 * Records by number in a temporary file, mapped into memory when they are read; 8 bytes of heap
 * each. Adding is for one thread, reading for one thread a {@link Reader}.
 */
public final class RecordFile implements Closeable {
  private final Directory directory;
  private final IndexOutput out;
  private IndexInput in;
  private long[] starts = new long[64];
  private int count;

  public RecordFile(Directory directory, String name) throws IOException {
    this.directory = directory;
    out = directory.createTempOutput(name, "records", IOContext.DEFAULT);
  }

  public void add(byte[] record) throws IOException {
    add(to -> to.writeBytes(record, record.length));
  }

  public void add(long[] record) throws IOException {
    add(
        to -> {
          for (long value : record) {
            to.writeLong(value);
          }
        });
  }

  /** Adds what is written. */
  public void add(IOConsumer<DataOutput> record) throws IOException {
    record.accept(out);
    starts = ArrayUtil.grow(starts, count + 2);
    starts[++count] = out.getFilePointer();
  }

  int count() {
    return count;
  }

  /** Bytes of a record. */
  int length(int number) {
    return (int) (starts[number + 1] - starts[number]);
  }

  /** Ends adding and begins reading. */
  public void finish() throws IOException {
    out.close();
    in = directory.openInput(out.getName(), IOContext.DEFAULT);
  }

  public Reader reader() {
    return new Reader();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(out, in);
    directory.deleteFile(out.getName());
  }

  /** For one thread. */
  public final class Reader {
    private final IndexInput input = in.clone();

    /** An input that stands at the beginning of a record, until the next call. */
    public IndexInput at(int number) throws IOException {
      input.seek(starts[number]);
      return input;
    }

    public byte[] bytes(int number) throws IOException {
      byte[] record = new byte[length(number)];
      at(number).readBytes(record, 0, record.length);
      return record;
    }

    public long[] longs(int number) throws IOException {
      long[] record = new long[length(number) / Long.BYTES];
      at(number).readLongs(record, 0, record.length);
      return record;
    }
  }
}
