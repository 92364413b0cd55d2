// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.neardup.sketch.SketchFormat;

/**
 * The documents that are in a group now, by preference. It outlives the view that it was read from,
 * so that a group whose representatives go one after the other is read once.
 */
final class Group {
  /** Where there are not more documents, each is compared. */
  private static final int SMALL = 8;

  private final EntryComparer comparer;
  private final SketchFormat format;
  private final Comparator<RankedDocument> preference;
  private final TreeSet<RankedDocument> ranked; // all members
  private GroupDistances spread; // null: nobody asked yet

  /** Without documents; prefers the greater ones. */
  Group(Comparator<RankedDocument> preference, EntryComparer comparer, SketchFormat format) {
    this.preference = preference;
    this.comparer = comparer;
    this.format = format;
    ranked = new TreeSet<>(preference);
  }

  int size() {
    return ranked.size();
  }

  void add(RankedDocument profile) {
    Member member = Member.of(profile);
    if (ranked.add(member) && spread != null) {
      spread.add(member);
    }
  }

  void remove(RankedDocument profile) {
    RankedDocument same = ranked.floor(profile);
    if (same instanceof Member member && preference.compare(member, profile) == 0) {
      ranked.remove(member);
      if (spread != null) {
        spread.remove(member);
      }
    }
  }

  /** The preferred document, or null if there is none. */
  Member best() {
    return ranked.isEmpty() ? null : (Member) ranked.last();
  }

  /** All documents, the preferred last. */
  List<Member> all() {
    return ranked.stream().map(Member.class::cast).toList();
  }

  /**
   * The documents that may be no near-duplicates of the new representative; most often none.
   *
   * @param texts reads those of documents in the group, and of the representative
   */
  List<Member> unsure(LiveDocument representative, GroupDistances.Texts texts) throws IOException {
    if (size() <= SMALL) {
      return all();
    }
    if (spread == null || spread.isOutdated()) {
      spread = new GroupDistances(this::all, comparer, format);
    }
    return spread.unsure(representative, texts);
  }
}
