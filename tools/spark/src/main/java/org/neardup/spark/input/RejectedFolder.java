// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.io.Serializable;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.neardup.spark.output.PartFile;
import org.neardup.tools.input.Problems;

/**
 * Where tasks write bad records, as {@code neardup --rejected} writes them: a file a piece, of
 * those that have some.
 *
 * @param folder as Hadoop names it; null if they are not kept
 * @param settings of Hadoop, thousands, which only tasks with bad records fetch
 */
record RejectedFolder(String folder, Broadcast<SerializableConfiguration> settings)
    implements Serializable {
  static final RejectedFolder NONE = new RejectedFolder(null, null);

  static RejectedFolder of(String folder, JavaSparkContext context) {
    return new RejectedFolder(
        folder, context.broadcast(new SerializableConfiguration(context.hadoopConfiguration())));
  }

  /** The bad records of a piece. */
  Records records(int piece) {
    return new Records(piece);
  }

  /** For one thread. */
  final class Records {
    private final int piece;
    private PartFile file;

    private Records(int piece) {
      this.piece = piece;
    }

    void add(String where, String reason) {
      if (folder != null) {
        Uncheck.run(() -> open().write(Problems.record(where, reason)));
      }
    }

    private PartFile open() throws IOException {
      if (file == null) {
        file = PartFile.create(folder, piece, ".jsonl", settings.value().value());
      }
      return file;
    }

    /** Moves the file into place. */
    void finish() {
      if (file != null) {
        Uncheck.run(file::finish);
      }
    }

    /** Deletes what is not finished. */
    void discard() {
      if (file != null) {
        file.discard();
      }
    }
  }
}
