// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * A file that was found in a folder and not yet opened, or what is wrong with a place there.
 *
 * @param id of its document; null where there is a problem
 * @param problem null where there is none
 */
record FolderFile(String path, String id, String problem) implements Serializable {

  static FolderFile problem(Path place, String problem) {
    return new FolderFile(place.toString(), null, problem);
  }

  /** Its one document. */
  RawDocument read(InputRules rules) {
    return problem == null
        ? PageFile.read(Path.of(path), id, rules)
        : RawDocument.unreadable(path, problem);
  }
}
