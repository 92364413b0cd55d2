// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.Optional;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.AnalyzersByField;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How texts become words. */
public final class AnalyzerOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      defaultValue = "standard",
      description =
          "The analyzer of texts: one of Lucene's, such as standard, whitespace, cjk, english,"
              + " german, or a class on the class path. An index keeps the name, and searches use"
              + " it. Default: ${DEFAULT-VALUE}.")
  private String name;

  @Option(
      names = "--normalize",
      paramLabel = "nfkc|nfc|none",
      description =
          "How letters are made equal before texts are split into words: composed, or ligatures and"
              + " widths made plain, too; also, apostrophes become one kind, invisible characters go,"
              + " and Thai, Lao, Khmer and Burmese are split by dictionaries. Or nothing is done."
              + " Default: as the index has it; nfkc for a new one, none for a rebuilt one.")
  private Normalization normalization;

  /** The forms, as names of analyzers have them, or none. */
  public enum Normalization {
    NFKC("nfkc"),
    NFC("nfc"),
    NONE("");

    private final String form;

    Normalization(String form) {
      this.form = form;
    }
  }

  /**
   * The name of an analyzer that exists.
   *
   * @param usual what stands before the name if the option is not given, as in {@link Analyzers}
   * @throws picocli.CommandLine.ParameterException if there is none, or one a field
   */
  public String checked(Normalization usual) {
    if (name.indexOf('=') >= 0) {
      throw new Usage(spec).mistake("--analyzer must name one analyzer, got " + name);
    }
    return checkedByField(usual);
  }

  /** The same, which may be one a field, see {@link AnalyzersByField}. */
  public String checkedByField(Normalization usual) {
    Normalization normal = normalization == null ? usual : normalization;
    return new Usage(spec)
        .checked(
            () -> {
              String whole = AnalyzersByField.parse(name).withForm(normal.form).toString();
              Analyzers.named(whole).close();
              return whole;
            });
  }

  /**
   * The same for documents that are added to others: with the form that these have, or NFKC.
   *
   * @param existing the whole name of the analyzer of the others, if there are any
   */
  public String checkedByField(Optional<String> existing) {
    String others = AnalyzersByField.parse(existing.orElse(Analyzers.DEFAULT)).others();
    for (Normalization each : Normalization.values()) {
      if (others.startsWith(each.form + " ")) {
        return checkedByField(each);
      }
    }
    return checkedByField(Normalization.NONE);
  }

  /** The options that name an analyzer, or one a field. */
  public static String of(AnalyzersByField names) {
    String whole = names.toString();
    int blank = whole.indexOf(' ');
    if (blank < 0 || !names.byField().isEmpty()) {
      return "--analyzer " + (blank < 0 ? whole : "'" + whole + "'");
    }
    return "--normalize " + whole.substring(0, blank) + " --analyzer " + whole.substring(blank + 1);
  }
}
