// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;

/** Reads documents of one reader. For one thread. */
@FunctionalInterface
interface DocumentSource {
  /** Reads a document, by its number in the reader. */
  IndexedDocument read(int doc) throws IOException;
}
