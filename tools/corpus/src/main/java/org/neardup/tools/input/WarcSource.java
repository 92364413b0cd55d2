// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.commons.io.input.BoundedInputStream;
import org.neardup.tools.input.RecordFormat.Capture;

/**
 * The pages of a web archive, WARC or ARC, plain or gzip with one member a record. Records without
 * a page are counted in a note.
 *
 * <p>A damaged record is named by the file and its offset, and reading goes on at the next place
 * where a record begins; whatever the records say, that takes time in proportion to the file. For
 * one thread.
 */
record WarcSource(Path path, RecordFormat format, CapturedPages pages) implements Inputs.Source {
  private static final int LOOK_AHEAD_BYTES = 1 << 13;

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (FileChannel file = FileChannel.open(path)) {
      read(new WarcScan(file, format), sink);
    }
  }

  /** Reads what a scan finds. */
  void read(WarcScan scan, Inputs.Sink sink) throws IOException, InterruptedException {
    long at = 0;
    while (at >= 0 && at < scan.size()) {
      at = scan.next(at, read(scan, at, sink));
      if (at >= 0 && scan.isExhausted()) {
        sink.accept(
            RawDocument.unreadable(where(at, 0), "too many damaged records: the rest is left out"));
        break;
      }
    }
    pages.tell();
  }

  /**
   * Passes on each page once its record is known to be sound, or another one follows; returns what
   * was read, or null.
   */
  private WarcScan.Unit read(WarcScan scan, long start, Inputs.Sink sink)
      throws InterruptedException {
    int count = 0;
    RawDocument unconfirmed = null;
    WarcScan.Unit unit = null;
    try {
      unit = scan.unit(start);
      InputStream in = new BufferedInputStream(unit.content());
      skipLineEnds(in);
      while (RecordFormat.peek(in, 1).length > 0) {
        unit.setInRecord(true);
        Capture capture = format.header(in);
        accept(unconfirmed, sink);
        unconfirmed = null;
        count++;
        unconfirmed = page(where(start, count), capture, in);
        unit.setInRecord(false);
        skipEnd(capture, in);
      }
      accept(unconfirmed, sink);
    } catch (IOException e) {
      sink.accept(
          RawDocument.unreadable(where(start, count), "damaged record: " + Inputs.reason(e)));
    }
    return unit;
  }

  private static void accept(RawDocument page, Inputs.Sink sink) throws InterruptedException {
    if (page != null) {
      sink.accept(page);
    }
  }

  /** The page of a record, or null; moves to the content's end. */
  private RawDocument page(String where, Capture capture, InputStream in) throws IOException {
    BoundedInputStream content =
        BoundedInputStream.builder()
            .setInputStream(in)
            .setMaxCount(capture.length())
            .setPropagateClose(false)
            .get();
    RawDocument page = pages.page(where, capture, content);
    content.transferTo(OutputStream.nullOutputStream());
    if (content.getCount() < capture.length()) {
      throw new EOFException();
    }
    return page;
  }

  private void skipEnd(Capture capture, InputStream in) throws IOException {
    if (skipLineEnds(in) < format.lineFeeds()) {
      byte[] next = RecordFormat.peek(in, LOOK_AHEAD_BYTES);
      if (next.length > 0 && !format.follows(next, 0)) {
        throw new IOException(
            "Content-Length must lead to the end of the record, got " + capture.length());
      }
    }
  }

  /** Returns how many line feeds were skipped. */
  private static int skipLineEnds(InputStream in) throws IOException {
    int lineFeeds = -1;
    int next = '\n';
    while (RecordFormat.isLineEnd(next)) {
      lineFeeds += next == '\n' ? 1 : 0;
      in.mark(1);
      next = in.read();
    }
    in.reset();
    return lineFeeds;
  }

  /** The file and the offset; of records that were compressed together, their number, too. */
  private String where(long offset, int number) {
    return pages.archive() + ":" + offset + (number < 2 ? "" : "#" + number);
  }
}
