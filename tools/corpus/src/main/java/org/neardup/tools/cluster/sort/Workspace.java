// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import org.apache.lucene.store.Directory;

/**
 * Where temporary files go, and how much is held before it goes there.
 *
 * @param maxLongs numbers that one sort holds in memory, 16 bytes each while they are sorted
 */
public record Workspace(Directory directory, int maxLongs) {

  public static Workspace of(Directory directory) {
    return new Workspace(directory, 1 << 23);
  }
}
