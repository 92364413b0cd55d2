// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;

/**
 * Keeps the defaults of our breaker where the cluster settings do not say: OpenSearch has others
 * for the breakers of all plugins, the whole heap and to count twice what is taken, and sets both
 * when one of the settings comes or goes.
 */
public final class BreakerLimit implements ClusterStateListener {
  /** The setting. */
  public static final String KEY = "breaker.neardup.limit";

  private static final String OVERHEAD = "breaker.neardup.overhead";

  private final CircuitBreaker breaker;
  private final long limit;
  private final double overhead;

  /** Keeps what a breaker has now. */
  public BreakerLimit(CircuitBreaker breaker) {
    this.breaker = breaker;
    limit = breaker.getLimit();
    overhead = breaker.getOverhead();
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    Settings given = event.state().metadata().settings();
    long limitNow = given.hasValue(KEY) ? breaker.getLimit() : limit;
    double overheadNow = given.hasValue(OVERHEAD) ? breaker.getOverhead() : overhead;
    if (limitNow != breaker.getLimit() || overheadNow != breaker.getOverhead()) {
      breaker.setLimitAndOverhead(limitNow, overheadNow);
    }
  }
}
