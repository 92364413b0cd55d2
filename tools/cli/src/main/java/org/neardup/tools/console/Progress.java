// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error, if a person is watching; nothing otherwise. */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 78;

  private final Terminal terminal;
  private final ProgressBar bar;

  private Progress(Terminal terminal, ProgressBar bar) {
    this.terminal = terminal;
    this.bar = bar;
  }

  /** Counts documents; how many there will be is not known, as inputs are read as a stream. */
  public static Progress of(Terminal terminal, String task) {
    return new Progress(terminal, terminal.interactive() ? bar(terminal, task) : null);
  }

  private static ProgressBar bar(Terminal terminal, String task) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(-1)
        .setUnit(" documents", 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setMaxRenderedLength(WIDTH)
        .setConsumer(new DelegatingProgressBarConsumer(terminal::redraw, WIDTH))
        .showSpeed()
        .build();
  }

  public void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      terminal.clearLine();
    }
  }
}
