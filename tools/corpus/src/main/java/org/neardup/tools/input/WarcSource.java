// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/**
 * The pages of a web archive (.warc, or .warc.gz with one gzip member a record): responses with
 * HTML or plain text. Other records are skipped.
 *
 * <p>A damaged record is named by the file and its offset, and reading goes on at the next place
 * where a record begins; whatever the records say, that takes time in proportion to the file. For
 * one thread.
 */
final class WarcSource implements Inputs.Source {
  private final Path path;
  private final WarcPages pages;

  WarcSource(Path path, InputRules rules) {
    this.path = path;
    this.pages = new WarcPages(rules);
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    try (FileChannel file = FileChannel.open(path)) {
      read(new WarcScan(file), sink);
    }
  }

  /** Reads what a scan finds. */
  void read(WarcScan scan, Inputs.Sink sink) throws IOException, InterruptedException {
    long at = 0;
    while (at >= 0 && at < scan.size()) {
      WarcScan.Unit unit = scan.unit(at);
      read(scan, at, unit, sink);
      at = unit.failure() == null ? unit.end() : scan.nextRecord(at + 1);
      if (at >= 0 && scan.isExhausted()) {
        sink.accept(
            RawDocument.unreadable(where(at), "too many damaged records: the rest is left out"));
        return;
      }
    }
  }

  /** Passes on each page once its record is known to be sound. */
  private void read(WarcScan scan, long start, WarcScan.Unit unit, Inputs.Sink sink)
      throws InterruptedException {
    long offset = start;
    RawDocument unconfirmed = null;
    WarcReader records = null;
    try {
      if (unit.end() > start) {
        records = new WarcReader(Channels.newChannel(scan.bytes(start, unit.end())));
        records.onWarning(WarcSource::refuse);
        Optional<WarcRecord> record = records.next();
        while (record.isPresent()) {
          accept(unconfirmed, sink);
          unconfirmed = null;
          offset = start + records.position();
          unconfirmed = page(offset, record.get());
          record = records.next();
        }
      }
      if (unit.failure() != null) {
        throw unit.failure();
      }
      accept(unconfirmed, sink);
    } catch (IOException | RuntimeException e) { // a value that no parser expected is damage, too
      if (records != null && start + records.position() > offset) { // that was the next record
        accept(unconfirmed, sink);
        offset = start + records.position();
      }
      sink.accept(damaged(offset, e));
    }
  }

  private static void accept(RawDocument page, Inputs.Sink sink) throws InterruptedException {
    if (page != null) {
      sink.accept(page);
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
