// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.neardup.spark.ReadDocuments.PositionFilter;
import org.neardup.spark.frames.Frames;

/** Where the rows of a run come from, each time that they are read. */
interface RowSource {
  /** All rows, as {@link RowReader} takes them. */
  JavaRDD<Row> rows();

  /** At least those of some documents, by the hash of their row ({@link RowReader#rowHash}). */
  JavaRDD<Row> some(PositionFilter hashes);

  /** The documents with all their columns. */
  Dataset<Row> frame();

  /** The rows of a data frame. */
  static RowSource of(Dataset<Row> frame, InputColumns columns) {
    JavaRDD<Row> rows = Frames.rows(columns.select(frame));
    return new RowSource() {
      @Override
      public JavaRDD<Row> rows() {
        return rows;
      }

      @Override
      public JavaRDD<Row> some(PositionFilter hashes) {
        return rows;
      }

      @Override
      public Dataset<Row> frame() {
        return frame;
      }
    };
  }

  /** Rows that need no data frame. */
  static RowSource of(ReadDocuments documents, InputColumns columns) {
    List<String> names = columns.names();
    boolean isNumbered = columns.layout().numbered();
    return new RowSource() {
      @Override
      public JavaRDD<Row> rows() {
        return documents.rows(names);
      }

      @Override
      public JavaRDD<Row> some(PositionFilter hashes) {
        return isNumbered ? documents.rows(names, hashes) : rows(); // then a position is the hash
      }

      @Override
      public Dataset<Row> frame() {
        return documents.frame();
      }
    };
  }
}
