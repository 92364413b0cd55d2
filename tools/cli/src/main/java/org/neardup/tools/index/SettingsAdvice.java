// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.console.Json;

/** What can be done about an index that was made with other settings than those that are given. */
final class SettingsAdvice {
  private SettingsAdvice() {}

  /**
   * The command that changes the index, where one does, and that it can be replaced.
   *
   * @param present of the index
   * @param wanted the given ones
   */
  static String of(Path folder, CollapseConfig present, CollapseConfig wanted) {
    CollapseConfig retuned =
        present
            .withThreshold(wanted.threshold())
            .withGuards(wanted.guards().toArray(Guard[]::new))
            .withPreference(wanted.preference())
            .withVariants(wanted.variants());
    boolean isRetunable = !retuned.equals(present) && sameButFor(wanted, retuned);
    return (isRetunable ? retune(folder, present, wanted) + " changes it, " : "")
        + "--force replaces it";
  }

  /** An index does not hold what a run alone decides. */
  private static boolean sameButFor(CollapseConfig wanted, CollapseConfig retuned) {
    return wanted.scopeField().equals(retuned.scopeField())
        && wanted.contained() == retuned.contained()
        && wanted.shingling().toString().equals(retuned.shingling().toString())
        && wanted.textFields().equals(retuned.textFields())
        && wanted.minElements() == retuned.minElements();
  }

  private static String retune(Path folder, CollapseConfig present, CollapseConfig wanted) {
    StringJoiner command = new StringJoiner(" ", "'", "'").add("neardup retune --index " + folder);
    if (present.threshold() != wanted.threshold()) {
      command.add("--threshold " + wanted.threshold());
    }
    if (!present.preference().equals(wanted.preference())) {
      command.add("--keep " + wanted.preference());
    }
    if (!present.guards().equals(wanted.guards())) {
      String guards =
          wanted.guards().stream().map(Guard::toString).collect(Collectors.joining(","));
      command.add("--guard " + (guards.isEmpty() ? "none" : guards));
    }
    if (present.variants() != wanted.variants()) {
      command.add("--variants " + Json.lower(wanted.variants()));
    }
    return command.toString();
  }
}
