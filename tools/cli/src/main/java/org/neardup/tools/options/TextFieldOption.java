// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import picocli.CommandLine.Option;

/** Option of the commands that compare documents of any kind of input. */
public final class TextFieldOption {
  @Option(
      names = "--text-field",
      split = ",",
      paramLabel = "FIELD",
      defaultValue = "text",
      description =
          "Field whose text is compared; several, such as title,text, make one text. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<String> names;

  /** The names of the fields, in order. */
  public List<String> names() {
    return List.copyOf(names);
  }
}
