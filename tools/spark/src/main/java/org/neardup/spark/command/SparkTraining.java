// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import org.neardup.tools.options.ClassCacheTraining;
import org.neardup.tools.output.TemporaryFolder;

/**
 * Runs the commands as {@link ClassCacheTraining} does: {@code bin/neardup-spark} makes its caches
 * by it.
 */
public final class SparkTraining {
  private SparkTraining() {}

  /**
   * Runs them.
   *
   * @param args {@code short} for help and versions, {@code long} for work on documents
   * @throws IllegalStateException if one fails
   */
  public static void main(String... args) throws IOException {
    if (args[0].equals("short")) {
      ClassCacheTraining.run(SparkProgram::run, "--help");
      ClassCacheTraining.run(SparkProgram::run, "--version");
      return;
    }
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      String documents = ClassCacheTraining.documents(folder).toString();
      for (String command : new String[] {"cluster", "one-version"}) {
        String output = folder.path(command).toString();
        ClassCacheTraining.run(
            SparkProgram::run, command, "--master=local[2]", "--output", output, documents);
      }
    }
  }
}
