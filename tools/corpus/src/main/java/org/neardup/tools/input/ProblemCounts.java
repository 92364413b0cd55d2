// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Messages on an input, counted by kind; the first ones of each are kept. For one thread. */
public final class ProblemCounts implements Serializable {
  private static final int SHOWN = 10;

  /** Reasons may come from the input: this bounds the memory that they take. */
  private static final int MAX_KINDS = 100;

  /** What follows differs from one document to the next. */
  private static final Pattern VALUE = Pattern.compile("(, got |: | at byte | at column ).*");

  private static final Pattern COUNT = Pattern.compile("^[0-9,]+ ");

  /** What of a kind helps, by words that it has. */
  private static final Map<String, String> HELP =
      Map.of(
          "without id", "--id-field names the field that has it, or line",
          "must be shorter than", "--max-document-mb allows more",
          "keys", "--max-keys allows more",
          "JSON", "--input-format names the format of files whose ending lies");

  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  private static final class Kind implements Serializable {
    private final List<String> first = new ArrayList<>();
    private long count;
  }

  /**
   * Counts one.
   *
   * @param message the whole line
   * @param reason in it, without the place
   * @return whether it is one of the first of its kind
   */
  boolean add(String message, String reason) {
    String name = COUNT.matcher(VALUE.matcher(reason).replaceFirst("")).replaceAll("");
    Kind kind = kind(name);
    kind.count++;
    return kind.first.size() < shown(name) && kind.first.add(message);
  }

  /** Adds what another part of the input gave, which comes after this one. */
  public void addAll(ProblemCounts others) {
    others.kinds.forEach(
        (name, added) -> {
          Kind kind = kind(name);
          kind.count += added.count;
          kind.first.addAll(
              added.first.subList(
                  0, Math.min(added.first.size(), shown(name) - kind.first.size())));
        });
  }

  /** One option mends all texts of another character set, so the first message is enough. */
  private static int shown(String kind) {
    return kind.contains("--encoding") ? 1 : SHOWN;
  }

  private Kind kind(String name) {
    boolean isKept = kinds.size() < MAX_KINDS || kinds.containsKey(name);
    return kinds.computeIfAbsent(isKept ? name : "of other kinds", any -> new Kind());
  }

  /** The first messages of each kind. */
  public List<String> first() {
    return kinds.values().stream().flatMap(kind -> kind.first.stream()).toList();
  }

  /** How many more there are of each kind of which not all are among the first, and what helps. */
  public List<String> more() {
    List<String> lines = new ArrayList<>();
    kinds.forEach(
        (name, kind) -> {
          long more = kind.count - kind.first.size();
          if (more > 0) {
            lines.add(String.format(Locale.ROOT, "and %,d more: %s%s", more, name, help(name)));
          }
        });
    return lines;
  }

  private static String help(String kind) {
    return HELP.entrySet().stream()
        .filter(each -> kind.contains(each.getKey()))
        .map(each -> "; " + each.getValue())
        .findFirst()
        .orElse("");
  }
}
