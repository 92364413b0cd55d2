// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Writes {@linkplain MadeUp generated documents} as JSON Lines, for programs that read files. */
public final class MadeUpFile {
  private static final int AT_ONCE = 10_000;

  private MadeUpFile() {}

  /**
   * Writes a file, which must not exist.
   *
   * @param args FILE.jsonl, then {@code size=1000000}
   */
  public static void main(String[] args) throws IOException {
    Settings settings = Settings.parse(args, 1, "size");
    write(new MadeUp(settings.number("size", 1_000_000), new Texts(1)), Path.of(args[0]));
  }

  private static void write(Corpus corpus, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int from = 0; from < corpus.size(); from += AT_ONCE) {
        List<byte[]> lines =
            IntStream.range(from, Math.min(corpus.size(), from + AT_ONCE))
                .parallel()
                .mapToObj(number -> line(corpus.text(number)))
                .toList();
        for (byte[] line : lines) {
          out.write(line);
        }
      }
    }
  }

  /** Texts have letters, blanks, commas and full stops in them, nothing that JSON escapes. */
  private static byte[] line(Corpus.Text text) {
    return ("{\"id\":\"" + text.id() + "\",\"text\":\"" + text.text() + "\"}\n").getBytes(UTF_8);
  }
}
