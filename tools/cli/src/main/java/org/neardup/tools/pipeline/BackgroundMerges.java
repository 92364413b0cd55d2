// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import org.apache.lucene.index.ConcurrentMergeScheduler;

/**
 * Merges as Lucene does by default. One that fails closes its index writer, which tells the cause
 * to whoever calls it next; so nothing is said on the thread that merges, where nobody catches it.
 */
public final class BackgroundMerges extends ConcurrentMergeScheduler {
  @Override
  protected void handleMergeException(Throwable failure) {}
}
