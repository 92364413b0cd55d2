// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.neardup.spark.output.JsonLine;
import org.neardup.spark.output.PartFile;

/**
 * The bad records of one piece: the place of each, the reason, and the position that it would have
 * had among the documents. There is no file without them. For one thread.
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

  void add(String where, String reason, long position) {
    if (folder == null) {
      return;
    }
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("where", where);
    record.put("reason", reason);
    record.put("position", position);
    try {
      if (file == null) {
        file = PartFile.create(folder.folder(), piece, ".jsonl", folder.hadoop());
      }
      file.write(JsonLine.of(record));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves the file into place. */
  void finish() {
    if (file != null) {
      try {
        file.finish();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      file = null;
    }
  }

  /** Deletes what is not finished. */
  void discard() {
    if (file != null) {
      file.discard();
    }
  }
}
