// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The near-duplicates of one data frame. Holds storage of the cluster until it is closed. */
public interface Found extends AutoCloseable {

  /**
   * Pairs of documents that are near-duplicates, copies of a text included: {@code id, other,
   * resemblance, basis, standard_error}; {@code id} is the earlier one.
   */
  Dataset<Row> pairs();

  /**
   * Groups of at least two documents, in the order of their representatives: {@code representative,
   * documents, kind, reason, members}, the latter {@code id, resemblance, by} in the order of the
   * documents.
   */
  Dataset<Row> clusters();

  /** The same groups, in the same order, without a data frame. */
  JavaRDD<Cluster> clusterRecords();

  /**
   * The documents that represent themselves, with all columns of the input and {@code
   * neardup_representative, neardup_versions}: the ids of what each stands for, in order.
   */
  Dataset<Row> oneVersion();

  /** Rows that could not be used: {@code id, reason}. */
  Dataset<Row> rejected();

  /** What was found so far: those of clusters are there after {@link #clusters}. */
  Counts counts();

  @Override
  void close();
}
