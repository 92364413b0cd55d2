// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;

/**
 * Looks in an index that stays open for what one of its documents, or a file, has in common with
 * others.
 */
public interface SubjectSearch<R extends Record> {
  /** What is found for a document, without it; ends the command if there is none with the id. */
  R byDocument(String id) throws IOException;

  /** What is found for a text or HTML file; ends the command if it cannot be read. */
  R byFile(String file) throws IOException;
}
