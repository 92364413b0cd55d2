// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.spark.Found;
import org.neardup.spark.NearDuplicates;

/** A corpus without its near-duplicates, by any data frame with ids and texts. */
public final class OnSpark {
  private OnSpark() {}

  public static void main(String[] args) throws Exception {
    SparkSession.Builder builder = SparkSession.builder().appName("neardup").master("local[2]");
    try (SparkSession spark = builder.config("spark.ui.enabled", false).getOrCreate()) {
      NearDuplicates near = NearDuplicates.of(spark).id("id").text("text").threshold(0.8);
      try (Found found = near.find(reports(spark))) {
        for (Row cluster : clusters(found)) {
          System.out.println(cluster.getString(0) + " stands for " + cluster.get(1) + " documents");
        }
        List<Row> kept = found.oneVersion().select("id").sort("id").collectAsList();
        System.out.println("kept: " + kept.stream().map(row -> row.getString(0)).toList());
      }
    }
  }

  private static List<Row> clusters(Found found) {
    return found
        .clusters()
        .select("representative", "documents")
        .sort("representative")
        .collectAsList();
  }

  /** In an application, {@code spark.read().parquet(…)}. */
  private static Dataset<Row> reports(SparkSession spark) {
    List<String> lines =
        News.REPORTS.stream()
            .map(each -> "{\"id\":\"" + each.id() + "\",\"text\":\"" + each.text() + "\"}")
            .toList();
    return spark.read().json(spark.createDataset(lines, Encoders.STRING()));
  }
}
