// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Documents that need not become a data frame to be compared. May be read several times, and are
 * the same each time.
 */
public interface ReadDocuments {

  /**
   * The values of some columns as objects of Java; a row is valid until the next one of its
   * partition is taken.
   *
   * @param columns of those of the data frame; null for a column of nulls
   */
  JavaRDD<Row> rows(List<String> columns);

  /**
   * The same without documents that are not wanted, which need not be parsed; as here, others may
   * be there.
   */
  default JavaRDD<Row> rows(List<String> columns, PositionFilter wanted) {
    return rows(columns);
  }

  /** Tells positions of documents from others. */
  @FunctionalInterface
  interface PositionFilter extends Serializable {
    /** Whether the document there may be wanted; true of each that is. */
    boolean mayHave(long position);
  }

  /** The same documents as a data frame, made when it is asked for. */
  Dataset<Row> frame();
}
