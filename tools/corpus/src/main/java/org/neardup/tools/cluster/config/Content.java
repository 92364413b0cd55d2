// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

import org.neardup.tools.input.InputDocument;

/** Which text of a document is compared. */
public enum Content {
  /** All of it. */
  FULL,
  /** The main text of a page; all of it where a document has none, as plain text has no frame. */
  MAIN;

  /** The text of a document, of which the main text is known. */
  public String of(InputDocument document) {
    return this == MAIN && !document.mainText().isBlank() ? document.mainText() : document.text();
  }
}
