// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;

/** Writes {@linkplain MadeUp generated documents} as JSON Lines, for programs that read files. */
final class MadeUpFile {
  static final String USAGE = "FILE size=1000000";

  private MadeUpFile() {}

  /** Texts have letters, blanks, commas and full stops in them, nothing that JSON escapes. */
  static void run(Settings settings) throws IOException {
    Corpus corpus = Corpus.open("-", settings.number("size"));
    try (BufferedWriter out = Files.newBufferedWriter(settings.file())) {
      for (int i = 0; i < corpus.size(); i++) {
        Corpus.Text text = corpus.text(i);
        out.write("{\"id\":\"" + text.id() + "\",\"text\":\"" + text.text() + "\"}\n");
      }
    }
  }
}
