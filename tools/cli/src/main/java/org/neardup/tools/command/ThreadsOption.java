// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.options.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The number of threads; the result does not depend on it. */
final class ThreadsOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to work on. Default: one for each processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  int checked() {
    new Usage(spec).checkRange("--threads", threads, 1, 1024);
    return threads;
  }
}
