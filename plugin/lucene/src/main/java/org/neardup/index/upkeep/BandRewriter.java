// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchParameters;
import org.neardup.index.CollapseConfig;
import org.neardup.index.groups.SegmentState;
import org.neardup.record.DocumentRecord;
import org.neardup.record.SegmentMark;

/**
 * Rewrites segments that another writer wrote, and those whose bands are missing, have other
 * parameters, or lack visible documents.
 *
 * @param writer a writer with that merge policy
 * @param parameters the expected parameters
 */
public record BandRewriter(
    IndexWriter writer,
    RewritingMergePolicy mergePolicy,
    CollapseConfig config,
    SketchParameters parameters) {

  /** Rewrites such segments without a commit. */
  public void rewrite() throws IOException {
    Set<String> segments = segments();
    if (!segments.isEmpty()) {
      mergePolicy.rewrite(segments);
      writer.forceMerge(1);
    }
  }

  private Set<String> segments() throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        SegmentInfo segment = ((SegmentReader) leaf.reader()).getSegmentInfo().info;
        if (!SegmentMark.isOn(segment)
            || IndexExamination.bandProblem(leaf, parameters) != null
            || hasAppeared(leaf.reader())) {
          names.add(segment.name);
        }
      }
    }
    return names;
  }

  private boolean hasAppeared(LeafReader leaf) throws IOException {
    SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    return !SegmentState.of(leaf, sketches, config.variants().marker()).appeared().isEmpty();
  }
}
