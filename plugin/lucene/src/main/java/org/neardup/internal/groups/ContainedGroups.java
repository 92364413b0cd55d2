// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.record.RecordWriter;

/**
 * Which groups are shown as parts of others, as their visible documents are contained in those of
 * the others. Groups themselves know nothing of it: a contained document goes on to represent its
 * group, and only searches do not show it.
 *
 * <p>A group is a part of another if, among the visible documents that are part of none, one is
 * larger and contains its own; {@link ContainerFinder} says which. So what is a part of what
 * follows from the visible documents, whatever happened before. It is settled when all that was
 * decided is written, the largest first, and only for documents that changed, for what these may
 * contain, and for what those contained that went. Parts take about 200 bytes each.
 */
final class ContainedGroups {
  private final OptionalDouble least; // empty: contained documents are shown
  private final SketchParameters parameters;
  private final DocumentComparer comparer;
  private final RecordWriter records;
  private final BiConsumer<String, Optional<String>> moved;
  private final Map<Long, Long> within = new HashMap<>(); // by the group that is a part
  private final Map<Long, Set<Long>> parts = new HashMap<>(); // the other way round
  private final Set<Long> left = new HashSet<>(); // groups whose visible document was deleted
  private boolean isStale;
  private long skippedCandidates;

  /**
   * Nothing is a part yet.
   *
   * @param least containment of one document in another; empty if no group ever is a part
   */
  ContainedGroups(
      OptionalDouble least,
      SketchParameters parameters,
      DocumentComparer comparer,
      RecordWriter records,
      BiConsumer<String, Optional<String>> moved) {
    this.least = least;
    this.parameters = parameters;
    this.comparer = comparer;
    this.records = records;
    this.moved = moved;
  }

  /** Documents that were not looked at, as too many have a fingerprint or do not contain a text. */
  long skippedCandidates() {
    return skippedCandidates;
  }

  /**
   * Settles what follows from changes between two snapshots; nothing is pending after the second.
   *
   * @param before null for the first snapshot
   * @param isDecided whether all changes between the two were decided on here; otherwise nothing
   *     that is known of groups holds
   */
  void refreshed(LiveDocuments before, LiveDocuments now, boolean isDecided) throws IOException {
    if (least.isEmpty()) {
      return;
    }
    if (before == null) {
      load(now);
    } else if (!isDecided) {
      isStale = true;
    } else if (!isStale) {
      Settlement settlement = new Settlement(now);
      settlement.runFor(before);
      left.clear();
      skippedCandidates += settlement.finder.skipped();
    }
  }

  /** Takes over what an index records, which was settled when it was committed. */
  private void load(LiveDocuments documents) throws IOException {
    for (SnapshotSegment segment : documents.snapshot().segments()) {
      Map<Integer, Long> shown = new HashMap<>();
      segment.forEachWithin(shown::put);
      for (int doc : shown.keySet()) {
        if (segment.visible().get(doc)) {
          put(segment.load(doc).group(), shown.get(doc));
        }
      }
    }
  }

  private Long put(long group, Long outer) {
    Long before = outer == null ? within.remove(group) : within.put(group, outer);
    if (before != null) {
      Set<Long> siblings = parts.get(before);
      siblings.remove(group);
      if (siblings.isEmpty()) {
        parts.remove(before);
      }
    }
    if (outer != null) {
      parts.computeIfAbsent(outer, key -> new HashSet<>()).add(group);
    }
    return before;
  }

  /** Notes that the visible document of a group is gone, where its snapshot does not know it. */
  void noteGone(long group) {
    if (least.isPresent()) {
      left.add(group);
    }
  }

  /** Settles everything, when nothing is pending, unless it is known what changed. */
  void settleAll(LiveDocuments documents) throws IOException {
    if (isStale) {
      within.clear();
      parts.clear();
      left.clear();
      Settlement settlement = new Settlement(documents);
      settlement.runForAll();
      isStale = false;
      skippedCandidates += settlement.finder.skipped();
    }
  }

  /** One time that everything is settled. */
  private final class Settlement {
    private final LiveDocuments now;
    private final ContainerFinder finder;
    private final TreeSet<LiveDocument> open = new TreeSet<>(ContainerFinder.LARGEST_FIRST);
    private final Set<Long> fresh = new HashSet<>(); // documents that came or changed, by order
    private final Set<Long> changed = new HashSet<>(); // groups

    Settlement(LiveDocuments now) {
      this.now = now;
      finder =
          new ContainerFinder(now.snapshot().segments(), comparer, least.getAsDouble(), parameters);
    }

    void runForAll() throws IOException {
      for (int doc : now.snapshot().live()) {
        LiveDocument document = now.snapshot().read(doc);
        if (!document.isHidden()) {
          open.add(document);
        }
      }
      run(false);
      for (int doc : now.snapshot().live()) {
        mark(now.snapshot().read(doc));
      }
    }

    void runFor(LiveDocuments before) throws IOException {
      for (LiveDocument document : before.pending().all()) {
        if (!document.isHidden()) {
          addFresh(document); // first: the others do not have their texts
        }
      }
      LoadedDocuments known = before.snapshot().known();
      left.addAll(known.formerGroups());
      for (LiveDocument document : known.changed()) {
        LiveDocument still = now.find(document.id);
        if (still != null && still.order == document.order && !still.isHidden()) {
          addFresh(still);
        }
      }
      for (long group : left) {
        addParts(group);
        LiveDocument representative = now.representative(group);
        if (representative != null) {
          addFresh(representative);
        } else {
          put(group, null);
        }
      }
      run(true);
      markFor(before);
    }

    private void addFresh(LiveDocument document) {
      open.add(document);
      fresh.add(document.order);
    }

    /** Takes in the visible documents of the parts of a group. */
    private void addParts(long group) throws IOException {
      for (long part : parts.getOrDefault(group, Set.of())) {
        LiveDocument document = now.representative(part);
        if (document != null) {
          open.add(document);
        }
      }
    }

    /** Settles one after the other; each takes in smaller ones only. */
    private void run(boolean goesOn) throws IOException {
      for (LiveDocument document = open.pollFirst();
          document != null;
          document = open.pollFirst()) {
        long[] own = finder.fingerprints(document);
        LiveDocument container = finder.container(document, own, within::containsKey);
        Long outer = container == null ? null : (Long) container.group();
        boolean wasPart = within.containsKey(document.group());
        if (!Objects.equals(put(document.group(), outer), outer)) {
          changed.add(document.group());
          if (goesOn) {
            moved.accept(document.id, Optional.ofNullable(container).map(other -> other.id));
          }
        }
        if (goesOn && outer == null && (wasPart || fresh.contains(document.order))) {
          open.addAll(finder.mayBeContained(document, own));
        } else if (goesOn && outer != null && !wasPart) {
          addParts(document.group());
        }
      }
    }

    private void markFor(LiveDocuments before) throws IOException {
      for (long group : changed) {
        for (LiveDocument member : now.members(group)) {
          records.updateWithin(member.id, within.get(group));
        }
      }
      for (LiveDocument document : before.pending().all()) {
        if (!changed.contains(document.group()) && within.containsKey(document.group())) {
          records.updateWithin(document.id, within.get(document.group()));
        }
      }
      for (LiveDocument document : before.snapshot().known().changed()) {
        LiveDocument still = now.find(document.id);
        if (still != null && !changed.contains(still.group())) {
          mark(still);
        }
      }
    }

    private void mark(LiveDocument document) throws IOException {
      Long outer = within.get(document.group());
      if (now.snapshot().within(document.doc) != (outer == null ? -1 : outer)) {
        records.updateWithin(document.id, outer);
      }
    }
  }
}
