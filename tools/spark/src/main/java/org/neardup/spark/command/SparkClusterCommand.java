// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.neardup.spark.run.SparkRequest;
import org.neardup.spark.run.SparkRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code neardup-spark cluster}. */
@Command(
    description = {
      "Finds the clusters of near-duplicates of a corpus.",
      "",
      "The result is that of 'neardup cluster' with the same settings, whatever the number of"
          + " tasks and machines: DIR/clusters.jsonl, which 'neardup report --clusters' opens, or"
          + " files of Parquet in DIR/clusters. Bad records are named in DIR/rejected, the rest is"
          + " done."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup-spark cluster --output found pages.jsonl",
      "  neardup-spark cluster --output found --format parquet --scope site crawl/*.warc.gz"
    })
final class SparkClusterCommand implements Callable<Integer> {
  @ParentCommand private SparkProgram program;

  @Mixin private SparkOptions options;

  @Option(
      names = "--settings",
      description =
          "Begin clusters with a line of the settings they were made with, which report reads and"
              + " other readers must skip.")
  private boolean settings;

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.refuse("--settings", settings, SparkRequest.OutputKind.PARQUET);
    return options.run(SparkRun.Result.CLUSTERS, settings, program.terminal());
  }
}
