// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.ByteOrderMark;

/**
 * What people said of pairs of documents, as JSON Lines: the ids {@code a} and {@code b}, and as
 * {@code verdict} {@code same}, {@code different} or {@code withdrawn}. Other keys are not read.
 */
public record VerdictFile(Path path) {
  /**
   * All verdicts, in their order.
   *
   * @throws ToolException naming the first line that is none, or if the file cannot be read
   */
  public List<PairVerdict> read() {
    List<PairVerdict> verdicts = new ArrayList<>();
    try (BufferedReader lines = ByteOrderMark.reader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        verdicts.add(parse(line, verdicts.size() + 1));
      }
    } catch (NoSuchFileException e) {
      throw mistake("there is no file " + path);
    } catch (CharacterCodingException e) {
      throw mistake(path + ": it is not UTF-8");
    } catch (IOException e) {
      throw mistake("cannot read " + path + ": " + Failures.describe(e));
    }
    return verdicts;
  }

  private PairVerdict parse(String line, int number) {
    try {
      JsonNode json = Json.STRICT.readTree(line);
      String kind = json.path("verdict").asText();
      return new PairVerdict(
          id(json, "a"), id(json, "b"), Kind.valueOf(kind.toUpperCase(Locale.ROOT)));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw mistake(
          path
              + ":"
              + number
              + ": a verdict must have two different ids, a and b, and as verdict same, different"
              + " or withdrawn, got "
              + line);
    }
  }

  private static String id(JsonNode json, String name) {
    if (!json.path(name).isValueNode() || json.path(name).isNull()) {
      throw new IllegalArgumentException(name);
    }
    return json.path(name).asText();
  }

  private static ToolException mistake(String message) {
    return new ToolException(ExitCode.USAGE, message);
  }

  /** Adds one at the end; the file need not be there. For one thread at a time. */
  public void append(PairVerdict verdict) throws IOException {
    Files.write(path, line(verdict), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** A line of such a file, with its end. */
  public static byte[] line(PairVerdict verdict) {
    return Json.line(new Line(verdict.a(), verdict.b(), Json.lower(verdict.kind())));
  }

  /** Component names are the keys of the JSON. */
  private record Line(String a, String b, String verdict) {}
}
