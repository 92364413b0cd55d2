// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.commons.io.function.IOBiFunction;
import org.apache.lucene.util.IOUtils;
import org.neardup.tools.index.NeardupIndex;

/**
 * What is computed once for a commit of an index, by a key. The first thread that asks computes it,
 * however long that takes; others that ask for the same wait. The values last asked for are kept
 * until the index has a new commit; one that could not be computed is not. For any number of
 * threads.
 */
final class PerCommit<K, V> {
  private final IOBiFunction<NeardupIndex, K, V> computation;
  private final Map<K, FutureTask<V>> kept;
  private Object commit;

  /**
   * Keeps nothing yet.
   *
   * @param most how many values to keep, at least 1
   */
  PerCommit(int most, IOBiFunction<NeardupIndex, K, V> computation) {
    this.computation = computation;
    kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, FutureTask<V>> eldest) {
            return size() > most;
          }
        };
  }

  /** The value of a key, of the commit that an index is open at. */
  V of(NeardupIndex index, K key) throws IOException {
    FutureTask<V> value = task(index, key);
    value.run(); // unless another thread does, or did
    try {
      return value.get();
    } catch (ExecutionException e) {
      forget(key, value);
      throw IOUtils.rethrowAlways(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server is being stopped", e);
    }
  }

  /** The value of a key, if it is known by now; else null. Computes nothing. */
  synchronized V ifComputed(NeardupIndex index, K key) {
    FutureTask<V> value = commit(index).equals(commit) ? kept.get(key) : null;
    boolean isThere = value != null && value.state() == Future.State.SUCCESS;
    return isThere ? value.resultNow() : null;
  }

  private static Object commit(NeardupIndex index) {
    return index.all().getReaderCacheHelper().getKey();
  }

  private synchronized FutureTask<V> task(NeardupIndex index, K key) {
    Object latest = commit(index);
    if (!latest.equals(commit)) {
      kept.clear();
      commit = latest;
    }
    return kept.computeIfAbsent(
        key, absent -> new FutureTask<>(() -> computation.apply(index.within(null), key)));
  }

  private synchronized void forget(K key, FutureTask<V> failed) {
    kept.remove(key, failed);
  }
}
