// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import static org.neardup.tools.console.ExitCode.INPUT_FAILED;

import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;

/** A file whose text is looked for in an index. */
final class QueryFile {
  private QueryFile() {}

  /** The text of a text or HTML file; ends the command if it cannot be read. */
  static String text(String file) {
    try {
      return Inputs.page(file, InputRules.DEFAULT).parser().parse().text();
    } catch (BadInputException e) {
      throw new ToolException(INPUT_FAILED, file + ": " + e.getMessage());
    }
  }
}
