// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import org.junit.Test;

public class TestSparkRehearsal {

  @Test
  public void theCommandsRun() throws IOException {
    SparkRehearsal.main("short");
    SparkRehearsal.main("long");
  }
}
