// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

/** What documents are compared by, in words for people. */
public enum Compared {
  /** Their texts, which are made of words. */
  TEXTS("text", "word"),
  /** Sets or bags, which are made of values. */
  SETS("set", "value");

  private final String noun;
  private final String part;

  Compared(String noun, String part) {
    this.noun = noun;
    this.part = part;
  }

  /** By values, or else by texts. */
  public static Compared by(boolean values) {
    return values ? SETS : TEXTS;
  }

  /** One of them: {@code text} or {@code set}. */
  public String noun() {
    return noun;
  }

  /** Several of them. */
  public String nouns() {
    return noun + "s";
  }

  /** What they are made of: {@code words} or {@code values}. */
  public String parts() {
    return part + "s";
  }
}
