// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.internal.groups.GroupTable;

/** What a writer has in memory to decide on. */
final class TableProbe {
  private TableProbe() {}

  /** Documents in memory. */
  static int heldCount(CollapsingIndexWriter writer) {
    return writer.index().decisions().read(groups -> groups.documents().heldCount());
  }

  /** How often two documents were compared so far. */
  static long comparisons(CollapsingIndexWriter writer) {
    return writer.index().decisions().read(GroupTable::comparisons);
  }

  /** Bounds what documents that were read may take of the heap. */
  static void setMaxReadBytes(CollapsingIndexWriter writer, double bytes) {
    writer
        .index()
        .decisions()
        .read(
            groups -> {
              groups.setMaxReadBytes(bytes);
              return null;
            });
  }
}
