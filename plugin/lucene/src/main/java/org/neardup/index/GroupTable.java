// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.TextSketcher;

/**
 * The one truth about groups: for every live document, written or about to be, its group and
 * whether it is hidden. It lays the documents pending since the last refresh over the index as of
 * then, and keeps these invariants at every return:
 *
 * <ul>
 *   <li>a hidden document is a near-duplicate of the visible one of its group, which is preferred
 *       to it;
 *   <li>no two visible documents are near-duplicates, as far as the bands find them;
 *   <li>each group has one visible document.
 * </ul>
 *
 * <p>Groups are anchored: a document joins the group whose representative it resembles most, never
 * one through a third document. All methods are to be called under the lock of this object; none
 * waits for a document to be written.
 */
final class GroupTable {
  /**
   * What is to be done with a document.
   *
   * @param entry the document; its flags may change before it is written
   * @param old the document with its id that it replaces, or null
   * @param behind what it is hidden or dropped for, or null
   * @param displaced the representatives that it takes the place of, that it resembles most first
   * @param group the group to write it into
   * @param dropped whether it is not to be written at all
   */
  record Placement(
      Entry entry, Entry old, Match behind, List<Match> displaced, long group, boolean dropped) {}

  private final CollapseConfig config;
  private final boolean drops; // instead of hiding
  private final SketchParameters parameters;
  private final Verifier verifier;
  private final Comparator<Entry> preference;
  private final IndexWrites index;
  private final CollapseListener listener;

  /** Documents to be dropped as soon as the one that they are hidden behind is written. */
  private final Set<Entry> waiting = new HashSet<>();

  private final KeyFilter filter = new KeyFilter(Runtime.getRuntime().maxMemory() / 32);

  private View view;
  private PendingTable pending;
  private Judge judge;
  private long nextNumber;
  private long skippedCandidates; // in earlier views

  /**
   * A table without documents; {@link #refreshed} gives it some.
   *
   * @param nextNumber larger than all order and group numbers of the index
   */
  GroupTable(
      CollapseConfig config,
      TextSketcher sketcher,
      IndexWrites index,
      CollapseListener listener,
      long nextNumber) {
    this.config = config;
    drops = config.variants() == Variants.DROP;
    parameters = sketcher.parameters();
    this.index = index;
    this.listener = listener;
    this.nextNumber = nextNumber;
    preference = new Ranker(config.preference()).comparator();
    verifier = new Verifier(config, sketcher, entry -> view.storedText(entry));
  }

  /** Forgets what was pending, as the reader has it now. All documents must have been written. */
  void refreshed(DirectoryReader reader) throws IOException {
    View newer = new View(reader, config, parameters, filter, view);
    skippedCandidates = skippedCandidates();
    view = newer;
    pending = new PendingTable(parameters, filter);
    judge = new Judge(view, pending, parameters, filter, verifier, preference);
  }

  long skippedCandidates() {
    return view == null
        ? 0
        : skippedCandidates
            + view.skippedCandidates()
            + pending.skippedCandidates()
            + judge.skippedCandidates();
  }

  int pendingCount() {
    return pending.arrivals();
  }

  long pendingBytes() {
    return pending.bytes();
  }

  long nextNumber() {
    return nextNumber;
  }

  /**
   * Decides on all documents of the view anew; nothing may be pending.
   *
   * @param isOurs tells by its number whether a document was written by us; others are left alone
   * @param ranksAnew whether to rank documents by their stored fields, and not as they were ranked
   * @param missed pairs of visible documents that may be near-duplicates and share no band
   */
  Reconciled reconcile(IntPredicate isOurs, boolean ranksAnew, MissedPairs missed)
      throws IOException {
    return new Reconciliation(
            view,
            isOurs,
            judge,
            missed,
            ranksAnew ? new Ranker(config.preference()) : null,
            preference,
            index,
            drops,
            () -> nextNumber++)
        .run();
  }

  /**
   * Adds the pairs of visible documents that are near-duplicates; they are as in the view.
   *
   * @return whether there were any new ones
   */
  boolean addMissed(List<Entry> visible, MissedPairs missed) throws IOException {
    int before = missed.size();
    NearPairs.all(parameters, verifier.leastEstimate())
        .forEach(
            visible,
            (a, b) -> {
              if (!missed.contains(a, b) && judge.match(a, b).isPresent()) {
                missed.add(a, b);
              }
            });
    return missed.size() > before;
  }

  /** Makes all numbers given from now on larger than those of another index. */
  void reserveNumbers(long othersNextNumber) {
    nextNumber = Math.max(nextNumber, othersNextNumber);
    verifier.forgetTexts(); // the other index may have numbers of documents that are gone from here
  }

  /** The live document with an id, or null. */
  Entry find(String id) throws IOException {
    Entry entry = pending.find(id);
    return entry != null ? entry : view.find(id);
  }

  /** Decides on a document and reserves its place; the document is still to be written. */
  Placement place(Prepared prepared) throws IOException {
    Entry old = find(prepared.id());
    Entry entry = Entry.arriving(prepared, old == null ? nextNumber : old.order);
    if (old != null && old.hasSameText(entry) && preference.compare(old, entry) == 0) {
      return replaceInPlace(old, entry);
    }
    entry = Entry.arriving(prepared, nextNumber++);
    if (old != null) {
      remove(old);
    }
    entry.group = entry.order;
    if (filter.isToBeFilled()) {
      fillFilter();
    }
    Settlement settlement = new Settlement();
    Decision decision = settlement.decide(entry);
    if (entry.hidden && decision.behind.representative().hasSameText(entry)) {
      entry.shareText(decision.behind.representative());
    }
    boolean dropped = entry.hidden && isDroppedFor(decision.behind.representative());
    if (!dropped) {
      add(entry);
    }
    settlement.run();
    entry.setIndexedAsPlaced();
    return new Placement(entry, old, decision.behind, decision.displaced, entry.group, dropped);
  }

  private void fillFilter() throws IOException {
    filter.begin(view.keyCount() + pending.keyCount());
    view.refill();
    pending.refill();
  }

  /** A new version of a document with the same text takes its place in its group. */
  private Placement replaceInPlace(Entry old, Entry entry) throws IOException {
    entry.place(old.group, old.hidden);
    entry.setIndexedAsPlaced();
    forget(old);
    add(entry);
    Match behind = entry.hidden ? behindItsRepresentative(entry) : null;
    return new Placement(entry, old, behind, List.of(), entry.group, false);
  }

  private Match behindItsRepresentative(Entry entry) throws IOException {
    for (Entry member : members(entry.group)) {
      if (!member.hidden) {
        return new Match(member, judge.match(entry, member).orElseThrow());
      }
    }
    throw new IllegalStateException("group " + entry.group + " has no visible document");
  }

  private void add(Entry entry) {
    pending.add(entry);
    if (drops && entry.hidden) {
      waiting.add(entry);
    }
  }

  /** A document that is not yet written may fail to be, and then nothing may have gone for it. */
  private boolean isDroppedFor(Entry representative) {
    return drops && representative.written;
  }

  /** Notes that the index writer has a placed document now, or need not have it. */
  void written(Placement placement) throws IOException {
    if (placement.dropped) {
      return;
    }
    Entry entry = placement.entry;
    entry.written = true;
    if (entry.doomed) {
      index.delete(entry);
      return;
    }
    updateIndex(entry);
    if (!entry.hidden) {
      for (Entry variant : List.copyOf(waiting)) {
        if (variant.group == entry.group) {
          drop(variant);
        }
      }
    }
  }

  private void drop(Entry variant) throws IOException {
    forget(variant);
    variant.doomed = true;
    if (variant.written) {
      index.delete(variant);
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
    old.place(nextNumber++, true); // its former group may have another representative by now
    if (old.isPending()) {
      pending.add(old);
    } else {
      view.restore(old);
    }
    Settlement settlement = new Settlement();
    settlement.unsettled.add(old);
    settlement.run();
  }

  /** As {@link #remove(List)}, for one document. */
  void remove(Entry entry) throws IOException {
    remove(List.of(entry));
  }

  /**
   * Removes documents. The others of the groups whose visible ones were among them are settled anew
   * after all are gone, so that none of these has a place in the meantime.
   */
  void remove(List<Entry> entries) throws IOException {
    entries.forEach(this::forget);
    Settlement settlement = new Settlement();
    for (Entry entry : entries) {
      if (!entry.hidden) {
        settlement.unsettled.addAll(members(entry.group));
      }
    }
    settlement.run();
  }

  private void forget(Entry entry) {
    waiting.remove(entry);
    if (entry.isPending()) {
      pending.remove(entry);
    } else {
      view.remove(entry);
    }
  }

  /** The live documents of a group. */
  private List<Entry> members(long group) throws IOException {
    List<Entry> members = view.members(group);
    members.addAll(pending.members(group));
    return members;
  }

  private void updateIndex(Entry entry) throws IOException {
    if (entry.written && !entry.isIndexedAsPlaced()) {
      index.updateFlags(entry);
      entry.setIndexedAsPlaced();
    }
  }

  /** What a document is hidden behind, or else which visible ones are to be hidden behind it. */
  private record Decision(Match behind, List<Match> displaced) {}

  /**
   * Finds places for documents whose representative went or changed, the preferred first, until all
   * have one.
   *
   * <p>A document that becomes visible may hide others that are less preferred, whose variants are
   * then without a place in their turn. That ends: each such step makes a document visible that is
   * preferred to all those it affects.
   */
  private final class Settlement {
    final TreeSet<Entry> unsettled = new TreeSet<>(preference);
    private final Map<Long, Entry> heirs = new HashMap<>(); // by group

    void run() throws IOException {
      while (!unsettled.isEmpty()) {
        Entry entry = unsettled.pollLast();
        // The heir first: it is the likeliest, and a look-up among many of a kind is dear.
        Entry representative = heirs.get(entry.group);
        if (representative == null || !isBehind(entry, representative)) {
          Match behind = decide(entry).behind;
          representative = behind == null ? null : behind.representative();
        }
        settle(entry, representative);
        listener.moved(entry.id, Optional.ofNullable(representative).map(other -> other.id));
      }
    }

    private void settle(Entry entry, Entry representative) throws IOException {
      if (representative != null && isDroppedFor(representative)) {
        drop(entry);
        return;
      }
      file(entry);
      updateIndex(entry);
      if (drops && entry.hidden) {
        waiting.add(entry);
      } else {
        waiting.remove(entry);
      }
    }

    private boolean isBehind(Entry entry, Entry heir) throws IOException {
      return judge.prefers(heir, entry) && judge.match(entry, heir).isPresent();
    }

    /** Gives a hidden or new document its place, and takes others theirs if it must. */
    Decision decide(Entry entry) throws IOException {
      List<Match> displaced = new ArrayList<>();
      AtomicReference<Match> behind = new AtomicReference<>();
      judge.forEachMatch(
          entry,
          match -> {
            if (judge.prefers(match.representative(), entry)) {
              behind.set(match);
              return false;
            }
            return displaced.add(match);
          });
      if (behind.get() != null) {
        entry.place(behind.get().representative().group, true);
        return new Decision(behind.get(), List.of());
      }
      show(entry, displaced);
      return new Decision(null, displaced);
    }

    private void show(Entry entry, List<Match> displaced) throws IOException {
      long group = heirs.containsKey(entry.group) ? nextNumber++ : entry.group;
      if (!displaced.isEmpty()) {
        group = displaced.getFirst().representative().group;
      }
      for (Match match : displaced) {
        heirs.remove(match.representative().group);
        for (Entry member : members(match.representative().group)) {
          member.place(group, true); // unless it does not resemble this representative
          file(member);
          unsettled.add(member);
        }
      }
      entry.place(group, false);
      heirs.put(group, entry);
    }

    private void file(Entry entry) throws IOException {
      if (entry.isPending()) {
        pending.file(entry);
      } else {
        view.file(entry);
      }
    }
  }
}
