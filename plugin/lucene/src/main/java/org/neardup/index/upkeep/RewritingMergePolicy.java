// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.util.Set;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.UpgradeIndexMergePolicy;

/**
 * Makes a forced merge rewrite chosen segments, which builds new bands. Runs no other merges: they
 * might reorder documents, and only their order tells which of two documents of another writer came
 * last.
 */
public final class RewritingMergePolicy extends UpgradeIndexMergePolicy {
  private volatile Set<String> names = Set.of();

  public RewritingMergePolicy(MergePolicy in) {
    super(in);
  }

  /** Sets the names of the segments that the next forced merge rewrites. */
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
