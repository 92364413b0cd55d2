// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.lang.reflect.Field;
import java.util.List;
import org.neardup.tools.input.FieldRoles;
import org.neardup.tools.input.InputRules;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Limits on inputs, and names of their fields: options of every command that reads documents. */
public final class InputOptions {
  private static final int MEGABYTE = 1_000_000;
  private static final int MAX_KEYS = 1_000_000;
  private static final int MAX_MEMORY_MEGABYTES = 1_000_000;
  private static final List<String> FORMATS =
      List.of("jsonl", "json", "csv", "tsv", "tar", "warc", "arc");

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--max-document-mb",
      paramLabel = "MB",
      defaultValue = "50",
      description =
          "A line or file of this many megabytes (10^6 bytes) or more is refused, not read."
              + " Default: ${DEFAULT-VALUE}.")
  private int maxDocumentMegabytes;

  @Option(
      names = "--max-keys",
      paramLabel = "N",
      description = "A JSON object with more keys is refused. Default: 1000.")
  private int maxKeys = InputRules.DEFAULT.maxKeys();

  @Option(
      names = "--max-memory-mb",
      paramLabel = "MB",
      description =
          "A document that is estimated to take more megabytes of memory is refused. Default: three"
              + " quarters of Java's heap, which NEARDUP_JAVA_OPTIONS=-Xmx8g makes larger.")
  private Integer maxMemoryMegabytes;

  @Option(
      names = "--follow-links",
      description =
          "Follow symbolic links out of the folders that are read. Otherwise they are named and not"
              + " followed.")
  private boolean followLinks;

  @Option(
      names = "--id-field",
      paramLabel = "FIELD",
      defaultValue = "id",
      description =
          "Field of JSON or of a table that is the id, such as url; or line: where there is no id,"
              + " it is file:line. Default: ${DEFAULT-VALUE}.")
  private String idField;

  @Option(
      names = "--title-field",
      paramLabel = "FIELD",
      defaultValue = "title",
      description = "Field of JSON or of a table that is the title. Default: ${DEFAULT-VALUE}.")
  private String titleField;

  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      defaultValue = "",
      description =
          "Format of the files, whatever their names end with: jsonl, json, csv, tsv, tar, warc or"
              + " arc. An ending such as .gz still counts. Default: by the ending.")
  private String format;

  /** The name of an option that is on the command line, or null. */
  public String given() {
    return spec.commandLine().getParseResult().matchedOptions().stream()
        .filter(option -> option.userObject() instanceof Field)
        .filter(option -> ((Field) option.userObject()).getDeclaringClass() == InputOptions.class)
        .map(OptionSpec::longestName)
        .findFirst()
        .orElse(null);
  }

  /** Checked. */
  public InputRules rules() {
    Usage usage = new Usage(spec);
    usage.checkRange("--max-document-mb", maxDocumentMegabytes, 1, 1000);
    usage.checkRange("--max-keys", maxKeys, 1, MAX_KEYS);
    if (maxMemoryMegabytes != null) {
      usage.checkRange("--max-memory-mb", maxMemoryMegabytes, 1, MAX_MEMORY_MEGABYTES);
    }
    if (!format.isEmpty() && !FORMATS.contains(format)) {
      throw usage.mistake(
          "--input-format must be one of " + String.join(", ", FORMATS) + ", got " + format);
    }
    return new InputRules(
            maxDocumentMegabytes * MEGABYTE,
            maxKeys,
            maxMemoryMegabytes == null
                ? InputRules.DEFAULT.maxMemoryBytes()
                : (long) maxMemoryMegabytes * MEGABYTE,
            followLinks)
        .withFormat(format, new FieldRoles(idField, titleField));
  }
}
