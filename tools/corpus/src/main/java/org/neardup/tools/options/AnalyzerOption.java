// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.Optional;
import org.neardup.tools.analysis.Analyzers;
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
    NFKC("nfkc "),
    NFC("nfc "),
    NONE(""); // the last one, as every name begins with it

    private final String prefix;

    Normalization(String prefix) {
      this.prefix = prefix;
    }
  }

  /**
   * The name of an analyzer that exists.
   *
   * @param usual what stands before the name if the option is not given, as in {@link Analyzers}
   * @throws picocli.CommandLine.ParameterException if there is none
   */
  public String checked(Normalization usual) {
    Normalization form = normalization == null ? usual : normalization;
    String whole = form.prefix + name;
    try {
      Analyzers.named(whole).close();
      return whole;
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }

  /**
   * The same for documents that are added to others: with the form that these have, or NFKC.
   *
   * @param existing the whole name of the analyzer of the others, if there are any
   */
  public String checked(Optional<String> existing) {
    for (Normalization form : Normalization.values()) {
      if (existing.isPresent() && existing.get().startsWith(form.prefix)) {
        return checked(form);
      }
    }
    return checked(Normalization.NFKC);
  }

  /** The options that name an analyzer. */
  public static String of(String whole) {
    int blank = whole.indexOf(' ');
    return (blank < 0 ? "" : "--normalize " + whole.substring(0, blank) + " ")
        + "--analyzer "
        + whole.substring(blank + 1);
  }

  /** Whether one of the options was given. */
  public boolean isGiven() {
    return normalization != null
        || spec.commandLine().getParseResult().hasMatchedOption("--analyzer");
  }
}
