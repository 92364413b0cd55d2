// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import org.apache.commons.io.function.Uncheck;
import org.neardup.spark.output.PartFile;
import org.neardup.tools.input.Problems;

/**
 * The bad records of one piece, as {@code neardup --rejected} writes them. There is no file without
 * them. For one thread.
 */
final class RejectedFile {
  private final RejectedFolder folder;
  private final int piece;
  private PartFile file;

  /**
   * @param folder null if they are not kept
   */
  RejectedFile(RejectedFolder folder, int piece) {
    this.folder = folder;
    this.piece = piece;
  }

  void add(String where, String reason) {
    if (folder != null) {
      Uncheck.run(
          () -> {
            file =
                file == null
                    ? PartFile.create(folder.folder(), piece, ".jsonl", folder.hadoop())
                    : file;
            file.write(Problems.record(where, reason));
          });
    }
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
