// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings of a benchmark, as {@code name=value} on the command line; unknown ones are refused. */
record Settings(Map<String, String> values) {
  /** Those after the first so many arguments. */
  static Settings parse(String[] args, int from, String... known) {
    Map<String, String> values = new HashMap<>();
    for (int i = from; i < args.length; i++) {
      String[] parts = args[i].split("=", 2);
      if (parts.length != 2 || !List.of(known).contains(parts[0])) {
        throw new IllegalArgumentException(
            "settings must be name=value with one of " + List.of(known) + ", got " + args[i]);
      }
      values.put(parts[0], parts[1]);
    }
    return new Settings(values);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    return has(name) ? Integer.parseInt(values.get(name)) : otherwise;
  }
}
