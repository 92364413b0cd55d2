// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.console.Compared;

/**
 * What is known of a group, to find the kind of duplicates that its documents are.
 *
 * @param pages of at least two documents, the representative first
 * @param texts how many different whole texts they have
 * @param unlikeWholes how many of them have a near main text, but a whole text that is not near
 * @param mirrors what hosts are
 * @param compared what of them was compared
 */
@SuppressWarnings("ArrayRecordComponent") // read, never compared
public record Kinds(
    PageTraits[] pages,
    long texts,
    long unlikeWholes,
    MirrorRule.Hosts mirrors,
    Compared compared) {
  /** Fewer addresses may well be one page moved about. */
  private static final int LEAST_ERROR_ADDRESSES = 5;

  /**
   * What a group is.
   *
   * @param reason in words, with numbers
   */
  public record Classification(Kind kind, String reason) {}

  /** The kind of the group. */
  public Classification kind() {
    long hosts = Arrays.stream(pages).map(PageTraits::host).distinct().count();
    long addresses = distinct(PageTraits::url);
    if (areSoftErrors(hosts, addresses)) {
      return new Classification(
          Kind.SOFT_ERRORS,
          addresses + " addresses of " + pages[0].host() + " with one short text of an error page");
    } else if (hosts > 1 && MirrorRule.areMirrors(pages, mirrors)) {
      return new Classification(
          Kind.MIRRORS, hosts + " hosts that have nearly all pages in common");
    } else if (texts == 1) {
      return new Classification(
          Kind.EXACT, pages.length + " documents with the same " + compared.noun());
    }
    return ofDifferentTexts();
  }

  private boolean areSoftErrors(long hosts, long addresses) {
    return hosts == 1
        && addresses >= LEAST_ERROR_ADDRESSES
        && Arrays.stream(pages).allMatch(PageTraits::looksLikeError);
  }

  private Classification ofDifferentTexts() {
    long dates = distinct(PageTraits::date);
    if (pages[0].path() != 0 && distinct(PageTraits::path) == 1 && dates > 1) {
      return new Classification(Kind.VERSIONS, "one path, " + dates + " dates");
    } else if (pages[0].mainText() != 0 && distinct(PageTraits::mainText) == 1) {
      return new Classification(Kind.FRAMES, "the same main text in different pages");
    } else if (unlikeWholes > 0) {
      return new Classification(
          Kind.FRAMES,
          "main texts that resemble each other; the whole text of "
              + unlikeWholes
              + " is unlike that of the first");
    }
    return new Classification(Kind.NEAR, compared.nouns() + " that resemble each other");
  }

  /**
   * The same where the first contains the others: texts that would only be near are contained.
   *
   * @param areMainTexts whether main texts were compared
   */
  public Classification kindOfContained(boolean areMainTexts) {
    Classification kind = kind();
    if (kind.kind() != Kind.NEAR) {
      return kind;
    }
    long hosts = Arrays.stream(pages).map(PageTraits::host).distinct().count();
    boolean haveHosts = Arrays.stream(pages).noneMatch(page -> page.host().isEmpty());
    boolean haveMainTexts = Arrays.stream(pages).allMatch(page -> page.mainText() != 0);
    if (areMainTexts && haveMainTexts && haveHosts && hosts > 1) {
      return new Classification(
          Kind.PLAGIARISM,
          hosts + " hosts; the main text of the first contains those of the others");
    }
    return new Classification(
        Kind.CONTAINED, "the first " + compared.noun() + " contains the others");
  }

  private long distinct(ToLongFunction<PageTraits> property) {
    return Arrays.stream(pages).mapToLong(property).distinct().count();
  }
}
