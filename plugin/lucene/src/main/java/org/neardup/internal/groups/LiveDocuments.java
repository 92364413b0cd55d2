// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
  /** Says step by step what is to be changed, and changes nothing itself. */
  public interface Steps {
    /** The next step, when the one before has been carried out; nothing once there are no more. */
    List<Change> next() throws IOException;

    /** What is to be done. */
    sealed interface Change {}

    /**
     * A document goes to a place.
     *
     * @param representative what it is hidden behind; null if it is visible
     * @param isReported whether listeners hear of that document by itself
     */
    record Move(LiveDocument document, long group, LiveDocument representative, boolean isReported)
        implements Change {}

    /**
     * What is behind one document is behind another now, unless later changes say otherwise.
     *
     * @param former id of the one before
     */
    record Succession(String former, LiveDocument representative) implements Change {}
  }

  private final IndexSnapshot snapshot;
  private final PendingTable pending;
  private final GroupCache groups;
  private final DocumentComparer comparer;
  private final RecordWriter records;
  private boolean drops; // instead of hiding

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
   * Brings a document to a place; it is dropped instead of hidden where that is due. One that just
   * arrived is to be written in its place.
   *
   * @param representative what it is hidden behind; null if it is visible
   */
  void move(LiveDocument document, long group, LiveDocument representative) throws IOException {
    boolean isNew = document.isPending() && !document.isFiled;
    boolean isDropped = isDroppedFor(representative);
    if (isDropped) {
      document.place(group, true);
    } else {
      file(document, group, representative != null);
    }
    if (isNew) {
      document.setIndexedAsPlaced();
    } else if (isDropped) {
      drop(document);
    } else {
      updateIndex(document);
    }
  }

  /** Puts a new version of a document in its place. */
  void replace(LiveDocument old, LiveDocument document) throws IOException {
    remove(old);
    file(document, old.group(), old.isHidden());
    document.setIndexedAsPlaced();
  }

  void remove(LiveDocument document) {
    leave(document);
    if (document.isPending()) {
      pending.remove(document);
    } else {
      snapshot.remove(document);
    }
  }

  /** Makes no document of the snapshot a candidate, before all are decided on from scratch. */
  void hideAll(boolean dropsAgain) {
    drops = dropsAgain;
    snapshot.hideAll();
  }

  /** Removes a document, from the index too as soon as that has it. */
  private void drop(LiveDocument variant) throws IOException {
    remove(variant);
    if (variant.isWritten()) {
      records.delete(variant.id);
    }
  }

  /** Notes that the index writer has a document now, and does what waited for it. */
  void written(LiveDocument document) throws IOException {
    document.setWritten();
    if (!document.isFiled) { // it was dropped since
      records.delete(document.id);
      return;
    }
    updateIndex(document);
    if (drops && !document.isHidden()) {
      for (LiveDocument variant : inMemory(document.group())) {
        if (variant.isHidden()) { // as long as that was not written
          drop(variant);
        }
      }
    }
  }

  /**
   * The documents of a group that arrived or moved since the refresh, and others that were read.
   */
  private List<LiveDocument> inMemory(long group) {
    List<LiveDocument> members = pending.members(group);
    members.addAll(snapshot.known().members(group));
    return members;
  }

  private void updateIndex(LiveDocument document) throws IOException {
    if (!document.isIndexedAsPlaced() && document.isWritten()) {
      records.updatePlace(document.id, document.group(), document.isHidden());
      document.setIndexedAsPlaced();
    }
  }

  /** Takes back a removal; the document is hidden in a new group until it is moved. */
  void restore(LiveDocument document, long group) throws IOException {
    if (!document.isPending()) {
      snapshot.restore(document);
    }
    file(document, group, true); // its former group may have another representative by now
  }

  /** Gives a document a place, and notes that in all tables. */
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
    return documents(group(group).all());
  }

  /** The preferred document of a group; null if the group has none. */
  LiveDocument best(long group) throws IOException {
    Group.Member best = group(group).best();
    return best == null ? null : find(best.id);
  }

  /** The visible document of a group; no others are read. */
  LiveDocument representative(long group) throws IOException {
    for (LiveDocument document : inMemory(group)) {
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
    return drops
        ? members(group)
        : documents(group(group).unsure(representative, isFormerBehind, this::elements));
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
        action -> {
          snapshot.forEachMember(number, action);
          pending.members(number).forEach(action);
        });
  }

  private List<LiveDocument> documents(Collection<Group.Member> members) throws IOException {
    List<LiveDocument> documents = new ArrayList<>(members.size());
    for (Group.Member member : members) {
      documents.add(find(member.id));
    }
    return documents;
  }
}
