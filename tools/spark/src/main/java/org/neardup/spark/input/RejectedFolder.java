// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Where tasks write bad records: a file a piece, with a line of JSON a record.
 *
 * @param folder as Hadoop names it
 * @param settings of Hadoop, thousands, which only tasks with bad records fetch
 */
record RejectedFolder(String folder, Broadcast<SerializableConfiguration> settings)
    implements Serializable {
  static RejectedFolder of(String folder, JavaSparkContext context) {
    return new RejectedFolder(
        folder, context.broadcast(new SerializableConfiguration(context.hadoopConfiguration())));
  }

  Configuration hadoop() {
    return settings.value().value();
  }
}
