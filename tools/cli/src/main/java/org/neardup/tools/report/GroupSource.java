// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.util.IOConsumer;
import org.neardup.sketch.ElementSet;
import org.neardup.tools.report.ReportFindings.Name;

/**
 * What a {@link Survey} works through: groups, and documents that are in groups or in none. Those
 * in groups have numbers. For one thread.
 */
interface GroupSource {
  /**
   * A document as it comes by.
   *
   * @param arrival documents arrived in the order of these; those with the same one, as they come
   *     by
   * @param bytes of its text in UTF-8; -1 if it is not known
   * @param isVariant whether another document stands for it
   * @param isCopy whether that one has the same text
   * @param sketch null if its text is empty or not known
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Listed(
      Name name, long arrival, long bytes, boolean isVariant, boolean isCopy, byte[] sketch) {}

  /**
   * A document in a group.
   *
   * @param text null if it is not known
   */
  record Known(Name name, String text) {}

  /** Passes on all groups, each time in the same order. */
  void forEachGroup(IOConsumer<Grouped> action) throws IOException;

  /** Passes on all documents, once, when all groups have been passed on. */
  void forEachDocument(IOConsumer<Listed> action) throws IOException, InterruptedException;

  /** A document in a group; this and what follows, after all documents. */
  Known known(int doc) throws IOException;

  /** The elements that bands are tried with; null if they are not known, or bands do not decide. */
  ElementSet elements(int doc) throws IOException;

  /** How much two resemble each other, and how that was found, in words. */
  String resemblance(int representative, Grouped.Near variant) throws IOException;

  /** What was looked at. */
  ReportFindings.Subject subject();

  /**
   * A representative and its variants, by the numbers of a {@link GroupSource}.
   *
   * @param number of the group, unique
   * @param kind what the group is, in words; empty if that is not known
   * @param reason why it is that
   * @param copies variants with the text of the representative
   * @param near the other variants, the least similar first
   */
  record Grouped(
      long number,
      int representative,
      String kind,
      String reason,
      List<Integer> copies,
      List<Near> near) {

    /**
     * A variant with another text than its representative's.
     *
     * @param resemblance to the representative, 0 to 1
     * @param note what else is known of it; null if nothing is
     */
    record Near(int doc, double resemblance, String note) {
      static final Comparator<Near> LEAST_SIMILAR_FIRST =
          Comparator.comparingDouble(Near::resemblance);
    }

    /** What it is and why; empty if that is not known. */
    String about() {
      return kind.isEmpty() ? "" : kind + ": " + reason;
    }

    /** All of them, copies first. */
    List<Integer> variants() {
      return Stream.concat(copies.stream(), near.stream().map(Near::doc)).toList();
    }

    /** How many documents it has. */
    int documents() {
      return 1 + copies.size() + near.size();
    }
  }
}
