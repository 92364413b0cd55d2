// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.codec.SketchParameters;

/**
 * The one truth about groups: for every live document, written or about to be, its group and
 * whether it is hidden. It lays the documents pending since the last refresh over the index as of
 * then, and keeps these invariants at every return:
 *
 * <ul>
 *   <li>a hidden document is a near-duplicate of the visible one of its group;
 *   <li>no two visible documents are near-duplicates, as far as the bands find them;
 *   <li>each group has one visible document.
 * </ul>
 *
 * <p>Groups are anchored: a document joins the group whose representative it resembles most, never
 * one through a third document. All methods are to be called under the lock of this object; none
 * waits for a document to be written.
 */
final class GroupTable {
  /** Brings the flags of a written document in the index up to those of its entry. */
  @FunctionalInterface
  interface FlagWriter {
    void write(Entry entry) throws IOException;
  }

  /** A representative, and how much a document resembles it. */
  record Match(Entry representative, Similarity similarity) {}

  /**
   * What is to be done with a document.
   *
   * @param entry the document; its flags may change before it is written
   * @param old the document with its id that it replaces, or null
   * @param match what it is a near-duplicate of, and hidden or dropped for, or null
   * @param group the group to write it into
   */
  record Placement(Entry entry, Entry old, Match match, long group) {}

  private record Scored(Entry entry, double estimate) {}

  private final CollapseConfig config;
  private final SketchParameters parameters;
  private final Verifier verifier;
  private final FlagWriter flagWriter;
  private View view;
  private PendingTable pending;
  private long nextOrder;

  GroupTable(
      CollapseConfig config,
      SketchParameters parameters,
      Preparer preparer,
      FlagWriter flagWriter,
      long nextOrder) {
    this.config = config;
    this.parameters = parameters;
    this.flagWriter = flagWriter;
    this.nextOrder = nextOrder;
    verifier =
        new Verifier(config.threshold(), parameters, preparer, entry -> view.storedText(entry));
    pending = new PendingTable(parameters);
  }

  /** Forgets what was pending, as the reader has it now. All documents must have been written. */
  void refreshed(DirectoryReader reader) throws IOException {
    view = new View(reader, config);
    pending = new PendingTable(parameters);
  }

  View view() {
    return view;
  }

  int pendingCount() {
    return pending.arrivals();
  }

  long nextOrder() {
    return nextOrder;
  }

  /** The live document with an id, or null. */
  Entry find(String id) throws IOException {
    Entry entry = pending.find(id);
    return entry != null ? entry : view.find(id);
  }

  /** Decides on a document and reserves its place; the document is still to be written. */
  Placement place(Prepared prepared) throws IOException {
    Entry old = find(prepared.id());
    byte[] value = prepared.sketched().value();
    Entry entry = new Entry(prepared.id(), nextOrder, value, Entry.PENDING);
    if (old != null && old.hasSameText(entry)) {
      return replaceInPlace(old, prepared);
    }
    nextOrder++;
    entry.text = prepared.sketched();
    if (old != null) {
      remove(old);
    }
    Match match = bestRepresentative(entry).orElse(null);
    entry.hidden = match != null;
    entry.group = match == null ? entry.order : match.representative.group;
    if (match == null || config.variants() == Variants.HIDE) {
      pending.add(entry);
    }
    return new Placement(entry, old, match, entry.group);
  }

  /** A new version of a document with the same text takes its place in its group. */
  private Placement replaceInPlace(Entry old, Prepared prepared) throws IOException {
    Entry entry = new Entry(old.id, old.order, old.value, Entry.PENDING);
    entry.text = prepared.sketched();
    entry.hidden = old.hidden;
    entry.group = old.group;
    forget(old);
    pending.add(entry);
    Match match = null;
    if (entry.hidden) {
      Entry representative = representative(entry.group);
      match = new Match(representative, verifier.match(entry, representative).orElseThrow());
    }
    return new Placement(entry, old, match, entry.group);
  }

  private Entry representative(long group) throws IOException {
    for (Entry member : members(group)) {
      if (!member.hidden) {
        return member;
      }
    }
    throw new IllegalStateException("group " + group + " has no visible document");
  }

  /** Notes that a placed document is in the index now. */
  void written(Entry entry) throws IOException {
    entry.written = true;
    if (entry.flagsBehind) {
      writeFlags(entry);
    }
  }

  /** Takes a placed document back that could not be written, and reinstates what it replaced. */
  void withdraw(Placement placement) throws IOException {
    remove(placement.entry);
    if (placement.old != null) {
      restore(placement.old);
    }
  }

  private void restore(Entry old) throws IOException {
    old.hidden = true; // no candidate of its own decision
    if (old.doc == Entry.PENDING) {
      pending.add(old);
    } else {
      view.restore(old);
    }
    settle(old, old.order);
  }

  /** Removes a document; if it was the visible one of its group, the others are settled anew. */
  void remove(Entry entry) throws IOException {
    forget(entry);
    if (!entry.hidden) {
      settleAll(members(entry.group), entry.group);
    }
  }

  private void forget(Entry entry) {
    if (entry.doc == Entry.PENDING) {
      pending.remove(entry);
    } else {
      view.remove(entry);
    }
  }

  /** The live documents of a group in order of arrival. */
  private List<Entry> members(long group) throws IOException {
    List<Entry> members = view.members(group);
    for (Entry entry : pending.entries()) {
      if (entry.group == group) {
        members.add(entry);
      }
    }
    members.sort(Comparator.comparingLong(entry -> entry.order));
    return members;
  }

  /**
   * Finds places for hidden documents whose representative went: the first that resembles no other
   * visible document takes over the group.
   */
  private void settleAll(List<Entry> orphans, long group) throws IOException {
    Entry heir = null;
    for (Entry orphan : orphans) {
      // The heir first: it is the likeliest, and a look-up among many of a kind is dear.
      if (heir == null || verifier.match(orphan, heir).isEmpty()) {
        settle(orphan, heir == null ? group : orphan.order);
        heir = heir == null && !orphan.hidden ? orphan : heir;
      }
    }
  }

  /** Hides a hidden document behind what it resembles most now, or else shows it. */
  private void settle(Entry entry, long ownGroup) throws IOException {
    Optional<Match> match = bestRepresentative(entry);
    entry.hidden = match.isPresent();
    entry.group = match.isPresent() ? match.get().representative.group : ownGroup;
    if (entry.doc != Entry.PENDING) {
      view.change(entry);
    } else if (!entry.hidden) {
      pending.index(entry);
    }
    writeFlags(entry);
  }

  private void writeFlags(Entry entry) throws IOException {
    entry.flagsBehind = !entry.written;
    if (entry.written) {
      flagWriter.write(entry);
    }
  }

  /** The visible near-duplicate that an entry resembles most by estimate; of equals the first. */
  private Optional<Match> bestRepresentative(Entry entry) throws IOException {
    if (entry.value == null) {
      return Optional.empty();
    }
    for (Scored candidate : candidates(entry)) {
      Optional<Similarity> similarity = verifier.match(entry, candidate.entry);
      if (similarity.isPresent()) {
        return Optional.of(new Match(candidate.entry, similarity.get()));
      }
    }
    return Optional.empty();
  }

  private List<Scored> candidates(Entry entry) throws IOException {
    List<Scored> candidates = new ArrayList<>();
    for (Entry candidate : view.candidates(entry.value, verifier.leastEstimate())) {
      candidates.add(new Scored(candidate, verifier.estimate(entry.value, candidate.value)));
    }
    for (Entry candidate : pending.candidates(entry.value)) {
      candidates.add(new Scored(candidate, verifier.estimate(entry.value, candidate.value)));
    }
    candidates.removeIf(candidate -> candidate.estimate < verifier.leastEstimate());
    candidates.sort(
        Comparator.comparingDouble(Scored::estimate)
            .reversed()
            .thenComparingLong(candidate -> candidate.entry.order));
    return candidates;
  }
}
