// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.neardup.tools.cluster.ClusterLines;

/** Clusters as {@code neardup cluster} writes them. */
public final class ClusterFormat {
  private ClusterFormat() {}

  /** The line before clusters that says what they were made by. */
  public static byte[] settings(Map<String, String> settings) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (ClusterLines lines = new ClusterLines(line)) {
      lines.settings(settings);
    }
    return line.toByteArray();
  }

  /** Writes rows of clusters. */
  static RowWriter writer(OutputStream out) throws IOException {
    ClusterLines lines = new ClusterLines(out);
    return new RowWriter() {
      @Override
      public void write(Row cluster) throws IOException {
        lines.begin(
            cluster.getAs("representative"),
            cluster.<Long>getAs("documents"),
            cluster.getAs("kind"),
            cluster.getAs("reason"));
        List<Row> members = cluster.getList(cluster.fieldIndex("members"));
        for (Row member : members) {
          lines.member(member.getAs("id"), member.<Double>getAs("resemblance"), member.getAs("by"));
        }
        lines.end();
      }

      @Override
      public void close() throws IOException {
        lines.close();
      }
    };
  }
}
