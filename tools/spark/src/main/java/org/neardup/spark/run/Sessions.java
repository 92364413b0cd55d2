// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;

/**
 * The session that a command works in. It is asked for by its class, as Spark takes long to find
 * out which of its kinds of sessions there is.
 */
public final class Sessions {
  /**
   * What is set unless spark-submit or the user says otherwise. Few partitions would have a file
   * each in every task, copied together at its end, though blocks can be sorted as they are.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "spark.app.name", "neardup-spark",
          "spark.shuffle.sort.bypassMergeThreshold", "1",
          "spark.ui.enabled", "false",
          "spark.ui.showConsoleProgress", "false");

  private static final String MASTER = "spark.master";

  private Sessions() {}

  /**
   * A session; that of spark-submit has settings of its own.
   *
   * @param master null for the one that is set, or else all cores of this machine
   */
  public static SparkSession open(String master) {
    SparkConf conf = new SparkConf();
    if (master != null) {
      conf.setMaster(master);
    }
    conf.setIfMissing(MASTER, "local[*]");
    DEFAULTS.forEach(conf::setIfMissing);
    if (conf.get(MASTER).startsWith("local")) { // nobody else is to be heard
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
      conf.setIfMissing("spark.metrics.executorMetricsSource.enabled", "false");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }
}
