// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import org.neardup.compare.Resemblance;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.Bands;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PairResemblance.Basis;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.SlotSketches;
import org.neardup.tools.console.Json;

/** What texts are compared by, made by each task from a {@link ClusterConfig}. For one thread. */
record PairComparison(ClusterConfig config, SlotSketches sketches, PairRule rule, Bands bands) {
  static final String SAME_TEXT = Json.lower(Basis.SAME_TEXT);
  static final String EXACT = Json.lower(Basis.EXACT);
  static final String ESTIMATE = Json.lower(Basis.ESTIMATE);

  static PairComparison by(ClusterConfig config) {
    SlotSketches sketches = SlotSketches.of(config);
    return new PairComparison(config, sketches, new PairRule(config, sketches), config.bands());
  }

  /** Made by each task for itself, as a comparison cannot be sent and is for one thread. */
  static final class PerTask implements Serializable {
    private final ClusterConfig config;
    private transient PairComparison made;
    private transient ClusterDocumentFactory documents;

    PerTask(ClusterConfig config) {
      this.config = config;
    }

    PairComparison get() {
      if (made == null) {
        made = by(config);
      }
      return made;
    }

    ClusterDocumentFactory documents() {
      if (documents == null) {
        SlotSketches sketches = get().sketches();
        documents = ClusterDocumentFactory.of(config, sketches, Analyzers.named(config.analyzer()));
      }
      return documents;
    }
  }

  private SlotPacking packing() {
    return sketches.packing();
  }

  /** The band keys of a sketch. */
  long[] keys(byte[] sketch) {
    long[] keys = new long[bands.bands()];
    bands.keys(packing(), sketch, 0, keys);
    return keys;
  }

  /** Which band of a sketch has a key. */
  int band(byte[] sketch, long key) {
    return LongArrayList.from(keys(sketch)).indexOf(key);
  }

  /** The next band that two sketches share; -1 if there is none. */
  int nextShared(byte[] a, byte[] b, int from) {
    return packing().nextAgreeingRun(a, 0, b, 0, bands.rows(), from, bands.bands());
  }

  boolean mayPass(double estimate) {
    return rule.mayPass(estimate, packing());
  }

  /** Whether an estimate leaves it to the elements. */
  boolean isInDoubt(double estimate) {
    return rule.needsElements(estimate, packing());
  }

  /** What is written of a resemblance. */
  Resemblance shown(double resemblance, String basis) {
    return basis.equals(ESTIMATE)
        ? Resemblance.estimated(resemblance, packing())
        : Resemblance.counted(resemblance);
  }
}
