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
  private static final List<String> FORMATS =
      List.of("jsonl", "json", "csv", "tsv", "html", "tar", "warc", "arc");

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--max-document-mb",
      paramLabel = "MB",
      description =
          "A line or file of this many megabytes (10^6 bytes) or more is refused, not read."
              + " Default: 50, or a 128th of Java's heap if that is less;"
              + " NEARDUP_JAVA_OPTIONS=-Xmx8g makes the heap larger.")
  private int maxDocumentMegabytes = InputRules.DEFAULT.maxBytes() / MEGABYTE;

  @Option(
      names = "--max-keys",
      paramLabel = "N",
      description = "A JSON object with more keys is refused. Default: 1000.")
  private int maxKeys = InputRules.DEFAULT.maxKeys();

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
          "Format of the files, whatever their names end with: jsonl, json, csv, tsv, html, tar,"
              + " warc or arc. An ending such as .gz still counts. Of a folder, the files with an"
              + " ending of that format. Default: by the ending.")
  private String format;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "utf-8",
      description =
          "Character set of tables and text files without a byte order mark, such as windows-1252."
              + " Default: ${DEFAULT-VALUE}.")
  private String encoding;

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
    if (!format.isEmpty() && !FORMATS.contains(format)) {
      throw usage.mistake(
          "--input-format must be one of " + String.join(", ", FORMATS) + ", got " + format);
    }
    InputRules rules = new InputRules(maxDocumentMegabytes * MEGABYTE, maxKeys, followLinks);
    return usage.checked(
        () -> rules.withFormat(format, new FieldRoles(idField, titleField)).withEncoding(encoding));
  }
}
