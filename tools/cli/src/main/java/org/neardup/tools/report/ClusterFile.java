// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.neardup.tools.input.BadInputException;

/**
 * A file that {@code neardup cluster} wrote. It is whole, or it is another file. Its first line may
 * be its settings.
 */
record ClusterFile(Path path) {

  /**
   * The settings that the clusters were made with, by name; empty if the file has none.
   *
   * @throws BadInputException if it cannot be read, or does not begin as such files do
   */
  Map<String, String> settings() throws BadInputException {
    Map<String, String> settings = new TreeMap<>();
    lines(
        (line, number) -> {
          settings.putAll(SettingsLine.parse(line));
          return false;
        });
    return settings;
  }

  /**
   * Passes on all clusters, in their order.
   *
   * @throws BadInputException if it cannot be read, or a line is no cluster; names the place
   */
  void forEach(Consumer<ClusterLine> action) throws BadInputException {
    lines(
        (line, number) -> {
          if (number > 1 || !SettingsLine.isOne(line)) {
            action.accept(ClusterLine.parse(line));
          }
          return true;
        });
  }

  /** Takes a line. */
  @FunctionalInterface
  private interface Action {
    /** Whether the next one is wanted, too. */
    boolean accept(String line, long number) throws BadInputException;
  }

  private void lines(Action action) throws BadInputException {
    try (BufferedReader lines = Files.newBufferedReader(path, UTF_8)) {
      boolean more = true;
      long number = 0;
      for (String line = lines.readLine(); more && line != null; line = lines.readLine()) {
        number++;
        more = accept(action, line, number);
      }
    } catch (NoSuchFileException e) {
      throw new BadInputException(path + ": no such file");
    } catch (CharacterCodingException e) {
      throw new BadInputException(path + ": not a file of 'neardup cluster': it is not UTF-8");
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage());
    }
  }

  private boolean accept(Action action, String line, long number) throws BadInputException {
    try {
      return action.accept(line, number);
    } catch (BadInputException e) {
      throw new BadInputException(path + ":" + number + ": " + e.getMessage());
    }
  }
}
