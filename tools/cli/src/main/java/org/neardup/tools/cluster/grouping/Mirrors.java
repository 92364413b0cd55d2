// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.sketch.Hashing;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Numbering;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PageTraits;

/**
 * Hosts that share nearly all their pages: at least 85 % of the pages of each have a near-duplicate
 * on the other. About 30 bytes a host, and external sorting for the pairs of hosts.
 *
 * @see <a href="https://doi.org/10.1016/S1389-1286(99)00021-3">Bharat, Broder, Mirror, mirror on
 *     the web: a study of host pairs with replicated content, 1999</a>
 */
public final class Mirrors implements Closeable {
  private static final double LEAST_SHARE = 0.85;

  /** A host with fewer pages shares "all" of them too easily. */
  private static final int LEAST_PAGES = 3;

  /** What so many hosts have in common is a template, or all are mirrors of the first one. */
  private static final int MAX_HOSTS = 64;

  private final Numbering numbers = new Numbering();
  private int[] pages = new int[64];
  private final LongSorter shared;
  private final Set<Long> mirrored = new HashSet<>();

  public Mirrors(Workspace workspace) {
    shared = new LongSorter(workspace, false);
  }

  /** Counts a page of a host. */
  public void addPage(String host) {
    if (!host.isEmpty()) {
      int number = number(host);
      pages = ArrayUtil.grow(pages, number + 1);
      pages[number]++;
    }
  }

  private int number(String host) {
    return numbers.number(Hashing.hash(host, 0));
  }

  /**
   * Counts what a group's hosts share; after all pages.
   *
   * @param hosts of its documents; empty if there is none
   */
  public void addGroup(String[] hosts) throws IOException {
    int[] owners =
        Arrays.stream(hosts).filter(host -> !host.isEmpty()).mapToInt(this::number).toArray();
    int[] distinct = Arrays.stream(owners).distinct().limit(MAX_HOSTS).toArray();
    for (int owner : owners) {
      for (int other : distinct) {
        if (owner != other) {
          shared.add(key(owner, other));
        }
      }
    }
  }

  private static long key(int host, int other) {
    return (long) host << 32 | other;
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
        if (all >= LEAST_PAGES && count >= LEAST_SHARE * all) {
          mirrored.add(key);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    shared.close();
  }

  /** Whether each page is on the host of the first one or on a mirror of it. */
  boolean areMirrors(PageTraits[] group) {
    String first = group[0].host();
    return Arrays.stream(group)
        .map(PageTraits::host)
        .distinct()
        .allMatch(host -> mirror(first, host));
  }

  private boolean mirror(String host, String other) {
    if (host.equals(other)) {
      return true;
    } else if (host.isEmpty() || other.isEmpty()) {
      return false;
    }
    int a = number(host);
    int b = number(other);
    return mirrored.contains(key(a, b)) && mirrored.contains(key(b, a));
  }
}
