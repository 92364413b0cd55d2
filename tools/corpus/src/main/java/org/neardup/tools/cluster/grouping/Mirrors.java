// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongInterner;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Workspace;

/**
 * Counts what hosts share, for {@link MirrorRule}. About 30 bytes a host, and external sorting for
 * the pairs of hosts.
 */
public final class Mirrors implements MirrorRule.Hosts, Closeable {
  private final LongInterner numbers = new LongInterner();
  private int[] pages = new int[64];
  private final LongSorter shared;
  private final Set<Long> mirrored = new HashSet<>();

  public Mirrors(Workspace workspace) {
    shared = new LongSorter(workspace, false);
  }

  /** Counts a page of a host. */
  public void addPage(String host) {
    if (!host.isEmpty()) {
      int number = numbers.number(MirrorRule.host(host));
      pages = ArrayUtil.grow(pages, number + 1);
      pages[number]++;
    }
  }

  /**
   * Counts what a group's hosts share; after all pages.
   *
   * @param hosts of its documents; empty if there is none
   */
  public void addGroup(String[] hosts) throws IOException {
    MirrorRule.forEach(hosts, (host, other) -> shared.add(key(host, other)));
  }

  private long key(long host, long other) {
    return (long) numbers.number(host) << 32 | numbers.number(other);
  }

  /** Ends counting. */
  public void finish() throws IOException {
    try (LongCursor sorted = shared.sorted()) {
      boolean more = sorted.next();
      while (more) {
        long key = sorted.value;
        int count = 0;
        do {
          count++;
          more = sorted.next();
        } while (more && sorted.value == key);
        int all = pages[(int) (key >>> 32)];
        if (MirrorRule.isShared(count, all)) {
          mirrored.add(key);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    shared.close();
  }

  @Override
  public boolean shares(long host, long other) {
    return mirrored.contains(key(host, other));
  }
}
