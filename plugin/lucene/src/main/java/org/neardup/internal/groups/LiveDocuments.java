// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOConsumer;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.RecordWriter;
import org.neardup.internal.sketch.ElementSet;

/**
 * The live documents since a refresh: those of its snapshot and those pending since, by id, by
 * group, and by band key if they are visible. Nothing else gives a document a place: here it is
 * noted in the document and in all tables at once, and in the index as soon as that has the
 * document. Each refresh makes a new one.
 */
public final class LiveDocuments {
  private final IndexSnapshot snapshot;
  private final PendingTable pending;
  private final GroupCache groups;
  private final DocumentComparer comparer;
  private final RecordWriter records;
  private final boolean drops; // instead of hiding

  /** Documents to be dropped as soon as the one that they are hidden behind is written. */
  private final Set<LiveDocument> waiting = new HashSet<>();

  /** Documents to be deleted as soon as they are written. */
  private final Set<LiveDocument> doomed = new HashSet<>();

  LiveDocuments(
      IndexSnapshot snapshot,
      PendingTable pending,
      GroupCache groups,
      DocumentComparer comparer,
      RecordWriter records,
      boolean drops) {
    this.snapshot = snapshot;
    this.pending = pending;
    this.groups = groups;
    this.comparer = comparer;
    this.records = records;
    this.drops = drops;
  }

  public IndexSnapshot snapshot() {
    return snapshot;
  }

  PendingTable pending() {
    return pending;
  }

  /** Documents that arrived or were changed since the refresh. */
  public int pendingCount() {
    return pending.arrivals() + snapshot.known().changed().size();
  }

  /** About what they take of the heap. */
  long pendingBytes() {
    return pending.bytes() + (long) LiveDocument.KNOWN_BYTES * snapshot.known().changed().size();
  }

  /** About what documents take of the heap that were read since the refresh. */
  long readBytes() {
    return (long) LiveDocument.KNOWN_BYTES * snapshot.known().readCount()
        + (long) Group.Member.BYTES * groups.readCount();
  }

  /** Documents in memory: those that count as pending, and others that may be read again. */
  public int heldCount() {
    return pending.arrivals() + snapshot.known().count() + (int) groups.size();
  }

  /** Documents that searches skipped, as too many share a key. */
  long skippedCandidates() {
    return snapshot.skippedCandidates() + pending.visible().skipped();
  }

  /** The document with an id, or null. */
  public LiveDocument find(String id) throws IOException {
    LiveDocument document = pending.find(id); // what it replaced was removed when it came
    return document != null ? document : snapshot.find(id, true);
  }

  /** The document with an id if it is visible, else null. */
  LiveDocument findVisible(String id) throws IOException {
    LiveDocument document = pending.find(id);
    LiveDocument found = document != null ? document : snapshot.find(id, false);
    return found == null || found.isHidden() ? null : found;
  }

  /** A visible document with the same text, or null. */
  LiveDocument copy(LiveDocument document) throws IOException {
    LiveDocument copy = pending.visible().copy(document);
    return copy == null ? snapshot.copy(document) : copy;
  }

  /**
   * Gives the visible documents that share a band with a sketch.
   *
   * @param most pending ones to look at, and as many of the snapshot's, shared out among the keys
   */
  void forEachCandidate(BandKeys keys, int most, CandidateTable.Action action) throws IOException {
    pending.visible().forEachSharing(keys, most, action);
    snapshot.forEachCandidate(keys, most, action);
  }

  /** A document that is not yet written may fail to be, and then nothing may have gone for it. */
  private boolean isDroppedFor(LiveDocument representative) {
    return drops && representative != null && representative.isWritten();
  }

  /**
   * Gives a document that arrived its place, in which it is to be written.
   *
   * @param representative what it is hidden behind; null if it is visible
   * @return whether it is to be written; otherwise it is dropped
   */
  boolean add(LiveDocument document, long group, LiveDocument representative) {
    document.place(group, representative != null);
    if (isDroppedFor(representative)) {
      return false;
    }
    add(document);
    return true;
  }

  /** Puts a new version of a document in its place. */
  void replace(LiveDocument old, LiveDocument document) {
    remove(old);
    document.place(old.group(), old.isHidden());
    add(document);
  }

  private void add(LiveDocument document) {
    document.setIndexedAsPlaced();
    pending.add(document);
    join(document);
    noteWaiting(document);
  }

  private void noteWaiting(LiveDocument document) {
    if (drops && document.isHidden()) {
      waiting.add(document);
    } else {
      waiting.remove(document);
    }
  }

  void remove(LiveDocument document) {
    waiting.remove(document);
    leave(document);
    if (document.isPending()) {
      pending.remove(document);
    } else {
      snapshot.remove(document);
    }
  }

  /**
   * Brings a document to its new place.
   *
   * @param representative what it is hidden behind; null if it is visible
   */
  void move(LiveDocument document, long group, LiveDocument representative) throws IOException {
    if (isDroppedFor(representative)) {
      document.place(group, true);
      drop(document);
    } else {
      file(document, group, representative != null);
      updateIndex(document);
      noteWaiting(document);
    }
  }

  /**
   * Hides all documents of a group in another one for now; the index does not hear of it before
   * they are moved.
   *
   * @return these documents
   */
  List<LiveDocument> merge(long group, long into) throws IOException {
    List<LiveDocument> members = members(group);
    for (LiveDocument member : members) {
      file(member, into, true);
    }
    return members;
  }

  /**
   * Gives a document of the snapshot its place when all are decided on again, after {@link
   * #hideAll}. Hidden ones are not remembered.
   *
   * @param isDropped whether it is deleted instead
   */
  public void moveAgain(LiveDocument document, long group, boolean isHidden, boolean isDropped)
      throws IOException {
    document.place(group, isHidden);
    if (!isHidden) {
      snapshot.file(document);
    }
    if (isDropped) {
      records.delete(document.id);
    } else if (!document.isIndexedAsPlaced()) {
      records.updatePlace(document.id, group, isHidden);
    }
  }

  /** Makes no document of the snapshot a candidate, before all are decided on from scratch. */
  public void hideAll() {
    snapshot.hideAll();
  }

  private void drop(LiveDocument variant) throws IOException {
    remove(variant);
    if (variant.isWritten()) {
      records.delete(variant.id);
    } else {
      doomed.add(variant);
    }
  }

  /** Notes that the index writer has a document now, and does what waited for it. */
  void written(LiveDocument document) throws IOException {
    document.setWritten();
    if (doomed.remove(document)) {
      records.delete(document.id);
      return;
    }
    updateIndex(document);
    if (!document.isHidden()) {
      for (LiveDocument variant : List.copyOf(waiting)) {
        if (variant.group() == document.group()) {
          drop(variant);
        }
      }
    }
  }

  private void updateIndex(LiveDocument document) throws IOException {
    if (!document.isIndexedAsPlaced() && document.isWritten()) {
      records.updatePlace(document.id, document.group(), document.isHidden());
      document.setIndexedAsPlaced();
    }
  }

  /** Takes back a removal; the document is hidden in a new group until it is moved. */
  void restore(LiveDocument document, long group) throws IOException {
    document.place(group, true); // its former group may have another representative by now
    if (document.isPending()) {
      pending.add(document);
    } else {
      snapshot.restore(document);
    }
    join(document);
  }

  private void file(LiveDocument document, long group, boolean isHidden) throws IOException {
    document.place(group, isHidden);
    leave(document);
    if (document.isPending()) {
      pending.file(document);
    } else {
      snapshot.file(document);
    }
    join(document);
  }

  private void leave(LiveDocument document) {
    if (document.isFiled) {
      groups.remove(document.filedUnder, document);
    }
  }

  private void join(LiveDocument document) {
    if (document.isFiled) {
      groups.add(document.filedUnder, document);
    }
  }

  /**
   * Removes documents of the snapshot, all at once, while nothing is pending. They can still be
   * read; a refresh is due then.
   *
   * @param docs their numbers
   * @param action takes each of them, when all are removed
   */
  void removeAll(FixedBitSet docs, IOConsumer<LiveDocument> action) throws IOException {
    snapshot.removeAll(docs);
    DocIdSetIterator each = new BitSetIterator(docs, docs.length());
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      LiveDocument gone = snapshot.read(doc);
      groups.remove(gone.group(), gone);
      action.accept(gone);
    }
  }

  /** The documents of a group. */
  List<LiveDocument> members(long group) throws IOException {
    return entries(group(group).all());
  }

  /** The preferred document of a group; null if the group has none. */
  LiveDocument best(long group) throws IOException {
    Group.Member best = group(group).best();
    return best == null ? null : find(best.id);
  }

  /** The visible document of a group; no others are read. */
  LiveDocument representative(long group) throws IOException {
    for (LiveDocument document : pending.members(group)) {
      if (!document.isHidden()) {
        return document;
      }
    }
    return snapshot.representative(group);
  }

  /**
   * The documents of a group that may not stay as they are when another represents it: usually
   * none, as they are near-duplicates of that one; all, where they are to be dropped.
   *
   * @param isFormerBehind whether the representative before goes behind it
   */
  List<LiveDocument> unsure(long group, LiveDocument representative, boolean isFormerBehind)
      throws IOException {
    // behind a verdict alone there may be what has more
    boolean hasAll = isFormerBehind && !comparer.isJudged(representative);
    return drops
        ? members(group)
        : entries(group(group).unsure(representative, hasAll, this::elements));
  }

  private Optional<ElementSet> elements(RankedDocument document) throws IOException {
    Optional<ElementSet> known = comparer.known(document);
    return known != null
        ? known
        : comparer.elements(document instanceof LiveDocument own ? own : find(document.id));
  }

  private Group group(long number) throws IOException {
    return groups.get(
        number,
        (group, action) -> {
          snapshot.forEachMember(group, action);
          pending.members(group).forEach(action);
        });
  }

  private List<LiveDocument> entries(Collection<Group.Member> members) throws IOException {
    List<LiveDocument> entries = new ArrayList<>(members.size());
    for (Group.Member member : members) {
      entries.add(find(member.id));
    }
    return entries;
  }
}
