// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.console.Compared;
import org.neardup.tools.difference.ChangeKind;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.GuardEffects;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.page.Pages;
import org.neardup.tools.report.BandTrials.BandCurve;

/**
 * What a page shows.
 *
 * @param subject what was looked at
 * @param savings what the variants take up
 * @param tally resemblances, sizes, kinds and hosts
 * @param whatIf hidden documents by threshold; none if there are no sketches
 * @param timeline documents by date; none if no date is known
 * @param undated documents without a date
 * @param curve how likely bands find a pair
 * @param first the groups to look at first
 * @param guards what they would do; null if no texts are known
 * @param groups the largest ones, to be looked at one by one
 */
record ReportFindings(
    Subject subject,
    Savings savings,
    Tally tally,
    List<ThresholdSweep.Point> whatIf,
    List<Tally.Bar> timeline,
    long undated,
    BandCurve curve,
    First first,
    GuardEffects guards,
    List<Group> groups) {

  /**
   * What was looked at, in words.
   *
   * @param name of the index or the file
   * @param settings of it, by name, as far as they are known
   * @param compared what its documents are compared by
   * @param variantsAre what became of the variants, as in "10 documents are hidden behind others"
   * @param resemblance how the resemblances were found
   * @param comparison when bands decide, as in "two texts are compared"
   * @param notes what a reader must know about the numbers
   */
  record Subject(
      String name,
      Map<String, String> settings,
      Compared compared,
      String variantsAre,
      String resemblance,
      String comparison,
      List<String> notes) {}

  /**
   * What the variants take up.
   *
   * @param documents all that are known
   * @param variants of these, the ones that another stands for
   * @param copies of these, the ones with the text of that other
   * @param textBytes of all texts in UTF-8; -1 if no texts are known
   * @param variantBytes of these, the ones of variants; -1 likewise
   * @param copyBytes of these, the ones of copies; -1 likewise
   */
  record Savings(
      long documents,
      long variants,
      long copies,
      long textBytes,
      long variantBytes,
      long copyBytes) {
    boolean hasTexts() {
      return textBytes >= 0;
    }
  }

  /**
   * The groups to look at first.
   *
   * @param compared variants that were compared with their representative, word by word
   * @param byKind in how many groups a variant differs in nothing but some kinds of words
   * @param total in how many groups a variant is to be looked at
   * @param groups the most telling ones
   */
  record First(long compared, Map<ChangeKind, Integer> byKind, int total, List<Group> groups) {}

  /**
   * A document as people know it.
   *
   * @param title empty if it has none
   * @param url empty if it has none
   * @param date empty if it has none
   */
  record Name(String id, String title, String url, String date) {

    /** What to call it in few words. */
    String shown() {
      return title.isBlank() ? id : title;
    }

    /** Of the document itself: its id, if no other is known. */
    String address() {
      return url.isEmpty() ? id : url;
    }

    /** Its id, and its date if it has one. */
    String label() {
      return date.isEmpty() ? id : id + " · " + date;
    }
  }

  /**
   * A representative and its variants.
   *
   * @param beginning of the representative's text; empty if it is not known
   * @param documents how many, the representative included
   * @param kind what the group is, in words; empty if that is not known
   * @param copies how many variants have the text of the representative
   * @param copyNames some of these
   * @param least the least resemblance of the other variants; NaN if there are none
   * @param most the greatest
   * @param dates of all documents that are shown, as a range; empty if none has one
   * @param variants some of the others
   * @param others how many there are of these besides
   */
  record Group(
      Name representative,
      String beginning,
      int documents,
      String kind,
      int copies,
      List<Name> copyNames,
      double least,
      double most,
      String dates,
      List<Variant> variants,
      int others) {

    /**
     * What a reader sees of it while it is closed.
     *
     * @param isFirst whether it is among those to look at first
     */
    String about(boolean isFirst, Compared compared) {
      StringJoiner about = new StringJoiner(" · ");
      if (isFirst && !variants.isEmpty()) {
        about.add(variants.getFirst().sort());
      }
      about.add(Numbers.count(documents, "document"));
      if (copies > 0) {
        String same = "same " + compared.noun();
        about.add(copies == documents - 1 ? same : copies + " with the " + same);
      }
      if (least <= most) {
        String range = Numbers.decimal(least);
        about.add(
            "resemblance " + (least == most ? range : range + " to " + Numbers.decimal(most)));
      }
      if (!dates.isEmpty()) {
        about.add(dates);
      }
      if (!kind.isEmpty()) {
        about.add(kind);
      }
      return about.toString();
    }
  }

  /**
   * Variants that differ from their representative in the same way.
   *
   * @param name of the first
   * @param resemblance of the first to the representative, and how that was found, in words
   * @param kinds of words in which it differs; none if only case and punctuation do
   * @param words how many of these differ
   * @param textWords words of its text; 0 if it is not known
   * @param changes some of them, the most telling first
   * @param passages where the texts differ; null if they are not known
   * @param complete whether the passages reach the end of the texts
   * @param same the others
   */
  record Variant(
      Name name,
      String resemblance,
      List<ChangeKind> kinds,
      int words,
      int textWords,
      List<Change> changes,
      List<Shown> passages,
      boolean complete,
      List<Name> same) {

    /** The same with the names of another. */
    Variant and(Variant other) {
      List<Name> names = Stream.concat(same.stream(), Stream.of(other.name)).toList();
      return new Variant(
          name, resemblance, kinds, words, textWords, changes, passages, complete, names);
    }

    /** In how many places it differs. */
    int places() {
      return passages.stream().mapToInt(shown -> 1 + shown.more()).sum();
    }

    /** In what it differs, in few words. */
    String sort() {
      if (kinds.contains(ChangeKind.WORDS)) {
        return Numbers.count(words) + " of " + Numbers.count(textWords, "word") + " differ";
      }
      return kinds.stream()
          .map(ChangeKind::label)
          .collect(Collectors.joining(" and ", "only ", " differ"));
    }
  }

  /**
   * A place in which two texts differ.
   *
   * @param more how many others have the same change
   */
  record Shown(Passage passage, int more) {}

  /**
   * The page as its template needs it. It loads nothing, and runs nothing: the browser is told to
   * refuse both.
   *
   * @param dateField the field with the dates of documents
   * @param commandLine that asked for it
   * @param made when
   */
  record Page(ReportFindings found, String dateField, String commandLine, Instant made) {
    static final String POLICY =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    static final int MAX_HOSTS = 100;

    /** The style of all pages, and of this one. */
    static String style() {
      return Pages.style() + Pages.resource(Page.class, "report.css");
    }
  }
}
