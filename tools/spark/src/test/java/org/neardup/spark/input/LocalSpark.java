// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import org.apache.spark.sql.SparkSession;

/** One session for all tests of a process. */
public final class LocalSpark {
  private LocalSpark() {}

  /** The session; it ends with the process. */
  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2,3]")
        .appName("tests")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "3")
        .getOrCreate();
  }
}
