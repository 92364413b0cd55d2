// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.group.BandKeys;

/**
 * The live documents since a refresh: those of its snapshot and those pending since, by id, by
 * group, and by band key if they are visible. Each refresh makes a new one.
 */
public final class LiveDocuments {
  private final IndexSnapshot snapshot;
  private final PendingTable pending;
  private final GroupCache groups;

  LiveDocuments(IndexSnapshot snapshot, PendingTable pending, GroupCache groups) {
    this.snapshot = snapshot;
    this.pending = pending;
    this.groups = groups;
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
        + (long) Member.BYTES * groups.readCount();
  }

  /** Documents in memory: those that count as pending, and others that may be read again. */
  public int heldCount() {
    return pending.arrivals() + snapshot.known().count() + (int) groups.size();
  }

  /** Documents that searches skipped, as too many share a key. */
  long skippedCandidates() {
    return snapshot.skippedCandidates() + pending.skippedCandidates();
  }

  /** The document with an id, or null. */
  public LiveDocument find(String id) throws IOException {
    LiveDocument entry = pending.find(id); // what it replaced was removed when it came
    return entry != null ? entry : snapshot.find(id);
  }

  /** A visible document with the same text, or null. */
  LiveDocument copy(LiveDocument entry) throws IOException {
    LiveDocument copy = pending.copy(entry);
    return copy == null ? snapshot.copy(entry) : copy;
  }

  /**
   * Gives the visible documents that share a band with a sketch.
   *
   * @param most pending ones to look at, and as many of the snapshot's, shared out among the keys
   */
  void forEachCandidate(BandKeys keys, int most, IndexSnapshot.CandidateAction action)
      throws IOException {
    pending.forEachCandidate(keys, most, action);
    snapshot.forEachCandidate(keys, most, action);
  }

  /** Adds a document that arrived. */
  void add(LiveDocument entry) {
    pending.add(entry);
    join(entry);
  }

  void remove(LiveDocument entry) {
    leave(entry);
    if (entry.isPending()) {
      pending.remove(entry);
    } else {
      snapshot.remove(entry);
    }
  }

  /** Takes back a removal. */
  void restore(LiveDocument entry) throws IOException {
    if (entry.isPending()) {
      pending.add(entry);
    } else {
      snapshot.restore(entry);
    }
    join(entry);
  }

  /** Notes the place that a document has now. */
  void file(LiveDocument entry) throws IOException {
    leave(entry);
    if (entry.isPending()) {
      pending.file(entry);
    } else {
      snapshot.file(entry);
    }
    join(entry);
  }

  private void leave(LiveDocument entry) {
    if (entry.isFiled) {
      groups.remove(entry.filedUnder, entry);
    }
  }

  private void join(LiveDocument entry) {
    if (entry.isFiled) {
      groups.add(entry.filedUnder, entry);
    }
  }

  /**
   * Removes documents of the snapshot, all at once, while nothing is pending. They can still be
   * read; a refresh is due then.
   *
   * @param docs their numbers
   */
  void removeAll(FixedBitSet docs) throws IOException {
    snapshot.removeAll(docs);
    DocIdSetIterator each = new BitSetIterator(docs, docs.length());
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      LiveDocument gone = snapshot.read(doc);
      groups.remove(gone.group, gone);
    }
  }

  /** The documents of a group. */
  List<LiveDocument> members(long group) throws IOException {
    return entries(group(group).all());
  }

  /** The preferred document of a group; null if the group has none. */
  LiveDocument best(long group) throws IOException {
    Member best = group(group).best();
    return best == null ? null : find(best.id);
  }

  /** The visible document of a group; no others are read. */
  LiveDocument representative(long group) throws IOException {
    for (LiveDocument entry : pending.members(group)) {
      if (!entry.hidden) {
        return entry;
      }
    }
    return snapshot.representative(group);
  }

  /**
   * The documents of a group that may be no near-duplicates of its new representative; usually
   * none.
   */
  List<LiveDocument> unsure(long group, LiveDocument representative, GroupDistances.Texts texts)
      throws IOException {
    return entries(group(group).unsure(representative, texts));
  }

  private Group group(long number) throws IOException {
    return groups.get(
        number,
        (group, action) -> {
          snapshot.forEachMember(group, action);
          pending.members(group).forEach(action);
        });
  }

  private List<LiveDocument> entries(List<Member> members) throws IOException {
    List<LiveDocument> entries = new ArrayList<>(members.size());
    for (Member member : members) {
      entries.add(find(member.id));
    }
    return entries;
  }
}
