// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.util.function.LongSupplier;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error, if a person is watching; nothing otherwise. */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 78;
  private static final long MEGABYTE = 1_000_000;
  private static final int DOCUMENTS_A_STEP = 16;

  private final Terminal terminal;
  private final ProgressBar bar;
  private final boolean countsBytes;
  private long bytes;
  private long documents;

  private Progress(Terminal terminal, ProgressBar bar, boolean countsBytes) {
    this.terminal = terminal;
    this.bar = bar;
    this.countsBytes = countsBytes;
  }

  /**
   * Counts bytes, and documents, of which it is not known how many there will be.
   *
   * @param bytes about how many there will be; if that is not positive, documents alone are counted
   */
  public static Progress of(Terminal terminal, String task, LongSupplier bytes) {
    if (!terminal.interactive()) {
      return new Progress(terminal, null, false);
    }
    long all = bytes.getAsLong();
    return all > 0
        ? new Progress(terminal, bar(terminal, task, all, " MB", MEGABYTE), true)
        : new Progress(terminal, bar(terminal, task, -1, " documents", 1), false);
  }

  private static ProgressBar bar(
      Terminal terminal, String task, long max, String unit, long unitSize) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(max)
        .setUnit(unit, unitSize)
        .setStyle(ProgressBarStyle.ASCII)
        .setMaxRenderedLength(WIDTH)
        .setConsumer(new DelegatingProgressBarConsumer(terminal::redraw, WIDTH))
        .showSpeed()
        .build();
  }

  /** One more document. */
  public void step() {
    step(0);
  }

  /** One more document, of so many bytes. */
  public void step(long size) {
    if (bar == null) {
      return;
    }
    documents++;
    bytes += size;
    if (documents % DOCUMENTS_A_STEP == 0) {
      show();
    }
  }

  private void show() {
    if (countsBytes) {
      bar.maxHint(Math.max(bytes, bar.getMax())); // the number was a guess
      bar.stepTo(bytes);
      bar.setExtraMessage(" " + Counted.of(documents, "document"));
    } else {
      bar.stepTo(documents);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      show();
      bar.close();
      terminal.clearLine();
    }
  }
}
