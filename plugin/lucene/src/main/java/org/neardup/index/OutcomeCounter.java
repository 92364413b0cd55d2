// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.concurrent.atomic.LongAdder;
import org.neardup.index.WriterStatistics.OutcomeCounts;

/** Counts outcomes. Thread-safe. */
final class OutcomeCounter {
  private final LongAdder visible = new LongAdder();
  private final LongAdder hidden = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder reported = new LongAdder();
  private final LongAdder tookOver = new LongAdder();
  private final LongAdder replaced = new LongAdder();

  void count(Outcome outcome) {
    LongAdder counter =
        switch (outcome) {
          case Outcome.Visible v -> visible;
          case Outcome.Hidden h -> hidden;
          case Outcome.Dropped d -> dropped;
          case Outcome.Reported r -> reported;
          case Outcome.TookOver t -> tookOver;
        };
    counter.increment();
    if (outcome.replaced()) {
      replaced.increment();
    }
  }

  OutcomeCounts counts() {
    return new OutcomeCounts(
        visible.sum(), hidden.sum(), dropped.sum(), reported.sum(), tookOver.sum(), replaced.sum());
  }
}
