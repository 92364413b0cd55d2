// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import org.apache.spark.sql.SparkSession;

/** The one session of all tests. */
public final class LocalSpark {
  private LocalSpark() {}

  /** The session; it ends with the process. A task may fail twice. */
  public static SparkSession session() {
    System.setProperty("spark.sql.shuffle.partitions", "2"); // of commands, too
    boolean isNightly = Boolean.getBoolean("tests.nightly");
    return SparkSession.builder()
        .master("local[2,3]")
        .appName("test")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.default.parallelism", 2)
        // Most of the time of small jobs goes to planning, and to compiling what they run once.
        .config("spark.sql.adaptive.enabled", isNightly)
        .config("spark.sql.codegen.wholeStage", isNightly)
        .config("spark.sql.codegen.factoryMode", isNightly ? "FALLBACK" : "NO_CODEGEN")
        .config("spark.sql.codegen.cache.maxEntries", 2000)
        .config("spark.sql.ui.explainMode", "simple")
        .config("spark.sql.artifact.isolation.enabled", false)
        .getOrCreate();
  }
}
