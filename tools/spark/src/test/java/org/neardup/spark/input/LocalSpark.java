// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import org.apache.spark.sql.SparkSession;

/** One session for all tests of a process. */
public final class LocalSpark {
  private LocalSpark() {}

  /** The session; it ends with the process. A task may fail twice. */
  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2,3]")
        .appName("tests")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.default.parallelism", "2")
        // Most of the time of small jobs goes to compiling what they run once.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .getOrCreate();
  }
}
