// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/**
 * The pages of a web archive (.warc, or .warc.gz with one gzip member a record): responses with
 * HTML or plain text. Other records are passed over.
 *
 * <p>A damaged record is named by the file and its offset, and reading goes on at the next place
 * where a record begins. For one thread.
 */
final class WarcSource implements Source {
  private final Path path;
  private final WarcPages pages;

  /** A page that was read; whether the rest of its record is sound shows at the next one. */
  private RawDocument unconfirmed;

  WarcSource(Path path, int maxPageBytes) {
    this.path = path;
    this.pages = new WarcPages(maxPageBytes);
  }

  @Override
  public void read(Sink sink) throws IOException, InterruptedException {
    try (FileChannel file = FileChannel.open(path)) {
      WarcScan scan = new WarcScan(file);
      long damaged = readFrom(0, file, scan, sink);
      while (damaged >= 0) {
        long next = scan.nextRecord(damaged + 1);
        damaged = next < 0 ? next : readFrom(next, file, scan, sink);
      }
    }
  }

  /** Reads from a record on; returns the offset of one that reading cannot go past, or -1. */
  private long readFrom(long start, FileChannel file, WarcScan scan, Sink sink)
      throws IOException, InterruptedException {
    long offset = start;
    WarcReader records = null; // closing it would close the file
    unconfirmed = null;
    try {
      records = new WarcReader(file.position(start));
      records.onWarning(WarcSource::refuse);
      Optional<WarcRecord> record = next(records, offset, scan, sink);
      while (record.isPresent()) {
        offset = records.position();
        unconfirmed = page(offset, record.get());
        record = next(records, offset, scan, sink);
      }
      return -1;
    } catch (IOException | RuntimeException e) { // a value that no parser expected is damage, too
      offset = records == null ? start : records.position();
      sink.accept(damaged(offset, e));
      return offset;
    }
  }

  /** Moves on, and hands over the page before once it is clear that its record is sound. */
  private Optional<WarcRecord> next(WarcReader records, long offset, WarcScan scan, Sink sink)
      throws IOException, InterruptedException {
    boolean sound = false;
    try {
      Optional<WarcRecord> record = records.next();
      sound = true;
      return record;
    } finally {
      // If it failed further on, that was in the next record.
      if (sound || records.position() > offset) {
        finish(offset, records.position(), scan, sink);
      }
    }
  }

  private void finish(long offset, long end, WarcScan scan, Sink sink) throws InterruptedException {
    try {
      scan.requireSound(offset, end);
    } catch (IOException e) {
      unconfirmed = damaged(offset, e);
    }
    if (unconfirmed != null) {
      sink.accept(unconfirmed);
      unconfirmed = null;
    }
  }

  private RawDocument page(long offset, WarcRecord record) throws IOException {
    try {
      return pages.page(where(offset), record);
    } catch (BadInputException e) {
      return RawDocument.unreadable(where(offset), e.getMessage());
    }
  }

  private RawDocument damaged(long offset, Exception e) {
    return RawDocument.unreadable(where(offset), "damaged record: " + reason(e));
  }

  /** What jwarc only warns of is a record that does not end where it says. */
  private static void refuse(String warning) {
    throw new UncheckedIOException(new IOException(warning));
  }

  private String where(long offset) {
    return path + ":" + offset;
  }

  private static String reason(Exception e) {
    return switch (e) {
      case ParsingException parsing -> Limits.shown(parsing.getBaseMessage());
      case IOException io -> Inputs.reason(io);
      case UncheckedIOException warning -> warning.getCause().getMessage();
      default -> Limits.shown(String.valueOf(e.getMessage()));
    };
  }
}
