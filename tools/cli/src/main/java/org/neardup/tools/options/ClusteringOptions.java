// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every program that clusters a corpus. */
public final class ClusteringOptions {

  @Mixin private TextFieldOption textField;
  @Mixin private AnalyzerOption analyzer;

  @Option(
      names = "--grouping",
      paramLabel = "anchored|transitive",
      defaultValue = "anchored",
      description =
          "What a cluster is: the texts that resemble its representative, each in the cluster where"
              + " it resembles it most; or all texts that pairs connect, chains included. Default:"
              + " ${DEFAULT-VALUE}.")
  private Grouping grouping;

  @Mixin private ThresholdOption threshold;
  @Mixin private GuardOption guard;

  @Option(
      names = "--shingle",
      paramLabel = "word:K|char:K|bag",
      description =
          "What is compared: sets of runs of K words or of K characters, or bags of words, or where"
              + " fields are sets, of values. Default: word:5, or sets of values.")
  private String shingle;

  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description =
          "What decides: sketches, and elements where sketches are not certain; sketches alone; or"
              + " elements alone. Candidates exact are always compared by elements. Default:"
              + " ${DEFAULT-VALUE}.")
  private Verification verification;

  @Option(
      names = "--max-bucket",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Where more than N texts share a band or value of their sketches, each is compared with the"
              + " first N of them only; such buckets and the skipped pairs are counted."
              + " Default: ${DEFAULT-VALUE}.")
  private int maxBucket;

  /** The fields whose values make the text of a document. */
  public List<String> textFields() {
    return textField.names();
  }

  /**
   * The config with the given options, and some that are not ours.
   *
   * @param areSets whether values are compared, and no texts
   * @throws IllegalArgumentException if something is out of range
   */
  public ClusterConfig config(
      Relation relation,
      CandidateMethod candidates,
      SketchKind sketch,
      Content content,
      OutputFormat format,
      int window,
      boolean areSets) {
    return new ClusterConfig(
        relation,
        candidates,
        sketch,
        areSets
            ? SetFieldOption.ofSets(shingle)
            : ClusterConfig.shingling(shingle == null ? "word:5" : shingle),
        content,
        threshold.value(),
        verification,
        grouping,
        format,
        window,
        maxBucket,
        analyzer.checked(AnalyzerOption.Normalization.NFKC),
        guard.value());
  }
}
