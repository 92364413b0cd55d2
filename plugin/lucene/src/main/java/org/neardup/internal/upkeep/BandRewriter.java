// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.CodecReader;
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
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.groups.SegmentState;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.SegmentMark;

/**
 * The merge policy of a writer whose forced merges rewrite the segments that another writer wrote,
 * and those whose bands are missing, have other parameters, or lack visible documents; sketches get
 * the keys of the guards that are set. Runs no other merges: they might reorder documents, and only
 * their order tells which of two documents of another writer came last.
 */
public final class BandRewriter extends UpgradeIndexMergePolicy {
  private volatile Set<String> names = Set.of(); // of segments to rewrite
  private volatile GuardKeys keys; // of sketches that lack them; null: none do

  public BandRewriter(MergePolicy in) {
    super(in);
  }

  /**
   * Rewrites such segments without a commit.
   *
   * @param writer with this merge policy
   * @param sketcher makes sketches as they are expected
   * @param guards whether sketches may lack the keys of guards, and get them
   * @throws IndexSettingsException if a guard looks at what no document stores
   */
  public void rewrite(
      IndexWriter writer, CollapseConfig config, TextSketcher sketcher, boolean guards)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      names = segments(reader, sketcher.parameters());
      keys = guards ? new GuardKeys(reader, config, sketcher) : null;
    }
    if (!names.isEmpty()) {
      writer.forceMerge(1);
    }
  }

  private static Set<String> segments(DirectoryReader reader, SketchParameters parameters)
      throws IOException {
    Set<String> names = new HashSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      SegmentInfo segment = ((SegmentReader) leaf.reader()).getSegmentInfo().info;
      if (!SegmentMark.isOn(segment)
          || IndexExamination.bandProblem(leaf, parameters) != null
          || hasAppeared(leaf.reader())) {
        names.add(segment.name);
      }
    }
    return names;
  }

  private static boolean hasAppeared(LeafReader leaf) throws IOException {
    SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    return !SegmentState.of(leaf, sketches).appeared().isEmpty();
  }

  @Override
  public MergeSpecification findForcedMerges(
      SegmentInfos segments,
      int maxSegmentCount,
      Map<SegmentCommitInfo, Boolean> toMerge,
      MergeContext context)
      throws IOException {
    MergeSpecification found = super.findForcedMerges(segments, maxSegmentCount, toMerge, context);
    if (found == null || keys == null) {
      return found;
    }
    MergeSpecification guarded = new MergeSpecification();
    for (OneMerge merge : found.merges) {
      guarded.add(
          new OneMerge(merge.segments) {
            @Override
            public CodecReader wrapForMerge(CodecReader reader) throws IOException {
              CodecReader wrapped = merge.wrapForMerge(reader);
              return keys.guarded(((SegmentReader) reader).getSegmentName(), wrapped);
            }
          });
    }
    return guarded;
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
