// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.util.SparseFixedBitSet;
import org.neardup.internal.group.HotKeyLimits;
import org.neardup.search.OneVersion;
import org.neardup.search.VersionGroups;
import org.neardup.search.derived.ReaderDiff.GoneDoc;

/**
 * Derives the groups of a reader from the sketches of its live documents. In a given order, each
 * document is hidden if an earlier visible one shares a band key with it and resembles it by at
 * least the threshold, as the sketches estimate; it is hidden behind the one that it resembles
 * most, and of those the earliest. So the groups depend on the live documents and the order alone.
 *
 * <p>Groups are kept up to date from reader to reader, in time that grows with what changed: new
 * segments and deletions. Documents of merged segments are recognised, if the order gives each
 * document its own value. Where a representative is gone, the group numbers of all documents are
 * looked at, which takes less than a nanosecond each.
 *
 * <p>Under each band key a document is compared with the first 256 visible ones at most, so that a
 * template on very many pages costs no more.
 *
 * <p>Memory, for each document: 4 bytes for its group, unless no other of 1024 documents is in one;
 * 8 bytes and what the order takes packed, if there is one; and 2 bits. And 12 bytes a group.
 *
 * <p>Safe for threads: derives one reader after the other.
 */
public final class GroupDeriver implements VersionGroups.Source {
  /** How many visible documents under one key others are compared with. */
  static final int WINDOW = HotKeyLimits.WINDOW;

  private final String field;
  private final double threshold;
  private final DocumentOrder order;
  private final Executor executor;
  private final int window;
  private DerivedGroups last = DerivedGroups.NONE;

  /**
   * Derives groups of one field.
   *
   * @param field of the sketches
   * @param threshold least estimated resemblance of near-duplicates, above 0, at most 1
   * @param order of documents
   * @param executor runs parts of a derivation beside the calling thread; null for none
   */
  public GroupDeriver(String field, double threshold, DocumentOrder order, Executor executor) {
    this(field, threshold, order, executor, WINDOW);
  }

  GroupDeriver(String field, double threshold, DocumentOrder order, Executor executor, int window) {
    this.field = Objects.requireNonNull(field, "field");
    if (!(threshold > 0 && threshold <= 1)) { // so that NaN is refused
      throw new IllegalArgumentException(
          "threshold must be above 0 and at most 1, got " + threshold);
    }
    this.threshold = threshold;
    this.order = Objects.requireNonNull(order, "order");
    this.executor = executor;
    this.window = window;
  }

  /**
   * The groups of a reader: those of the last one as far as the two agree. Waits for another thread
   * that derives.
   *
   * @param reader over all live documents, not one that hides some
   * @throws IllegalArgumentException if the field holds something else than sketches, or sketches
   *     that cannot be compared with each other, or the reader is one of {@link OneVersion#wrap}
   */
  @Override
  public synchronized DerivedGroups groups(IndexReader reader) throws IOException {
    if (!last.isOf(reader)) {
      last = derive(reader);
    }
    return last;
  }

  private DerivedGroups derive(IndexReader reader) throws IOException {
    OneVersion.requireAllVersions(reader);
    ReaderDiff change = new ReaderDiff(last, reader.leaves(), field, order);
    change.find(!order.keys().isEmpty() && !last.hasTies());
    // What a visible document kept from being compared is not known once its sketch is gone.
    boolean startsAgain =
        last.segments().isEmpty()
            || (last.isOverfull()
                && change.gone().stream().anyMatch(doc -> doc.wasVisible() && doc.doc() < 0));
    SegmentBuilders segments = SegmentBuilders.of(change.segments(), reader.maxDoc());
    GroupDirectory.Builder directory = change.directory();
    if (startsAgain) {
      segments = segments.reset();
      directory = new GroupDirectory.Builder(GroupDirectory.EMPTY);
    }
    NeighbourReader neighbours = segments.neighbours(field, threshold, window);
    Derivation derivation =
        new Derivation(
            segments, directory, neighbours, startsAgain, last.hasTies() && !startsAgain, window);
    if (startsAgain) {
      runFromScratch(derivation, segments);
    } else {
      remove(change.gone(), segments, directory, derivation);
      derivation.run();
    }
    return new DerivedGroups(
        VersionGroups.key(reader),
        segments.all().stream().map(SegmentBuilder::finish).toList(),
        segments.starts(),
        segments.bySlot(),
        directory.finish(),
        derivation.hasTies(),
        derivation.isOverfull() || (last.isOverfull() && !startsAgain));
  }

  private void runFromScratch(Derivation derivation, SegmentBuilders segments) throws IOException {
    int threads = executor == null ? 1 : Runtime.getRuntime().availableProcessors();
    List<NeighbourReader> readers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      readers.add(segments.neighbours(field, threshold, window));
    }
    derivation.run(readers, new TaskExecutor(executor == null ? Runnable::run : executor));
  }

  private void remove(
      List<GoneDoc> gone,
      SegmentBuilders segments,
      GroupDirectory.Builder directory,
      Derivation derivation)
      throws IOException {
    SparseFixedBitSet headless = new SparseFixedBitSet(directory.end());
    List<Integer> goneVisible = new ArrayList<>();
    for (GoneDoc doc : gone) {
      if (doc.group() != 0) {
        derivation.shrink(doc.group());
        if (doc.wasVisible() && directory.size(doc.group()) > 0) {
          headless.set(doc.group());
        }
      }
      if (doc.wasVisible() && last.isOverfull()) {
        goneVisible.add(doc.doc());
      }
    }
    derivation.removed(goneVisible);
    if (headless.cardinality() > 0) {
      segments.all().forEach(segment -> segment.setMembersDirty(headless));
    }
  }
}
