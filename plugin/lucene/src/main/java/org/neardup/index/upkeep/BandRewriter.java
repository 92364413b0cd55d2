// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.UpgradeIndexMergePolicy;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchParameters;
import org.neardup.index.groups.SegmentState;
import org.neardup.record.DocumentRecord;
import org.neardup.record.Marker;
import org.neardup.record.SegmentMark;

/**
 * The merge policy of a writer whose forced merges rewrite the segments that another writer wrote,
 * and those whose bands are missing, have other parameters, or lack visible documents. Runs no
 * other merges: they might reorder documents, and only their order tells which of two documents of
 * another writer came last.
 */
public final class BandRewriter extends UpgradeIndexMergePolicy {
  private volatile Set<String> names = Set.of(); // of segments to rewrite

  public BandRewriter(MergePolicy in) {
    super(in);
  }

  /**
   * Rewrites such segments without a commit.
   *
   * @param writer with this merge policy
   * @param parameters the expected parameters
   */
  public void rewrite(IndexWriter writer, SketchParameters parameters, Marker marker)
      throws IOException {
    names = segments(writer, parameters, marker);
    if (!names.isEmpty()) {
      writer.forceMerge(1);
    }
  }

  private static Set<String> segments(
      IndexWriter writer, SketchParameters parameters, Marker marker) throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        SegmentInfo segment = ((SegmentReader) leaf.reader()).getSegmentInfo().info;
        if (!SegmentMark.isOn(segment)
            || IndexExamination.bandProblem(leaf, parameters) != null
            || hasAppeared(leaf.reader(), marker)) {
          names.add(segment.name);
        }
      }
    }
    return names;
  }

  private static boolean hasAppeared(LeafReader leaf, Marker marker) throws IOException {
    SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    return !SegmentState.of(leaf, sketches, marker).appeared().isEmpty();
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
