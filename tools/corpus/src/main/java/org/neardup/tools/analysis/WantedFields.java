// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;

/**
 * The fields that options name, until a document with each has been seen. With a scope that no
 * document has, all would be in one. For one thread.
 */
public final class WantedFields {
  /** By field, the option that names it. */
  private final Map<String, String> missing = new ConcurrentSkipListMap<>();

  private final Set<String> seen = new TreeSet<>();

  /** Those of the settings of an index. */
  public WantedFields(CollapseConfig config) {
    config.scopeField().ifPresent(field -> missing.put(field, "--scope"));
    config.guards().stream()
        .map(Guard::field)
        .filter(Objects::nonNull)
        .forEach(field -> missing.put(field, "--guard"));
    new Ranker(config.preference()).fields().forEach(field -> missing.put(field, "--keep"));
    want(config.textFields(), config.comparesValues());
  }

  /**
   * The fields of texts or sets alone.
   *
   * @param areSets whether they are sets
   */
  public WantedFields(List<String> compared, boolean areSets) {
    want(compared, areSets);
  }

  /**
   * Any fields.
   *
   * @param options by field, the option that names it
   */
  public WantedFields(Map<String, String> options) {
    missing.putAll(options);
  }

  private void want(List<String> compared, boolean areSets) {
    for (String field : compared) {
      missing.put(field, areSets ? "--set-field" : "--text-field");
    }
  }

  /** Takes note of the fields that an index has. */
  public void see(NamedFields index) {
    missing.keySet().removeAll(index.names());
  }

  /** Takes note of the fields of a document. */
  public void see(Set<String> names) {
    if (isMissing()) {
      seen.addAll(names);
      missing.keySet().removeAll(seen);
    }
  }

  /** Whether there is anything to look for; for any thread. */
  public boolean isMissing() {
    return !missing.isEmpty();
  }

  /** Ends the command if no document had one of the fields. */
  public void requireAll() {
    NamedFields found = new NamedFields("the input", seen);
    missing.forEach(
        (field, option) -> {
          String problem = found.problem(option, field);
          if (problem != null) {
            throw new ToolException(ExitCode.USAGE, problem + "; nothing was written");
          }
        });
  }
}
