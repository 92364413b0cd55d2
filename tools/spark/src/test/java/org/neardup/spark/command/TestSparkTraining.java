// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import org.junit.Test;

public class TestSparkTraining {

  @Test
  public void theCommandsRun() throws IOException {
    SparkTraining.main("short");
    SparkTraining.main("long");
  }
}
