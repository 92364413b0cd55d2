// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lease.Releasables;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.BigArrays;
import org.opensearch.common.util.PageCacheRecycler;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreaker.Durability;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.util.BigArray;
import org.opensearch.core.common.util.ByteArray;

/**
 * The memory of a node for comparing hits: counted by our circuit breaker, in pages that are used
 * again, so that counts one after another leave nothing to collect.
 */
public final class SketchMemory {
  private static final Cleaner CLEANER = Cleaner.create();

  private final BigArrays arrays;
  private final Supplier<CircuitBreaker> breaker;

  /** None is taken yet; the settings are those of the node. */
  public SketchMemory(Settings settings, Supplier<CircuitBreaker> breaker) {
    this.breaker = breaker;
    arrays = new BigArrays(new PageCacheRecycler(settings), null, null);
  }

  /**
   * Takes memory.
   *
   * @throws CircuitBreakingException if there is none
   */
  public Taken take(long bytes) {
    Taken taken = new Taken(new Held(arrays, breaker.get()));
    taken.more(bytes);
    return taken;
  }

  /**
   * Takes memory that can be done without: a quarter of all is left to those who cannot.
   *
   * @throws CircuitBreakingException if there is none
   */
  public Taken takeSpare(long bytes) {
    CircuitBreaker counting = breaker.get();
    if (counting.getUsed() + bytes > counting.getLimit() / 4 * 3) {
      throw new CircuitBreakingException(
          "[neardup] has no [" + bytes + "] bytes to spare", Durability.TRANSIENT);
    }
    return take(bytes);
  }

  /**
   * Memory that somebody holds. Who closes it uses none of its arrays any more. A search that fails
   * on its way between nodes closes nothing: what nobody holds any more is given back, too.
   */
  public static final class Taken implements Releasable {
    private final Held held;
    private final Cleaner.Cleanable cleanable;

    private Taken(Held held) {
      this.held = held;
      cleanable = CLEANER.register(this, held::giveBack);
    }

    /**
     * Takes more.
     *
     * @throws CircuitBreakingException if there is none
     */
    public void more(long bytes) {
      held.count(bytes);
    }

    /** An array of what was taken; the bytes in it are any. */
    public ByteArray bytes(long size) {
      return held.hold(held.arrays.newByteArray(size, false));
    }

    @Override
    public void close() {
      cleanable.clean();
    }
  }

  private static final class Held {
    private final BigArrays arrays;
    private final CircuitBreaker breaker;
    private final List<BigArray> all = new ArrayList<>();
    private long counted; // bytes

    Held(BigArrays arrays, CircuitBreaker breaker) {
      this.arrays = arrays;
      this.breaker = breaker;
    }

    synchronized void count(long bytes) {
      breaker.addEstimateBytesAndMaybeBreak(bytes, "sketches of a page");
      counted += bytes;
    }

    synchronized <T extends BigArray> T hold(T array) {
      all.add(array);
      return array;
    }

    synchronized void giveBack() {
      Releasables.close(all);
      all.clear();
      breaker.addWithoutBreaking(-counted);
      counted = 0;
    }
  }
}
