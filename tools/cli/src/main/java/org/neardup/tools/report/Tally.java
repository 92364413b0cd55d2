// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.input.Address;

/** Counts groups, variants and hosts as they come by. For one thread. */
final class Tally {
  /** Bars of the histogram up to 1, which has its own. */
  private static final int STEPS = 50;

  private final long[] resemblances = new long[STEPS + 1];
  private final TreeMap<Integer, Long> sizes = new TreeMap<>(); // by bar
  private final Map<String, Bar> kinds = new HashMap<>();
  private final Map<String, Bar> hosts = new HashMap<>();
  private long groups;
  private long largest;

  /**
   * A bar of a histogram.
   *
   * @param label what was counted in it
   * @param part of these, those that are marked
   */
  record Bar(String label, long count, long part) {
    /** A bar without a mark. */
    Bar(String label, long count) {
      this(label, count, 0);
    }

    /** What was counted in both. */
    Bar plus(Bar other) {
      return new Bar(label, count + other.count, part + other.part);
    }

    /** The label below a chart: where a range begins. */
    String shortLabel() {
      return label.replaceFirst(" to .*", "");
    }
  }

  /**
   * Counts a group.
   *
   * @param documents how many, the representative included
   */
  void addGroup(int documents) {
    sizes.merge(bar(documents), 1L, Long::sum);
    groups++;
    largest = Math.max(largest, documents);
  }

  /** Which bar of sizes a group is in, from 0: that of 2 documents, of 3 to 4, of 5 to 8 … */
  static int bar(int documents) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(documents - 1) - 1;
  }

  /** Of how many documents the groups of a bar are. */
  static String range(int bar) {
    long to = 2L << bar;
    return bar == 0 ? "2" : (to / 2 + 1) + " to " + to;
  }

  /** Counts what a group is, and the documents in it. */
  void addKind(String kind, int documents) {
    add(kinds, new Bar(kind, 1, documents));
  }

  /** Counts a document by the host of its address; one without is left out. */
  void addHost(String address, boolean isVariant) {
    String host = Address.host(address);
    if (!host.isEmpty()) {
      add(hosts, new Bar(host, 1, isVariant ? 1 : 0));
    }
  }

  private static void add(Map<String, Bar> bars, Bar one) {
    bars.merge(one.label, one, Bar::plus);
  }

  /**
   * Counts a variant.
   *
   * @param resemblance to its representative, 0 to 1
   */
  void addResemblance(double resemblance) {
    // What is nearly at the end of a step, for want of a last bit, is.
    resemblances[(int) Math.floor(resemblance * STEPS + 1e-9)]++;
  }

  long groups() {
    return groups;
  }

  /** Documents in the largest group; 0 if there is none. */
  long largest() {
    return largest;
  }

  /** Variants by resemblance, in steps of .02 from the tenth below the least one; 1 apart. */
  List<Bar> byResemblance() {
    int first = 0;
    while (first < STEPS && resemblances[first] == 0) {
      first++;
    }
    List<Bar> bars = new ArrayList<>();
    for (int i = Math.min(first, STEPS - 1) / 5 * 5; i < STEPS; i++) {
      String label = String.format(Locale.ROOT, "%.2f to below %.2f", i / 50.0, (i + 1) / 50.0);
      bars.add(new Bar(label, resemblances[i]));
    }
    bars.add(new Bar("1.00", resemblances[STEPS]));
    return bars;
  }

  /** Groups by their number of documents: 2, 3 to 4, 5 to 8, and so on. */
  List<Bar> bySize() {
    List<Bar> bars = new ArrayList<>();
    for (int bar = 0; groups > 0 && bar <= sizes.lastKey(); bar++) {
      bars.add(new Bar(range(bar), sizes.getOrDefault(bar, 0L)));
    }
    return bars;
  }

  /** Groups by kind, the most first; their documents are the part. */
  List<Bar> byKind() {
    return sorted(kinds, Comparator.comparingLong(Bar::count));
  }

  /** Documents by host, that of most variants first; these are the part. */
  List<Bar> byHost() {
    return sorted(hosts, Comparator.comparingLong(Bar::part).thenComparingLong(Bar::count));
  }

  private static List<Bar> sorted(Map<String, Bar> bars, Comparator<Bar> order) {
    return bars.values().stream().sorted(order.reversed().thenComparing(Bar::label)).toList();
  }
}
