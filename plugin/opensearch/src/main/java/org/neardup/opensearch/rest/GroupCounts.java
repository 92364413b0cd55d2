// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import org.neardup.opensearch.groups.FieldStatistics;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Figures of groups that can be added up.
 *
 * @param millis of the longest derivation
 * @param bytes of memory
 */
record GroupCounts(long documents, long sketched, long hidden, long groups, long millis, long bytes)
    implements ToXContentFragment {
  static final GroupCounts NONE = new GroupCounts(0, 0, 0, 0, 0, 0);

  static GroupCounts of(FieldStatistics field) {
    return new GroupCounts(
        field.documents(),
        field.sketched(),
        field.hidden(),
        field.groups(),
        field.millis(),
        field.bytes());
  }

  /** With those of other documents. */
  GroupCounts plus(GroupCounts other) {
    return plus(other, documents + other.documents);
  }

  /** With those of another field of the same documents. */
  GroupCounts plusField(GroupCounts other) {
    return plus(other, Math.max(documents, other.documents));
  }

  private GroupCounts plus(GroupCounts other, long ofBoth) {
    return new GroupCounts(
        ofBoth,
        sketched + other.sketched,
        hidden + other.hidden,
        groups + other.groups,
        Math.max(millis, other.millis),
        bytes + other.bytes);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    to.field("documents", documents);
    to.field("sketched", sketched);
    to.field("hidden", hidden);
    to.field("groups", groups);
    to.field("derivation_in_millis", millis);
    return to.field("memory_in_bytes", bytes);
  }
}
