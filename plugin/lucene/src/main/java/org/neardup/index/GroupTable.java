// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.TextSketcher;

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
 * one through a third document. All methods are to be called under the lock of this object, but for
 * {@link #isFull}; none waits for a document to be written.
 */
final class GroupTable {
  /**
   * What is to be done with a document.
   *
   * @param entry the document; its flags may change before it is written
   * @param replaced the documents with its id: one at most, unless another writer added some
   * @param behind what it is hidden or dropped for, or null
   * @param displaced the representatives that it takes the place of, that it resembles most first
   * @param group the group to write it into
   * @param dropped whether it is not to be written at all
   */
  record Placement(
      Entry entry,
      List<Entry> replaced,
      Match behind,
      List<Match> displaced,
      long group,
      boolean dropped) {

    /**
     * Notes that the index writer has the document, or need not have it, without the lock; returns
     * whether that is all, and else {@link GroupTable#written} is to be told.
     */
    boolean finish() {
      return dropped || entry.setWrittenUnlessAwaited();
    }
  }

  private final CollapseConfig config;
  private final SketchParameters parameters;
  private final Verifier verifier;
  private final Comparator<Profile> preference;
  private final double maxPendingBytes;
  private double maxReadBytes; // final but for tests
  private final IndexWrites index;
  private final CollapseListener listener;
  private final VisibleKeyFilter filter = new VisibleKeyFilter(heapShare());
  private final ReadAllowance allowance = new ReadAllowance();
  private final LiveDocuments members;
  private final PlacementExecutor places;
  private IndexSnapshot view;
  private PendingTable pending;
  private DuplicateFinder judge;
  private long nextNumber;
  private long skippedCandidates; // in earlier views
  private volatile boolean full;

  /**
   * A table without documents; {@link #refreshed} gives it some.
   *
   * @param maxPendingBytes of the heap that pending documents may take before a refresh is due
   * @param nextNumber larger than all order and group numbers of the index
   */
  GroupTable(
      CollapseConfig config,
      TextSketcher sketcher,
      double maxPendingBytes,
      IndexWrites index,
      CollapseListener listener,
      long nextNumber) {
    this.config = config;
    parameters = sketcher.parameters();
    this.maxPendingBytes = maxPendingBytes;
    maxReadBytes = maxReadBytes(maxPendingBytes);
    this.index = index;
    this.listener = listener;
    this.nextNumber = nextNumber;
    preference = new Ranker(config.preference()).comparator();
    verifier = new Verifier(config, sketcher, entry -> view.storedText(entry));
    members = new LiveDocuments(preference, verifier);
    places = new PlacementExecutor(members, index, config.variants() == Variants.DROP);
  }

  private static long heapShare() {
    return Runtime.getRuntime().maxMemory() / 16;
  }

  /**
   * Of the heap, what documents of the view may take before a refresh is due. More than pending
   * ones may, as a group that takes all of it is read again after each refresh.
   */
  static double maxReadBytes(double maxPendingBytes) {
    double heapShare = heapShare();
    return Double.isInfinite(maxPendingBytes) ? heapShare : Math.max(maxPendingBytes, heapShare);
  }

  void setMaxReadBytes(double bytes) {
    maxReadBytes = bytes;
  }

  /**
   * Forgets what was pending, as the reader has it now. All documents must have been written.
   *
   * @param isDecided whether all changes since the last reader were decided on here; else nothing
   *     that is known of groups holds
   */
  void refreshed(DirectoryReader reader, boolean isDecided) throws IOException {
    if (pending != null) {
      pending.addKeysTo(filter); // though it be full: it is asked before it is filled anew
    }
    IndexSnapshot newView = new IndexSnapshot(reader, config, parameters, filter, view);
    int expectedKeys = pending == null ? 0 : pending.differentKeys(); // as many as last time
    PendingTable newPending = new PendingTable(parameters, expectedKeys);
    DuplicateFinder newJudge =
        new DuplicateFinder(newView, newPending, parameters, verifier, preference, allowance);
    skippedCandidates = skippedCandidates();
    view = newView; // with all the others, or not at all
    pending = newPending;
    judge = newJudge;
    members.refreshed(view, pending, isDecided ? maxReadBytes / 2 / Member.BYTES : 0);
    full = false;
  }

  long skippedCandidates() {
    return view == null
        ? 0
        : skippedCandidates
            + view.skippedCandidates()
            + pending.skippedCandidates()
            + judge.skippedCandidates();
  }

  /** Documents that arrived or were changed since the last refresh. */
  int pendingCount() {
    return pending.arrivals() + view.changed();
  }

  private long pendingBytes() {
    return pending.bytes() + (long) Entry.KNOWN_BYTES * view.changed();
  }

  /** Whether so much is pending that a refresh is due. Asked without the lock. */
  boolean isFull() {
    return full;
  }

  /** To be called after each decision. */
  void noteWhetherFull() {
    full =
        pendingCount() >= config.maxPending()
            || pendingBytes() >= maxPendingBytes
            || hasReadTooMany();
  }

  private boolean hasReadTooMany() {
    return (double) Entry.KNOWN_BYTES * view.readCount()
            + (double) Member.BYTES * members.readCount()
        >= maxReadBytes;
  }

  /** How often two documents were compared so far, by sketches or texts. */
  long comparisons() {
    return verifier.comparisons();
  }

  /** Documents in memory: those that count as pending, and others that may be read again. */
  int heldCount() {
    return pending.arrivals() + view.knownCount() + (int) members.knownCount();
  }

  long nextNumber() {
    return nextNumber;
  }

  /**
   * Decides on all documents of the view anew; nothing may be pending.
   *
   * @param isOurs tells by its number whether a document was written by us; others are left alone
   * @param settledBelow documents with smaller order numbers keep their places, unless newer ones
   *     are preferred to them or to what they are hidden behind; newer ones stay hidden behind what
   *     stays visible. 0: all are decided on anew
   * @param ranksAnew whether to rank documents by their stored fields, and not as they were ranked
   * @param missed pairs of visible documents that may be near-duplicates and share no band
   * @param dropsVariants instead of hiding them
   */
  Reconciled reconcile(
      IntPredicate isOurs,
      long settledBelow,
      boolean ranksAnew,
      MissedPairs missed,
      boolean dropsVariants)
      throws IOException {
    return new Reconciliation(
            view,
            isOurs,
            settledBelow,
            judge,
            missed,
            ranksAnew ? new Ranker(config.preference()) : null,
            preference,
            index,
            dropsVariants,
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
    long skipped =
        NearPairs.all(parameters, verifier.leastEstimate())
            .forEach(
                visible,
                (a, b) -> {
                  boolean isNew = !missed.contains(a, b);
                  boolean isNear = !isNew || judge.match(a, b).isPresent();
                  if (isNew && isNear) {
                    missed.add(a, b);
                  }
                  return isNear;
                });
    missed.setSkipped(skipped);
    return missed.size() > before;
  }

  /** Makes all numbers given from now on larger than those of another index. */
  void reserveNumbers(long othersNextNumber) {
    nextNumber = Math.max(nextNumber, othersNextNumber);
    verifier.forgetTexts(); // the other index may have numbers of documents that are gone from here
  }

  /** The live documents with an id: one at most, unless another writer added some. */
  List<Entry> find(String id) throws IOException {
    return members.find(id);
  }

  /** Decides on a document and reserves its place; the document is still to be written. */
  Placement place(Prepared prepared) throws IOException {
    view.forgetUnchanged();
    List<Entry> replaced = find(prepared.id());
    if (replaced.size() == 1) {
      Entry old = replaced.getFirst();
      Entry newer = Entry.arriving(prepared, old.order);
      if (old.hasSameText(newer) && preference.compare(old, newer) == 0 && hasPlace(old)) {
        return replaceInPlace(old, newer);
      }
    }
    Entry entry = Entry.arriving(prepared, nextNumber++);
    if (!replaced.isEmpty()) {
      remove(replaced);
    }
    entry.group = entry.order;
    view.fillFilters();
    Rehoming settlement = settlement();
    Rehoming.Decision decision = settlement.decide(entry);
    Match behind = decision.behind();
    if (behind != null && behind.representative().hasSameText(entry)) {
      entry.shareText(behind.representative());
    }
    boolean dropped = behind != null && places.isDroppedFor(behind.representative());
    if (!dropped) {
      places.add(entry);
    }
    settlement.run();
    entry.setIndexedAsPlaced();
    return new Placement(entry, replaced, behind, decision.displaced(), entry.group, dropped);
  }

  /**
   * Another writer may have deleted what a document is hidden behind, or put something in its place
   * that has no text or is not preferred.
   */
  private boolean hasPlace(Entry entry) throws IOException {
    if (!entry.hidden) {
      return true;
    }
    Entry representative = members.representative(entry.group);
    return representative != null
        && representative.value != null
        && judge.prefers(representative, entry);
  }

  /** A new version of a document with the same text takes its place in its group. */
  private Placement replaceInPlace(Entry old, Entry entry) throws IOException {
    entry.place(old.group, old.hidden);
    entry.setIndexedAsPlaced();
    Match behind = entry.hidden ? behindItsRepresentative(entry) : null;
    places.remove(old);
    places.add(entry);
    return new Placement(entry, List.of(old), behind, List.of(), entry.group, false);
  }

  private Match behindItsRepresentative(Entry entry) throws IOException {
    Entry representative = members.representative(entry.group);
    // That it is a near-duplicate was decided: perhaps by texts that are not to be had any more.
    Optional<Similarity> match = verifier.match(entry, representative);
    return new Match(
        representative,
        match.isPresent() ? match.get() : verifier.similarity(entry, representative));
  }

  /** Carries out what waited for a placed document to be written, unless that is all done. */
  void written(Placement placement) throws IOException {
    places.written(placement.entry);
  }

  /** Takes a placed document back that could not be written, and reinstates what it replaced. */
  void withdraw(Placement placement) throws IOException {
    remove(List.of(placement.entry));
    for (Entry old : placement.replaced) {
      restore(old);
    }
  }

  private void restore(Entry old) throws IOException {
    if (old.isForeign()) {
      members.restore(old); // where it was: nothing was decided of it
      return;
    }
    old.place(nextNumber++, true); // its former group may have another representative by now
    members.restore(old);
    Rehoming settlement = settlement();
    settlement.add(old);
    settlement.run();
  }

  /** Removes documents; the others of groups whose visible ones go are settled anew. */
  void remove(List<Entry> entries) throws IOException {
    entries.forEach(places::remove);
    Rehoming settlement = settlement();
    for (Entry entry : entries) {
      if (!entry.hidden) {
        settlement.addGroup(entry.group, entry.id);
      }
    }
    settlement.run();
  }

  /**
   * Deletes documents of the view, while nothing is pending. Those that they leave are to be
   * settled after a refresh, when all are gone, so that none of these has a place in the meantime.
   *
   * @param docs their numbers
   * @return groups whose visible document was among them and which have others, with its id
   */
  Map<Long, String> deleteAll(FixedBitSet docs) throws IOException {
    view.removeAll(docs);
    Map<Long, String> orphaned = new HashMap<>();
    DocIdSetIterator each = new BitSetIterator(docs, docs.length());
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      Entry gone = view.read(doc);
      index.delete(gone);
      if (!gone.hidden && view.hasMembers(gone.group)) {
        orphaned.put(gone.group, gone.id);
      }
    }
    return orphaned;
  }

  /**
   * Settles groups whose visible documents are gone: as many at once as memory allows, and one at
   * least.
   *
   * @param orphaned as {@link #deleteAll} gives them; those left are to be settled after a refresh
   */
  void settle(Iterator<Map.Entry<Long, String>> orphaned) throws IOException {
    Rehoming settlement = settlement();
    do {
      Map.Entry<Long, String> group = orphaned.next();
      settlement.addGroup(group.getKey(), group.getValue());
    } while (orphaned.hasNext() && !hasReadTooMany());
    settlement.run();
  }

  private Rehoming settlement() {
    return new Rehoming(judge, members, places, listener, preference, () -> nextNumber++);
  }
}
