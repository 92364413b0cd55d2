// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.neardup.tools.page.Numbers;

/**
 * A line that {@code neardup cluster} wrote. Component names are the keys of the JSON.
 *
 * @param documents how many, the representative included
 */
record ClusterLine(
    @JsonProperty(required = true) String representative,
    @JsonProperty(required = true) int documents,
    @JsonProperty(required = true) String kind,
    @JsonProperty(required = true) String reason,
    @JsonProperty(required = true) List<Member> members) {
  private static final String SAME_TEXT = "same_text";

  /**
   * A document besides the representative.
   *
   * @param wholeResemblance of whole texts; null, as {@code wholeBy}, if these were clustered
   */
  record Member(
      @JsonProperty(required = true) String id,
      @JsonProperty(required = true) double resemblance,
      @JsonProperty(required = true) String by,
      Double wholeResemblance,
      String wholeBy) {
    Member {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(by, "by");
      requireShare(resemblance);
      if (wholeResemblance != null) {
        requireShare(wholeResemblance);
        Objects.requireNonNull(wholeBy, "wholeBy");
      }
    }

    /** Whether it has the text of the representative, the whole of it as far as that is known. */
    boolean hasSameText() {
      return SAME_TEXT.equals(by) && (wholeBy == null || SAME_TEXT.equals(wholeBy));
    }

    /** How much it resembles the representative, and how that was found, in words. */
    String note() {
      String main = share(resemblance, by);
      String whole = wholeResemblance == null ? "" : share(wholeResemblance, wholeBy);
      return whole.isEmpty() ? main : main + " of main texts; " + whole + " of whole texts";
    }

    private static String share(double resemblance, String by) {
      return Numbers.decimal(resemblance) + " by " + words(by);
    }

    private static void requireShare(double resemblance) {
      if (!(resemblance >= 0 && resemblance <= 1)) {
        throw new IllegalArgumentException(
            "resemblance must be between 0 and 1, got " + resemblance);
      }
    }
  }

  ClusterLine {
    Objects.requireNonNull(representative, "representative");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
    if (members.isEmpty() || documents != members.size() + 1) {
      throw new IllegalArgumentException(
          "documents must be 1 + members, got " + documents + " and " + members.size());
    }
  }

  /** What a key says. */
  static String words(String key) {
    return key.replace('_', ' ');
  }
}
