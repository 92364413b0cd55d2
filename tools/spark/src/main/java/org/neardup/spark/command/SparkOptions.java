// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.List;
import org.neardup.compare.Guard;
import org.neardup.index.Preference;
import org.neardup.index.Verification;
import org.neardup.spark.command.SparkRun.Format;
import org.neardup.spark.command.SparkRun.Result;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.input.FieldRoles;
import org.neardup.tools.input.InputRules;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Arguments and options of all commands, described in {@code commands.properties}. */
final class SparkOptions {
  private static final int MEGABYTE = 1_000_000;
  private static final int MOST = 1_000_000;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(paramLabel = "INPUT", arity = "1..*")
  private List<String> inputs;

  @Option(names = "--output", required = true, paramLabel = "DIR")
  private String output;

  @Option(names = "--force")
  private boolean force;

  @Option(names = "--format", paramLabel = "json|parquet", defaultValue = "json")
  private Format format;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--master", paramLabel = "URL")
  private String master;

  @Option(names = "--text-field", split = ",", paramLabel = "FIELD", defaultValue = "text")
  private List<String> textFields;

  @Option(names = "--id-field", paramLabel = "FIELD", defaultValue = "id")
  private String idField;

  @Option(names = "--title-field", paramLabel = "FIELD", defaultValue = "title")
  private String titleField;

  @Option(names = "--scope", paramLabel = "FIELD")
  private String scope;

  @Option(names = "--keep", paramLabel = "CRITERIA")
  private String keep;

  @Option(names = "--threshold", paramLabel = "T", defaultValue = "0.8")
  private double threshold;

  @Option(names = "--shingle", paramLabel = "word:K|char:K|bag", defaultValue = "word:5")
  private String shingle;

  @Option(names = "--analyzer", paramLabel = "NAME", defaultValue = "standard")
  private String analyzer;

  @Option(names = "--normalize", paramLabel = "nfkc|nfc|none", defaultValue = "nfkc")
  private Normalization normalization;

  @Option(names = "--guard", split = ",", paramLabel = "GUARD")
  private List<String> guards = List.of();

  @Option(names = "--grouping", paramLabel = "anchored|transitive", defaultValue = "anchored")
  private Grouping grouping;

  @Option(names = "--sketch", paramLabel = "KIND:SIZE", defaultValue = "fast:128")
  private String sketch;

  @Option(names = "--verify", paramLabel = "auto|sketch|exact", defaultValue = "auto")
  private Verification verification;

  @Option(names = "--max-bucket", paramLabel = "N", defaultValue = "1000")
  private int maxBucket;

  @Option(names = "--input-format", paramLabel = "FORMAT", defaultValue = "")
  private String inputFormat;

  @Option(names = "--max-document-mb", paramLabel = "MB", defaultValue = "50")
  private int maxDocumentMegabytes;

  @Option(names = "--max-keys", paramLabel = "N", defaultValue = "1000")
  private int maxKeys;

  @Option(names = "--encoding", paramLabel = "NAME", defaultValue = "utf-8")
  private String encoding;

  @Option(names = "--follow-links")
  private boolean followLinks;

  private enum Normalization {
    NFKC("nfkc "),
    NFC("nfc "),
    NONE("");

    private final String prefix;

    Normalization(String prefix) {
      this.prefix = prefix;
    }
  }

  boolean printsJson() {
    return json;
  }

  /** What the options ask for, checked. */
  SparkRun.Request request(Result result, boolean writesSettings) {
    if (writesSettings && format == Format.PARQUET) {
      throw mistake("--settings has no meaning with --format parquet");
    }
    try {
      ClusterConfig config = config();
      String byDefault = config.ordersBySize() ? "longest" : "first";
      return new SparkRun.Request(
          inputs,
          rules(),
          config,
          textFields,
          Preference.parse(keep == null ? byDefault : keep),
          scope,
          result,
          format,
          writesSettings,
          output,
          force,
          master);
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    }
  }

  private ClusterConfig config() {
    String name = normalization.prefix + analyzer;
    Analyzers.named(name).close();
    return ClusterConfig.defaults()
        .withComparison(ClusterConfig.shingling(shingle), threshold)
        .withAnalyzer(name)
        .withCandidates(CandidateMethod.LSH, SketchKind.parse(sketch))
        .withGrouping(grouping, verification, maxBucket)
        .withGuards(Guard.withoutFields(guards.stream().map(Guard::parse).toList()));
  }

  private InputRules rules() {
    requireRange("--max-document-mb", maxDocumentMegabytes, 1000);
    requireRange("--max-keys", maxKeys, MOST);
    return new InputRules(maxDocumentMegabytes * MEGABYTE, maxKeys, followLinks)
        .withFormat(inputFormat, new FieldRoles(idField, titleField))
        .withEncoding(encoding);
  }

  private void requireRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw mistake(option + " must be between 1 and " + most + ", got " + value);
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
