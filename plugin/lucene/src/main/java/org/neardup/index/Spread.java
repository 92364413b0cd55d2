// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The documents of a group by how far they are from one of them. The slots in which sketches differ
 * add up at most, so that one comparison tells of all that are not too far that they are near
 * another document as well.
 */
final class Spread {
  private static final int COPY = -1; // nearer than sketches that agree in all slots
  private static final int NOTHING = -2;

  private final long group;
  private final Entry centre;
  private final Verifier verifier;
  private final TreeMap<Integer, Set<Entry>> byDistance = new TreeMap<>();
  private long compared; // all documents that it ever had
  private long distances; // of these, summed up

  /** Of the documents of a group, around one that need not be in it. */
  Spread(long group, Entry centre, List<Entry> members, Verifier verifier) {
    this.group = group;
    this.centre = centre;
    this.verifier = verifier;
    members.forEach(this::add);
  }

  /** Takes in a document that came to the group; those that leave it are noticed. */
  void add(Entry entry) {
    int distance = distance(entry);
    if (byDistance.computeIfAbsent(distance, key -> new HashSet<>()).add(entry)) {
      compared++;
      distances += distance;
    }
  }

  private int distance(Entry entry) {
    if (centre.hasSameText(entry)) {
      return COPY;
    }
    // A short one is near its copies only, and another writer may put one without text here.
    return verifier.isShort(entry) || verifier.isShort(centre)
        ? Integer.MAX_VALUE
        : verifier.differingSlots(centre.value, entry.value);
  }

  /**
   * The documents of the group that may be no near-duplicates of one, for all that sketches say.
   */
  List<Entry> unsure(Entry entry) {
    List<Entry> unsure = new ArrayList<>();
    for (Set<Entry> far : byDistance.tailMap(reach(entry), false).values()) {
      for (Iterator<Entry> entries = far.iterator(); entries.hasNext(); ) {
        Entry each = entries.next();
        if (!each.isFiled || each.filedUnder != group) {
          entries.remove();
        } else if (!verifier.isSure(entry, each)) {
          unsure.add(each);
        }
      }
    }
    return unsure;
  }

  /** How far documents may be from the centre to be near-duplicates of a document for sure. */
  private int reach(Entry entry) {
    boolean isCopy = centre.hasSameText(entry);
    int reach =
        verifier.isShort(entry) || verifier.isShort(centre)
            ? NOTHING
            : verifier.sureSlots() - verifier.differingSlots(centre.value, entry.value);
    return reach >= 0 ? reach : isCopy ? COPY : NOTHING;
  }

  /** Whether most of the documents are too far from the centre to be told anything of at once. */
  boolean isUselessFor(Entry entry) {
    int reach = reach(entry);
    long far = byDistance.tailMap(reach, false).values().stream().mapToInt(Set::size).sum();
    return far > compared / 8;
  }

  /** Whether its centre is nearer to its documents. */
  boolean isTighterThan(Spread other) {
    return distances / (double) compared < other.distances / (double) other.compared;
  }
}
