// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import java.util.Map;
import org.neardup.search.explain.TextDifference;

/**
 * What a page shows.
 *
 * @param subject what was looked at
 * @param settings of it, by name, as far as they are known
 * @param savings what the variants take up
 * @param tally resemblances, sizes and kinds
 * @param curve how likely bands find a pair
 * @param hosts those of most variants first; none if no address is known
 * @param groups the largest ones, to be looked at one by one
 */
record ReportFindings(
    Subject subject,
    Map<String, String> settings,
    Savings savings,
    Tally tally,
    BandCurve curve,
    List<Hosts.Host> hosts,
    List<Group> groups) {

  /**
   * What was looked at, in words.
   *
   * @param name of the index or the file
   * @param variantsAre what became of the variants, as in "10 documents are hidden behind others"
   * @param resemblance how the resemblances were found
   * @param comparison when bands decide, as in "two texts are compared"
   * @param notes what a reader must know about the numbers
   */
  record Subject(
      String name, String variantsAre, String resemblance, String comparison, List<String> notes) {}

  /**
   * What the variants take up.
   *
   * @param documents all that are known
   * @param variants of these, the ones that another stands for
   * @param textBytes of all texts in UTF-8; -1 if no texts are known
   * @param variantBytes of these, the ones of variants; -1 likewise
   */
  record Savings(long documents, long variants, long textBytes, long variantBytes) {
    boolean hasTexts() {
      return textBytes >= 0;
    }
  }

  /**
   * A document as people know it.
   *
   * @param title empty if it has none
   * @param url empty if it has none
   */
  record Name(String id, String title, String url) {}

  /**
   * A representative and its variants.
   *
   * @param documents how many, the representative included
   * @param kind what the group is, in words; empty if that is not known
   * @param variants the least similar ones, least similar first
   */
  record Group(Name representative, int documents, String kind, List<Variant> variants) {}

  /**
   * One variant beside its representative.
   *
   * @param resemblance how much they resemble each other, and how that was found, in words
   * @param difference where their texts differ; null if they are not known
   */
  record Variant(Name name, String resemblance, TextDifference difference) {}
}
