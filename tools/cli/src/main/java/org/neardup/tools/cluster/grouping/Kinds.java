// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.ToLongFunction;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PageTraits;

/** Finds the kind of duplicates that the documents of a group are. For one thread. */
public final class Kinds {
  /** Fewer addresses may well be one page moved about. */
  private static final int LEAST_ERROR_ADDRESSES = 5;

  private final ClusterConfig config;
  private final Documents documents;
  private final Documents.Reader reader;
  private final Mirrors mirrors;

  /** Kinds of groups by the relation and content of a config. */
  public Kinds(ClusterConfig config, Documents documents, Mirrors mirrors) {
    this.config = config;
    this.documents = documents;
    this.reader = documents.reader();
    this.mirrors = mirrors;
  }

  /**
   * The kind of a group.
   *
   * @param group at least two documents, the representative first
   * @param unlikeWholes how many of them have a near main text, but a whole text that is not near
   */
  public Classification of(int[] group, long unlikeWholes) throws IOException {
    PageTraits[] pages = new PageTraits[group.length];
    for (int i = 0; i < group.length; i++) {
      pages[i] = reader.page(group[i]);
    }
    long hosts = Arrays.stream(pages).map(PageTraits::host).distinct().count();
    long addresses = distinct(pages, PageTraits::url);
    if (areSoftErrors(pages, hosts, addresses)) {
      return new Classification(
          Kind.SOFT_ERRORS,
          addresses + " addresses of " + pages[0].host() + " with one short text of an error page");
    } else if (hosts > 1 && mirrors.areMirrors(pages)) {
      return new Classification(
          Kind.MIRRORS, hosts + " hosts that have nearly all pages in common");
    } else if (distinct(group, documents::whole) == 1) {
      return new Classification(Kind.EXACT, group.length + " documents with the same text");
    }
    return ofDifferentTexts(pages, hosts, unlikeWholes);
  }

  private static boolean areSoftErrors(PageTraits[] pages, long hosts, long addresses) {
    return hosts == 1
        && addresses >= LEAST_ERROR_ADDRESSES
        && Arrays.stream(pages).allMatch(PageTraits::looksLikeError);
  }

  private Classification ofDifferentTexts(PageTraits[] pages, long hosts, long unlikeWholes) {
    long dates = distinct(pages, PageTraits::date);
    if (pages[0].path() != 0 && distinct(pages, PageTraits::path) == 1 && dates > 1) {
      return new Classification(Kind.VERSIONS, "one path, " + dates + " dates");
    } else if (pages[0].mainText() != 0 && distinct(pages, PageTraits::mainText) == 1) {
      return new Classification(Kind.FRAMES, "the same main text in different pages");
    } else if (unlikeWholes > 0) {
      return new Classification(
          Kind.FRAMES,
          "main texts that resemble each other; the whole text of "
              + unlikeWholes
              + " is unlike that of the first");
    }
    if (config.relation() == Relation.CONTAINMENT) {
      return ofContained(pages, hosts);
    }
    return new Classification(Kind.NEAR, "texts that resemble each other");
  }

  /** That they have the same main text was asked before. */
  private Classification ofContained(PageTraits[] pages, long hosts) {
    boolean areMainTexts =
        config.content() == Content.MAIN
            && Arrays.stream(pages).allMatch(page -> page.mainText() != 0);
    boolean haveHosts = Arrays.stream(pages).noneMatch(page -> page.host().isEmpty());
    if (areMainTexts && haveHosts && hosts > 1) {
      return new Classification(
          Kind.PLAGIARISM,
          hosts + " hosts; the main text of the first contains those of the others");
    }
    return new Classification(Kind.CONTAINED, "the first text contains the others");
  }

  private static long distinct(PageTraits[] pages, ToLongFunction<PageTraits> property) {
    return Arrays.stream(pages).mapToLong(property).distinct().count();
  }

  private static long distinct(int[] group, IntUnaryOperator property) {
    return Arrays.stream(group).map(property).distinct().count();
  }
}
