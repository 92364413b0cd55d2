// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.Optional;

/** Hears of documents that are given another place. */
public interface PlacementListener {
  /** A document became visible, or is hidden behind a representative now, which has this id. */
  void moved(String id, Optional<String> representative);

  /** What was hidden behind one document is hidden behind another one now. */
  void succeeded(String former, String representative);
}
