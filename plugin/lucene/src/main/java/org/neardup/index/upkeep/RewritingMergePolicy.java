// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.util.Set;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.UpgradeIndexMergePolicy;

/**
 * A forced merge rewrites the segments that it is told of, which get new bands so. There are no
 * other merges, as they might change the order of the documents, which is all that tells which of
 * two came last if something else wrote them.
 */
public final class RewritingMergePolicy extends UpgradeIndexMergePolicy {
  private volatile Set<String> names = Set.of();

  public RewritingMergePolicy(MergePolicy in) {
    super(in);
  }

  /** Tells the names of the segments that the next forced merge is to rewrite. */
  void rewrite(Set<String> segments) {
    names = Set.copyOf(segments);
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
