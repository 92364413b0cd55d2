// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

/** Argument checks whose messages give name, constraint and value. */
public final class Checks {
  private Checks() {}

  public static int between(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", got " + value);
    }
    return value;
  }

  public static double between(String name, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", got " + value);
    }
    return value;
  }

  public static void elements(long[] elements, int count) {
    if (count < 1 || count > elements.length) {
      throw new IllegalArgumentException(
          "count must be between 1 and the " + elements.length + " elements given, got " + count);
    }
  }

  public static void slots(long[] slots, int expected) {
    if (slots.length != expected) {
      throw new IllegalArgumentException(
          "the slot array must have " + expected + " entries, got " + slots.length);
    }
  }

  public static void same(String name, Object ours, Object theirs) {
    if (!ours.equals(theirs)) {
      throw new IllegalArgumentException(
          "only sketches of one format can be compared; "
              + name
              + " is "
              + ours
              + " and "
              + theirs);
    }
  }

  /** The message names the ids, never the seeds. */
  public static void sameSeed(long ours, long theirs) {
    if (ours != theirs) {
      sameSeedId(SketchFormat.seedId(ours), SketchFormat.seedId(theirs));
    }
  }

  public static void sameSeedId(long ours, long theirs) {
    same("seedId", Long.toHexString(ours), Long.toHexString(theirs));
  }
}
