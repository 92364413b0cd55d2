// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.report.Overview;

/**
 * The overview of an index as of its last commit, made when it is first asked for, however long
 * that takes: it is not made again for the next one who asks. For any number of threads.
 */
final class LatestOverview {
  private static final int RISKY_GROUPS = 6;

  private final String dateField;
  private Object key; // of the commit that the overview is of
  private Overview overview;

  LatestOverview(String dateField) {
    this.dateField = dateField;
  }

  synchronized Overview of(NeardupIndex index) throws IOException {
    Object latest = index.all().getReaderCacheHelper().getKey();
    if (!latest.equals(key)) {
      try {
        overview = Overview.of(index.untimed(), dateField, RISKY_GROUPS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the server is being stopped", e);
      }
      key = latest;
    }
    return overview;
  }
}
