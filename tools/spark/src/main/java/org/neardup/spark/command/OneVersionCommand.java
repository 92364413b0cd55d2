// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.neardup.spark.run.SparkRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code neardup-spark one-version}. */
@Command(
    description = {
      "Writes a corpus without its near-duplicates.",
      "",
      "DIR/documents has the documents that represent themselves, with all their fields and two"
          + " more: neardup_representative, their own id, and neardup_versions, the ids of the"
          + " documents that each stands for. Documents without text stay. Bad records are named in"
          + " DIR/rejected, the rest is done."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup-spark one-version --output kept --keep max:date,longest pages.jsonl",
      "  neardup index --index pages.idx kept/documents/*.jsonl"
    })
final class OneVersionCommand implements Callable<Integer> {
  @ParentCommand private SparkProgram program;

  @Mixin private SparkOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return options.run(SparkRun.Result.ONE_VERSION, false, program.terminal());
  }
}
