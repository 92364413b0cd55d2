// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.apache.lucene.util.IOFunction;
import picocli.CommandLine.Option;

/** Options of the commands that look for one document, or a file: one of the two. */
final class SubjectOption {
  @Option(names = "--id", paramLabel = "ID", description = "A document of the index.")
  private String id;

  @Option(
      names = "--file",
      paramLabel = "F",
      description = "A text file in UTF-8, or an .html or .htm file.")
  private String file;

  boolean isDocument() {
    return id != null;
  }

  /** What one of two functions finds, of the id or of the file. */
  <T> T find(IOFunction<String, T> byDocument, IOFunction<String, T> byFile) throws IOException {
    return isDocument() ? byDocument.apply(id) : byFile.apply(file);
  }
}
