// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.neardup.tools.input.BadInputException;

/** A file that {@code neardup cluster} wrote. It is whole, or it is another file. */
record ClusterFile(Path path) {

  /**
   * Hands over all clusters, in their order.
   *
   * @throws BadInputException if it cannot be read, or a line is no cluster; names the place
   */
  void forEach(Consumer<ClusterLine> action) throws BadInputException {
    try (BufferedReader lines = Files.newBufferedReader(path, UTF_8)) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        action.accept(parse(line, number));
      }
    } catch (NoSuchFileException e) {
      throw new BadInputException(path + ": no such file");
    } catch (CharacterCodingException e) {
      throw new BadInputException(path + ": not a file of 'neardup cluster': it is not UTF-8");
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage());
    }
  }

  private ClusterLine parse(String line, long number) throws BadInputException {
    try {
      return ClusterLine.parse(line);
    } catch (BadInputException e) {
      throw new BadInputException(path + ":" + number + ": " + e.getMessage());
    }
  }
}
