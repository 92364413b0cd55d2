// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.internal.sketch.Hashing;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongInterner;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PageTraits;

/**
 * Which hosts are mirrors of each other: those that share nearly all their pages, at least 85 % of
 * the pages of each have a near-duplicate on the other. Hosts go by the hashes of their names.
 *
 * @see <a href="https://doi.org/10.1016/S1389-1286(99)00021-3">Bharat, Broder, Mirror, mirror on
 *     the web: a study of host pairs with replicated content, 1999</a>
 */
public final class MirrorRule {
  private static final double LEAST_SHARE = 0.85;

  /** A host with fewer pages shares "all" of them too easily. */
  private static final int LEAST_PAGES = 3;

  /** What so many hosts have in common is a template, or all are mirrors of the first one. */
  private static final int MAX_HOSTS = 64;

  private MirrorRule() {}

  /** Takes a page of one host that has a near-duplicate on another. */
  @FunctionalInterface
  public interface Shared<E extends Exception> {
    void accept(long host, long other) throws E;
  }

  /** Tells of hosts. */
  @FunctionalInterface
  public interface Hosts {
    /** Whether {@link #isShared} holds of a host and another one. */
    boolean shares(long host, long other);
  }

  /** The hash of a host. */
  public static long host(String name) {
    return Hashing.hash(name, 0);
  }

  /**
   * Gives all that a group's hosts share.
   *
   * @param hosts of its documents, in their order; empty if there is none
   */
  public static <E extends Exception> void forEach(String[] hosts, Shared<E> shared) throws E {
    long[] owners =
        Arrays.stream(hosts).filter(host -> !host.isEmpty()).mapToLong(MirrorRule::host).toArray();
    long[] distinct = Arrays.stream(owners).distinct().limit(MAX_HOSTS).toArray();
    for (long owner : owners) {
      for (long other : distinct) {
        if (owner != other) {
          shared.accept(owner, other);
        }
      }
    }
  }

  /**
   * Whether a host shares nearly all its pages with another.
   *
   * @param shared how many it shares with that
   * @param all how many it has
   */
  public static boolean isShared(long shared, long all) {
    return all >= LEAST_PAGES && shared >= LEAST_SHARE * all;
  }

  /** Whether each page is on the host of the first one or on a mirror of it. */
  static boolean areMirrors(PageTraits[] group, Hosts hosts) {
    String first = group[0].host();
    return Arrays.stream(group)
        .map(PageTraits::host)
        .distinct()
        .allMatch(host -> mirror(first, host, hosts));
  }

  private static boolean mirror(String name, String otherName, Hosts hosts) {
    if (name.equals(otherName)) {
      return true;
    } else if (name.isEmpty() || otherName.isEmpty()) {
      return false;
    }
    long host = host(name);
    long other = host(otherName);
    return hosts.shares(host, other) && hosts.shares(other, host);
  }

  /**
   * Counts what hosts share, for this rule. About 30 bytes a host, and external sorting for the
   * pairs of hosts.
   */
  public static final class Counts implements Hosts, Closeable {
    private final LongInterner numbers = new LongInterner();
    private int[] pages = new int[64];
    private final LongSorter shared;
    private final Set<Long> mirrored = new HashSet<>();

    public Counts(Workspace workspace) {
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
}
