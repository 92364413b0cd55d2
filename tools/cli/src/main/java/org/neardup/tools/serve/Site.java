// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import org.neardup.tools.index.IndexFolder;

/**
 * What is served.
 *
 * @param folder of the index
 * @param dateField a stored field to show with documents
 */
record Site(IndexFolder folder, String dateField) {

  /** What people call the index. */
  String name() {
    return folder.path().toAbsolutePath().normalize().getFileName().toString();
  }
}
