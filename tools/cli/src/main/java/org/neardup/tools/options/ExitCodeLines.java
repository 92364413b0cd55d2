// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import org.neardup.tools.console.ExitCode;

/** The meaning of each {@link ExitCode} in the help of commands. */
public final class ExitCodeLines {
  public static final String DONE = "0:done";
  public static final String INPUT_FAILED =
      "1:some input failed; each was named, the rest was done";
  public static final String NO_DOCUMENT = "1:there is no document with the id";
  public static final String USAGE = "2:the command line is wrong; nothing was done";
  public static final String INDEX =
      "3:the index is missing, damaged or made with other settings; nothing was changed";
  public static final String FAILED =
      "4:this program failed, or had too little memory; the index is as it was at its last commit";
  public static final String INTERRUPTED =
      "130:interrupted, as by Ctrl-C; the same command goes on";

  private ExitCodeLines() {}
}
