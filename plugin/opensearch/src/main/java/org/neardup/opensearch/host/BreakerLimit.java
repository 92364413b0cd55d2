// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.core.common.breaker.CircuitBreaker;

/**
 * Puts the limit of our breaker back when the cluster setting for it is removed: OpenSearch knows
 * another default, the whole heap, for the breakers of all plugins.
 */
public final class BreakerLimit implements ClusterStateListener {
  /** The setting. */
  public static final String KEY = "breaker.neardup.limit";

  private final CircuitBreaker breaker;
  private final long limit;
  private boolean isSet;

  /** Keeps the limit that a breaker has now. */
  public BreakerLimit(CircuitBreaker breaker) {
    this.breaker = breaker;
    limit = breaker.getLimit();
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    boolean wasSet = isSet;
    isSet = event.state().metadata().settings().hasValue(KEY);
    if (wasSet && !isSet) {
      breaker.setLimitAndOverhead(limit, breaker.getOverhead());
    }
  }
}
