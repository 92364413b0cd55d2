// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.neardup.index.CollapseListener;
import org.neardup.index.Outcome;
import org.neardup.tools.index.RunCounts.Event;

/**
 * What becomes of the documents of a run. The index may write a document long after it was decided
 * on, and may refuse it then: it is counted when that is over. For any thread.
 */
final class RunEvents implements CollapseListener {
  private final AtomicReference<RunCounts> counts =
      new AtomicReference<>(new RunCounts(0, 0, 0, 0));

  /** By id, what comes of the latest document that is decided on, unless it is refused. */
  private final Map<String, Event.Accepted> decided = new ConcurrentHashMap<>();

  /** The counts so far. */
  RunCounts counts() {
    return counts.get();
  }

  void add(Event event) {
    counts.updateAndGet(before -> before.after(event));
  }

  /** Notes that a document is decided on, before it is written. */
  void decided(String id, Event.Accepted accepted) {
    decided.put(id, accepted);
  }

  @Override
  public void arrived(String id, Outcome outcome) {
    add(decided.remove(id));
  }
}
