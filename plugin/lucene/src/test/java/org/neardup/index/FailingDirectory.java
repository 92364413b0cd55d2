// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;

/** Fails from a chosen call on, reads of open files included. For one thread. */
final class FailingDirectory extends FilterDirectory {
  private long callsLeft = Long.MAX_VALUE;
  private boolean onlyOnce;

  FailingDirectory(Directory in) {
    super(in);
  }

  /**
   * Fails after so many calls more.
   *
   * @param once whether calls succeed again after that one
   */
  void failAfter(long calls, boolean once) {
    callsLeft = calls;
    onlyOnce = once;
  }

  void recover() {
    callsLeft = Long.MAX_VALUE;
  }

  /** How often it was called, if it was never to fail. */
  long calls() {
    return Long.MAX_VALUE - callsLeft;
  }

  private void call() throws IOException {
    if (callsLeft == 0) {
      if (onlyOnce) {
        recover();
      }
      throw new IOException("simulated failure");
    }
    callsLeft--;
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    call();
    return new Input(in.openInput(name, context));
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    call();
    return new Output(in.createOutput(name, context));
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    call();
    return new Output(in.createTempOutput(prefix, suffix, context));
  }

  @Override
  public void sync(Collection<String> names) throws IOException {
    call();
    in.sync(names);
  }

  @Override
  public void rename(String source, String dest) throws IOException {
    call();
    in.rename(source, dest);
  }

  private final class Output extends FilterIndexOutput {
    Output(IndexOutput out) {
      super("failing " + out, out.getName(), out);
    }

    @Override
    public void writeByte(byte b) throws IOException {
      call();
      super.writeByte(b);
    }

    @Override
    public void writeBytes(byte[] b, int offset, int length) throws IOException {
      call();
      super.writeBytes(b, offset, length);
    }
  }

  private final class Input extends IndexInput {
    private final IndexInput in;

    Input(IndexInput in) {
      super("failing " + in);
      this.in = in;
    }

    @Override
    public byte readByte() throws IOException {
      call();
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] b, int offset, int len) throws IOException {
      call();
      in.readBytes(b, offset, len);
    }

    @Override
    public RandomAccessInput randomAccessSlice(long offset, long length) throws IOException {
      return new RandomInput(in.randomAccessSlice(offset, length));
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(in.slice(description, offset, length));
    }

    @Override
    public IndexInput clone() {
      return new Input(in.clone());
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    @Override
    public long getFilePointer() {
      return in.getFilePointer();
    }

    @Override
    public void seek(long pos) throws IOException {
      in.seek(pos);
    }

    @Override
    public long length() {
      return in.length();
    }
  }

  private final class RandomInput implements RandomAccessInput {
    private final RandomAccessInput in;

    RandomInput(RandomAccessInput in) {
      this.in = in;
    }

    @Override
    public long length() {
      return in.length();
    }

    @Override
    public byte readByte(long pos) throws IOException {
      call();
      return in.readByte(pos);
    }

    @Override
    public void readBytes(long pos, byte[] bytes, int offset, int length) throws IOException {
      call();
      in.readBytes(pos, bytes, offset, length);
    }

    @Override
    public short readShort(long pos) throws IOException {
      call();
      return in.readShort(pos);
    }

    @Override
    public int readInt(long pos) throws IOException {
      call();
      return in.readInt(pos);
    }

    @Override
    public long readLong(long pos) throws IOException {
      call();
      return in.readLong(pos);
    }
  }
}
