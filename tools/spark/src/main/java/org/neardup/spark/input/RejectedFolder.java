// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Where tasks write bad records: a file a piece, with a line of JSON a record.
 *
 * @param folder as Hadoop names it
 */
record RejectedFolder(String folder, SerializableConfiguration hadoop) implements Serializable {
  static RejectedFolder of(String folder, Configuration hadoop) {
    return new RejectedFolder(folder, new SerializableConfiguration(hadoop));
  }
}
