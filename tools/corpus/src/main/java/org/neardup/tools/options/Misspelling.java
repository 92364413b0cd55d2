// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what an argument may have been meant for that is no option, command or parameter. */
public final class Misspelling {
  private Misspelling() {}

  /**
   * The message of a mistake. A misspelled option goes before the one that is missing for it, which
   * is what the parser would tell.
   */
  static String told(ParameterException mistake) {
    CommandLine commandLine = mistake.getCommandLine();
    List<String> unmatched =
        mistake instanceof UnmatchedArgumentException given
            ? given.getUnmatched()
            : commandLine.getUnmatchedArguments();
    if (unmatched.isEmpty()) {
      return mistake.getMessage();
    }
    UnmatchedArgumentException first = new UnmatchedArgumentException(commandLine, unmatched);
    boolean mayBeCommand = !commandLine.getSubcommands().isEmpty();
    String kind =
        first.isUnknownOption()
            ? "unknown option "
            : mayBeCommand ? "unknown command " : "unexpected argument ";
    List<String> likeliestFirst =
        first.isUnknownOption() || mayBeCommand ? first.getSuggestions() : List.of();
    return kind
        + unmatched.getFirst()
        + (likeliestFirst.isEmpty() ? "" : "; did you mean " + likeliestFirst.getFirst() + "?");
  }
}
