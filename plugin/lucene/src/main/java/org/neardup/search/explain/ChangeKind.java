// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

/** What differs in a place of two texts; what matters most to a reader first. */
public enum ChangeKind {
  /** A word that denies, as in "may" and "may not", "lawful" and "unlawful". */
  NEGATION("negations"),
  /** Names and identifiers, as in "FloatSorter" and "DoubleSorter". */
  NAME("names"),
  /** Numbers, as in "1.5 billion" and "2.5 billion". */
  NUMBER("numbers"),
  /** Parts of dates and times, as in "3 March 2021" and "14 May 2021". */
  DATE("dates"),
  /** Any other words. */
  WORDS("words"),
  /** Case and punctuation only. */
  FORM("form");

  private final String label;

  ChangeKind(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
