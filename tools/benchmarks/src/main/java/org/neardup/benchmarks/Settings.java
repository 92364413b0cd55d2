// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the command line says, and where it says nothing, the usage.
 *
 * @param arguments those before the settings
 * @param values of settings, by name; empty if there is neither a default
 */
record Settings(List<String> arguments, Map<String, String> values) {
  /**
   * Parses a command line.
   *
   * @param usage such as {@code FILE [INDEX] threads=1 folder=}: arguments, of which those in
   *     brackets may be left out and one with dots be repeated, then settings with their defaults
   * @throws IllegalArgumentException if arguments are missing or too many, or a setting is unknown
   */
  static Settings parse(String usage, List<String> words) {
    List<String> declared = before(List.of(usage.split(" ", -1)));
    List<String> arguments = before(words);
    long least = declared.stream().filter(each -> !each.startsWith("[")).count();
    boolean repeats = declared.stream().anyMatch(each -> each.endsWith("..."));
    if (arguments.size() < least || (!repeats && arguments.size() > declared.size())) {
      throw new IllegalArgumentException(
          "arguments must be " + declared + ", then name=value, got " + words);
    }
    Map<String, String> values = new LinkedHashMap<>();
    Stream.of(usage.split(" ", -1)).skip(declared.size()).forEach(each -> put(values, each));
    List<String> known = List.copyOf(values.keySet());
    for (String word : words.subList(arguments.size(), words.size())) {
      if (!known.contains(word.split("=", 2)[0]) || !word.contains("=")) {
        throw new IllegalArgumentException(
            "settings must be name=value with one of " + known + ", got " + word);
      }
      put(values, word);
    }
    return new Settings(arguments, values);
  }

  private static List<String> before(List<String> words) {
    return words.stream().takeWhile(word -> !word.contains("=")).toList();
  }

  private static void put(Map<String, String> values, String setting) {
    String[] parts = setting.split("=", 2);
    values.put(parts[0], parts[1]);
  }

  /** An argument, which is empty if it is left out. */
  String argument(int position) {
    return position < arguments.size() ? arguments.get(position) : "";
  }

  /** The file that the first argument names. */
  Path file() {
    return Path.of(argument(0));
  }

  boolean has(String name) {
    return !text(name).isEmpty();
  }

  String text(String name) {
    return values.get(name);
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  double share(String name) {
    return Double.parseDouble(text(name));
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }

  /** Values that commas part. */
  List<String> list(String name) {
    return List.of(text(name).split(",", -1));
  }
}
