// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Takes a shingling out of the arguments of an analysis factory; any that remain are unknown. */
final class ShinglingArguments {
  private final Map<String, String> args;

  private ShinglingArguments(Map<String, String> args) {
    this.args = args;
  }

  static Shingling take(Map<String, String> args, Shingling defaults) {
    Shingling taken = new ShinglingArguments(args).over(defaults);
    if (!args.isEmpty()) {
      throw new IllegalArgumentException("Unknown parameters: " + args);
    }
    return taken;
  }

  private Shingling over(Shingling defaults) {
    return new Shingling(
        defaults.unit(),
        take("shingleSize", Integer::valueOf, defaults.size(), "a whole number"),
        take("step", Integer::valueOf, defaults.step(), "a whole number"),
        takeEnum("tail", Shingling.Tail.class, defaults.tail()),
        takeEnum("gaps", Shingling.Gaps.class, defaults.gaps()),
        take("occurrences", ShinglingArguments::bool, defaults.occurrences(), "true or false"),
        take("modulo", Integer::valueOf, defaults.modulo(), "a whole number"),
        take("seed", ShinglingArguments::seed, defaults.seed(), "a 64-bit number"));
  }

  private <T> T take(String name, Function<String, T> read, T absent, String wanted) {
    String value = args.remove(name);
    try {
      return value == null ? absent : read.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " must be " + wanted + ", got " + value, e);
    }
  }

  private <E extends Enum<E>> E takeEnum(String name, Class<E> type, E absent) {
    return take(
        name,
        value -> Enum.valueOf(type, value.toUpperCase(Locale.ROOT)),
        absent,
        "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT));
  }

  /**
   * Any 64 bits after 0x, as seeds are written; otherwise a decimal number, even if it begins with
   * 0.
   */
  private static Long seed(String value) {
    return value.startsWith("0x") || value.startsWith("0X")
        ? Long.parseUnsignedLong(value.substring(2), 16)
        : Long.parseLong(value);
  }

  private static Boolean bool(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(value);
    };
  }
}
