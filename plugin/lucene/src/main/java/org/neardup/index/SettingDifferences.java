// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The settings in which an index and a writer differ, in words. Settings of which an index holds a
 * hash only are named without it, and what follows from another setting is left out.
 */
final class SettingDifferences {
  private static final String BANDS = "bands";
  private static final String SCOPE = "scopeField";
  private static final String GUARDS = "guards";
  private static final String STOP_WORDS = "analyzerStopWords";

  /** Hashes, and what to call the setting. */
  private static final Map<String, String> HASHES =
      Map.of("analyzer", "analyzer", "analyzerProbe", "analyzer", "seedId", "seed");

  /** By name: the value of the index, and that of the writer. */
  private final Map<String, List<String>> values = new TreeMap<>();

  private final List<String> names = new ArrayList<>();

  /**
   * Adds a setting.
   *
   * @param present in the index; null if it does not say
   */
  void add(String name, String present, String wanted) {
    names.add(name);
    values.put(name, List.of(present == null ? "" : present, wanted));
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner("; ");
    List<String> named = new ArrayList<>();
    for (String name : names) {
      String hashed = HASHES.get(name);
      if (hashed == null) {
        if (!name.equals(BANDS) || names.size() == 1) { // bands follow from threshold and slots
          text.add(text(name, values.get(name).getFirst(), values.get(name).getLast()));
        }
      } else if (!named.contains(hashed) && !isTold(hashed)) {
        text.add("another " + hashed);
        named.add(hashed);
      }
    }
    return text.toString();
  }

  /** Whether the class, stop words or parameters of the analyzer say more than that it differs. */
  private boolean isTold(String hashed) {
    return names.stream().anyMatch(name -> name.startsWith(hashed) && !HASHES.containsKey(name));
  }

  private static String text(String name, String present, String wanted) {
    return switch (name) {
      case SCOPE -> scope(present) + ", not " + (present.isEmpty() ? scope(wanted) : named(wanted));
      case GUARDS -> guards(present) + ", not " + guards(wanted);
      case STOP_WORDS -> {
        String before = count(present);
        String after = count(wanted);
        yield name + " " + before + ", not " + (before.equals(after) ? "these " : "") + after;
      }
      default -> name + " " + present + ", not " + wanted;
    };
  }

  private static String guards(String names) {
    return names.isEmpty() ? "no guards" : "guards " + names;
  }

  private static String scope(String field) {
    return field.isEmpty() ? "no scope" : "scope " + field;
  }

  private static String named(String field) {
    return field.isEmpty() ? "no scope" : field;
  }

  /** Of a number, a hyphen and a hash. */
  private static String count(String stopWords) {
    return stopWords.replaceFirst("-.*", "");
  }
}
