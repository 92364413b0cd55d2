// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.neardup.codec.SketchField;
import org.neardup.compare.SketchSettings;
import org.neardup.search.derived.DocumentOrder;

/** A field of sketches without a mapping. */
public final class SimulatedField {
  private SimulatedField() {}

  /** Sketches of this name, which are made elsewhere. */
  public static NeardupFieldType of(String name, double threshold, DocumentOrder order)
      throws IOException {
    SketchField sketches =
        new SketchField(
            name, SketchSettings.DEFAULTS.withThreshold(threshold), new StandardAnalyzer());
    return new NeardupFieldType(sketches, null, order, Map.of());
  }
}
