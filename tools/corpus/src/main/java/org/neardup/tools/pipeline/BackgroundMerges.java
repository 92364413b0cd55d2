// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import org.apache.lucene.index.ConcurrentMergeScheduler;

/**
 * Merges as Lucene does by default. A failed merge closes its index writer, whose next call throws
 * the cause; so the merging thread throws nothing, as nobody would catch it.
 */
public final class BackgroundMerges extends ConcurrentMergeScheduler {
  @Override
  protected void handleMergeException(Throwable failure) {}
}
