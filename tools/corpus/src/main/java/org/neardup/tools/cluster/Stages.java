// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.neardup.tools.console.Table;

/** Reports each stage as it begins, and keeps how long it took. For one thread. */
public final class Stages {
  private final Consumer<String> listener;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private String current;
  private long start;

  /** Begins without stages. */
  public Stages(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Ends the stage before, and begins one. */
  public void begin(String stage) {
    end();
    current = stage;
    start = System.nanoTime();
    listener.accept(stage);
  }

  public void end() {
    if (current != null) {
      seconds.put(current, Table.rounded((System.nanoTime() - start) * 1e-9));
      current = null;
    }
  }

  /** Seconds by stage, in their order. */
  public Map<String, Double> seconds() {
    return seconds;
  }
}
