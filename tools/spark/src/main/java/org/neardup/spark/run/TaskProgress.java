// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.neardup.tools.console.Terminal;

/** Shows a person what is being done, and how many tasks of it are done. */
final class TaskProgress extends SparkListener implements AutoCloseable {
  private final Terminal terminal;
  private final SparkSession spark;
  private String step = "reading";
  private int stage = -1;
  private int tasks;
  private int done;

  private TaskProgress(Terminal terminal, SparkSession spark) {
    this.terminal = terminal;
    this.spark = spark;
  }

  /** Listens to a session until it is closed. */
  static TaskProgress of(Terminal terminal, SparkSession spark) {
    TaskProgress progress = new TaskProgress(terminal, spark);
    if (terminal.interactive()) {
      spark.sparkContext().addSparkListener(progress);
    }
    return progress;
  }

  /** Begins a step. */
  synchronized void begin(String name) {
    step = name;
    stage = -1;
    show(step + " ...");
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted submitted) {
    stage = submitted.stageInfo().stageId();
    tasks = submitted.stageInfo().numTasks();
    done = 0;
    show();
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd ended) {
    if (ended.stageId() == stage) {
      done++;
      show();
    }
  }

  private void show() {
    show(step + ": " + Math.min(done, tasks) + " of " + tasks + " tasks of stage " + stage);
  }

  private void show(String line) {
    if (terminal.interactive()) {
      terminal.clearLine();
      terminal.redraw(line);
    }
  }

  @Override
  public synchronized void close() {
    if (terminal.interactive()) {
      spark.sparkContext().removeSparkListener(this);
      terminal.clearLine();
    }
  }
}
