// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.UpgradeIndexMergePolicy;

/**
 * A forced merge rewrites each segment that was there at first, so that all get new bands. There
 * are no others, as they might change the order of the documents, which is all that tells which of
 * two came last if something else wrote them.
 */
final class RewritingMergePolicy extends UpgradeIndexMergePolicy {
  private final Set<String> names = new HashSet<>();

  RewritingMergePolicy(MergePolicy in) {
    super(in);
  }

  /** Tells what was there at first, before anything is merged. */
  void rewrite(SegmentInfos segments) {
    for (SegmentCommitInfo segment : segments) {
      names.add(segment.info.name);
    }
  }

  @Override
  public MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos segments, MergeContext context) {
    return null;
  }

  @Override
  public MergeSpecification findForcedDeletesMerges(SegmentInfos segments, MergeContext context) {
    return null;
  }

  @Override
  public MergeSpecification findFullFlushMerges(
      MergeTrigger trigger, SegmentInfos segments, MergeContext context) {
    return null;
  }

  @Override
  protected boolean shouldUpgradeSegment(SegmentCommitInfo segment) {
    return names.contains(segment.info.name);
  }
}
