// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Map;
import org.neardup.spark.Cluster;
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

  /** Writes clusters. */
  static void write(Iterator<Cluster> clusters, OutputStream out) throws IOException {
    try (ClusterLines lines = new ClusterLines(out)) {
      while (clusters.hasNext()) {
        Cluster each = clusters.next();
        lines.begin(each.representative(), each.documents(), each.kind(), each.reason());
        for (Cluster.Member member : each.members()) {
          lines.member(member.id(), member.resemblance(), member.by());
        }
        lines.end();
      }
    }
  }
}
