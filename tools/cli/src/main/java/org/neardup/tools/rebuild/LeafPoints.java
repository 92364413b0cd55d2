// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PointValues;

/**
 * The points of one field of a segment by document, read in windows of documents: an index of
 * points leads from values to documents, so that each window is a pass over all. For documents in
 * ascending order, one thread.
 */
final class LeafPoints implements PointValues.IntersectVisitor {
  private static final int WINDOW = 1 << 17;

  private final PointValues points;
  private final Map<Integer, List<byte[]>> window = new HashMap<>();
  private int windowStart;
  private int windowEnd;

  LeafPoints(LeafReader leaf, String field) throws IOException {
    points = leaf.getPointValues(field);
  }

  /** The packed values of a document; none if it has none. */
  List<byte[]> of(int doc) throws IOException {
    if (points == null) {
      return List.of();
    }
    if (doc >= windowEnd) {
      window.clear();
      windowStart = doc;
      windowEnd = (int) Math.min(Integer.MAX_VALUE, (long) doc + WINDOW);
      points.intersect(this);
    }
    return window.getOrDefault(doc, List.of());
  }

  @Override
  public void visit(int doc) {
    throw new IllegalStateException("values of document " + doc + " were not asked for");
  }

  /** Takes the values of the documents in the window. */
  @Override
  public void visit(int doc, byte[] packedValue) {
    if (doc >= windowStart && doc < windowEnd) {
      window.computeIfAbsent(doc, key -> new ArrayList<>(1)).add(packedValue.clone());
    }
  }

  @Override
  public PointValues.Relation compare(byte[] min, byte[] max) {
    return PointValues.Relation.CELL_CROSSES_QUERY; // so that each value is shown
  }
}
