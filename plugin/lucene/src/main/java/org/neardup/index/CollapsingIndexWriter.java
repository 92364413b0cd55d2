// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOUtils;
import org.neardup.codec.NearDupCodec;
import org.neardup.codec.NearDupFields;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.TextSketcher;

/**
 * Writes an index in which one version of each document is visible: it decides of every document
 * that arrives whether it is a near-duplicate of a visible one, and hides or drops it then.
 *
 * <p>Of near-duplicates the one that arrived first represents its group. When it is deleted or its
 * text changes, the others are decided anew in the order in which they arrived, so that nothing
 * stays hidden behind a document that is gone or that it does not resemble. A document with the id
 * of an earlier one replaces it.
 *
 * <p>Read the index through {@link #openReader} or any {@link DirectoryReader}, and hide the
 * variants with {@code org.neardup.search.OneVersion}.
 *
 * <p>If an index cannot be read or written any more, the call that notices it throws, and so does
 * every later one: {@link AlreadyClosedException}. The last commit holds then.
 *
 * <p>Safe for threads. {@link #update} works on many threads at once; {@link #refresh} and {@link
 * #commit} wait for those under way and keep others waiting, so that readers and commits see each
 * operation whole or not at all. Which of two near-duplicates is first is decided by the order in
 * which calls of {@link #update} get there; {@link #prepare} in any order and update in one, and
 * the same documents give the same index.
 */
public final class CollapsingIndexWriter implements Closeable {
  private static final int STRIPES = 256;

  private final CollapseConfig config;
  private final CommitSettings settings;
  private final Analyzer analyzer;
  private final CollapseListener listener;
  private final IndexWriter writer;
  private final IndexWrites writes;
  private final GroupTable groups; // its own lock; taken after a stripe, never before
  private final Queue<Preparer> idlePreparers = new ConcurrentLinkedQueue<>();
  private final ReadWriteLock operations = new ReentrantReadWriteLock();
  private final Object[] stripes = new Object[STRIPES];
  private final double maxPendingBytes;

  private DirectoryReader reader; // guarded by operations
  private volatile Throwable failure; // of a decision; it closed the writer

  private CollapsingIndexWriter(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener,
      boolean retuning)
      throws IOException {
    this.config = config;
    this.listener = listener;
    analyzer = writerConfig.getAnalyzer();
    TextSketcher sketcher = config.textSketcher(analyzer);
    SketchParameters parameters = sketcher.parameters();
    settings = new CommitSettings(config, parameters, AnalyzerProbe.id(analyzer, config));
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
    long nextNumber = 0;
    if (writerConfig.getOpenMode() != OpenMode.CREATE) {
      nextNumber =
          retuning ? settings.nextNumberForRetuning(directory) : settings.nextNumber(directory);
    }
    writerConfig.setCodec(
        NearDupCodec.wrap(writerConfig.getCodec(), NearDupFields.SKETCH, parameters));
    writer = new IndexWriter(directory, writerConfig);
    double bufferMegabytes = writerConfig.getRAMBufferSizeMB();
    maxPendingBytes =
        bufferMegabytes == IndexWriterConfig.DISABLE_AUTO_FLUSH
            ? Double.POSITIVE_INFINITY
            : bufferMegabytes * 1024 * 1024;
    writes = new IndexWrites(writer, config);
    groups = new GroupTable(config, sketcher, writes, listener, nextNumber);
  }

  /**
   * Opens an index for writing, and makes it if there is none.
   *
   * @param writerConfig of the index writer; its analyzer is the one whose tokens are compared, its
   *     codec is wrapped. As with {@link IndexWriter} it cannot be used twice
   * @throws IndexSettingsException if there is an index that other settings or something else made
   */
  public static CollapsingIndexWriter open(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    return open(directory, config, writerConfig, CollapseListener.NONE);
  }

  /** As {@link #open(Directory, CollapseConfig, IndexWriterConfig)}, with a listener. */
  public static CollapsingIndexWriter open(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener)
      throws IOException {
    return open(new CollapsingIndexWriter(directory, config, writerConfig, listener, false));
  }

  private static CollapsingIndexWriter open(CollapsingIndexWriter writer) throws IOException {
    boolean opened = false;
    try {
      writer.openFirstReader();
      writer.commit(); // an index without documents has its settings too
      opened = true;
      return writer;
    } finally {
      if (!opened) {
        IOUtils.closeWhileHandlingException(writer.reader, writer.writer);
      }
    }
  }

  /**
   * Changes the threshold, the preference or the fate of variants of an index, and decides on all
   * documents anew, from their sketches and stored fields, without analysing texts again (but for
   * those few that are compared exactly). The index is rewritten, with new bands.
   *
   * @param config as the index was made with, but for threshold, preference and variants; to {@link
   *     Variants#REPORT} and from it nothing can change. Fields that the preference names must be
   *     stored
   * @param writerConfig as for {@link #open}
   * @throws IndexSettingsException if other settings differ; the index is as it was
   */
  public static Reconciled retune(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    writerConfig.setMergePolicy(new RewritingMergePolicy(writerConfig.getMergePolicy(), directory));
    CollapsingIndexWriter writer =
        new CollapsingIndexWriter(directory, config, writerConfig, CollapseListener.NONE, true);
    boolean done = false;
    try {
      writer.openFirstReader();
      writer.writer.forceMerge(1);
      Reconciled reconciled = writer.reconcile();
      writer.close();
      done = true;
      return reconciled;
    } finally {
      if (!done) {
        IOUtils.closeWhileHandlingException(writer::rollback);
      }
    }
  }

  private void openFirstReader() throws IOException {
    reader = DirectoryReader.open(writer);
    synchronized (groups) {
      groups.refreshed(reader);
    }
  }

  /**
   * Analyses and sketches a document, without deciding anything.
   *
   * @throws IllegalArgumentException if the document has not exactly one id, or a field with a name
   *     of ours
   */
  public Prepared prepare(Document document) throws IOException {
    Preparer idle = idlePreparers.poll();
    Preparer preparer = idle != null ? idle : new Preparer(config, config.textSketcher(analyzer));
    Prepared prepared = preparer.prepare(document);
    idlePreparers.add(preparer);
    return prepared;
  }

  /**
   * Adds a document, or replaces the one that has its id.
   *
   * @throws IllegalArgumentException as {@link #prepare} does, or as {@link IndexWriter} does; the
   *     document is not added then, and one with its id stays
   */
  public Outcome update(Document document) throws IOException {
    return update(prepare(document));
  }

  /** Adds a document that this writer prepared, or replaces the one that has its id. */
  public Outcome update(Prepared prepared) throws IOException {
    Outcome outcome;
    operations.readLock().lock();
    try {
      ensureOpen();
      synchronized (stripe(prepared.id())) {
        outcome = place(prepared);
      }
    } finally {
      operations.readLock().unlock();
    }
    refreshIfFull();
    return outcome;
  }

  private Outcome place(Prepared prepared) throws IOException {
    GroupTable.Placement placement = decide(() -> groups.place(prepared));
    Outcome outcome = outcome(placement);
    try {
      write(prepared, placement);
    } catch (Throwable t) {
      withdraw(placement, t);
      throw t;
    }
    decide(
        () -> {
          groups.written(placement);
          return null;
        });
    listener.arrived(prepared.id(), outcome);
    return outcome;
  }

  private void withdraw(GroupTable.Placement placement, Throwable cause) {
    try {
      decide(
          () -> {
            groups.withdraw(placement);
            return null;
          });
    } catch (Throwable t) {
      cause.addSuppressed(t); // such as a writer that the cause closed
    }
  }

  /** Something that changes groups. */
  @FunctionalInterface
  private interface Decision<T> {
    T take() throws IOException;
  }

  /**
   * Takes a decision under its lock. One that fails halfway, as the index cannot be read, leaves
   * groups that nobody can vouch for. So the writer closes then, and the last commit holds.
   */
  private <T> T decide(Decision<T> decision) throws IOException {
    synchronized (groups) {
      try {
        return decision.take();
      } catch (Throwable t) {
        failure = t;
        try {
          writer.rollback();
        } catch (Throwable second) {
          t.addSuppressed(second);
        }
        throw t;
      }
    }
  }

  private Outcome outcome(GroupTable.Placement placement) {
    boolean replaced = placement.old() != null;
    Match behind = placement.behind();
    if (behind != null) {
      String representative = behind.representative().id;
      return switch (config.variants()) {
        case HIDE -> new Outcome.Hidden(representative, behind.similarity(), replaced);
        case DROP -> new Outcome.Dropped(representative, behind.similarity(), replaced);
        case REPORT -> new Outcome.Reported(representative, behind.similarity(), replaced);
      };
    }
    if (placement.displaced().isEmpty()) {
      return new Outcome.Visible(replaced);
    }
    return new Outcome.TookOver(
        placement.displaced().stream().map(match -> match.representative().id).toList(),
        placement.displaced().getFirst().similarity(),
        replaced);
  }

  private void write(Prepared prepared, GroupTable.Placement placement) throws IOException {
    if (!placement.dropped()) {
      writes.write(prepared.document(), placement);
    } else if (placement.old() != null) {
      writes.delete(placement.old());
    }
  }

  /**
   * Deletes the document with an id; of the variants that it stood for, one becomes visible.
   *
   * @return whether there was such a document
   */
  public boolean delete(String id) throws IOException {
    operations.readLock().lock();
    try {
      ensureOpen();
      synchronized (stripe(id)) {
        return remove(Set.of(id)) > 0;
      }
    } finally {
      operations.readLock().unlock();
    }
  }

  /**
   * Deletes the documents that match a query, hidden ones included, as {@link #delete(String)}
   * does, all at once for readers and commits.
   *
   * @return how many
   */
  public int delete(Query query) throws IOException {
    operations.writeLock().lock();
    try {
      ensureOpen();
      refreshLocked();
      return remove(matching(query));
    } finally {
      operations.writeLock().unlock();
    }
  }

  private Set<String> matching(Query query) throws IOException {
    Set<String> ids = new LinkedHashSet<>();
    IndexSearcher searcher = new IndexSearcher(reader);
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : reader.leaves()) {
      collectIds(weight, leaf, ids);
    }
    return ids;
  }

  private static void collectIds(Weight weight, LeafReaderContext leaf, Set<String> ids)
      throws IOException {
    Scorer scorer = weight.scorer(leaf);
    BinaryDocValues idsOfLeaf = leaf.reader().getBinaryDocValues(NearDupFields.ID);
    if (scorer != null && idsOfLeaf != null) {
      Bits live = leaf.reader().getLiveDocs();
      DocIdSetIterator docs = scorer.iterator();
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if ((live == null || live.get(doc)) && idsOfLeaf.advanceExact(doc)) {
          ids.add(idsOfLeaf.binaryValue().utf8ToString());
        }
      }
    }
  }

  private int remove(Set<String> ids) throws IOException {
    return decide(
        () -> {
          List<Entry> entries = new ArrayList<>();
          for (String id : ids) {
            Entry entry = groups.find(id);
            if (entry != null) {
              writes.delete(entry);
              entries.add(entry);
            }
          }
          groups.remove(entries);
          return entries.size();
        });
  }

  /**
   * Makes what was written so far visible to {@link #openReader}, and frees the memory that it
   * took.
   */
  public void refresh() throws IOException {
    operations.writeLock().lock();
    try {
      ensureOpen();
      refreshLocked();
    } finally {
      operations.writeLock().unlock();
    }
  }

  private void refreshLocked() throws IOException {
    DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
    if (newer != null) {
      DirectoryReader unused = newer; // until all is well
      try {
        synchronized (groups) {
          groups.refreshed(newer);
        }
        unused = reader;
        reader = newer;
      } finally {
        unused.close();
      }
    }
  }

  /**
   * How many documents that share a band with one that arrived were not looked at since this writer
   * was opened, as too many share that band: some near-duplicates may stay visible twice if this is
   * not 0.
   */
  public long skippedCandidates() {
    synchronized (groups) {
      return groups.skippedCandidates();
    }
  }

  /** Merges the index down to so many segments; see {@link IndexWriter#forceMerge(int)}. */
  public void forceMerge(int maxSegments) throws IOException {
    writer.forceMerge(maxSegments);
  }

  /**
   * A reader over all documents, hidden ones included, as they are at this moment. The caller
   * closes it.
   */
  public DirectoryReader openReader() throws IOException {
    operations.writeLock().lock();
    try {
      ensureOpen();
      return DirectoryReader.open(writer);
    } finally {
      operations.writeLock().unlock();
    }
  }

  /**
   * Decides on every document anew, the preferred first, from the stored sketches: makes an index
   * whole again that was changed behind this writer's back. Nothing else is written in the
   * meantime.
   *
   * <p>Takes a look-up and about 200 bytes a document.
   */
  public Reconciled reconcile() throws IOException {
    operations.writeLock().lock();
    try {
      ensureOpen();
      return decide(
          () -> {
            refreshLocked();
            groups.refreshed(reader);
            Reconciled reconciled = groups.reconcile();
            refreshLocked();
            groups.refreshed(reader);
            return reconciled;
          });
    } finally {
      operations.writeLock().unlock();
    }
  }

  /**
   * Adds whole indexes that were made with the same settings, and reconciles. No two of all the
   * documents should have one id, as both would stay.
   *
   * @throws IndexSettingsException if one was made with other settings; nothing is added then
   */
  public Reconciled addIndexes(Directory... directories) throws IOException {
    long othersNextNumber = 0;
    for (Directory directory : directories) {
      othersNextNumber = Math.max(othersNextNumber, settings.nextNumber(directory));
    }
    operations.writeLock().lock();
    try {
      ensureOpen();
      synchronized (groups) {
        groups.reserveNumbers(othersNextNumber);
      }
      writer.addIndexes(directories);
      return reconcile();
    } finally {
      operations.writeLock().unlock();
    }
  }

  /** Makes all that was written so far durable. */
  public void commit() throws IOException {
    operations.writeLock().lock();
    try {
      ensureOpen();
      commitLocked();
    } finally {
      operations.writeLock().unlock();
    }
  }

  private void commitLocked() throws IOException {
    synchronized (groups) {
      writer.setLiveCommitData(settings.userData(groups.nextNumber()).entrySet());
    }
    writer.commit();
  }

  /** Closes the index and forgets what came after the last commit. */
  public void rollback() throws IOException {
    operations.writeLock().lock();
    try {
      IOUtils.close(reader, writer::rollback);
    } finally {
      operations.writeLock().unlock();
    }
  }

  /** Commits and closes the index; if that fails, what came after the last commit is lost. */
  @Override
  public void close() throws IOException {
    operations.writeLock().lock();
    try {
      try {
        if (writer.isOpen()) {
          commitLocked();
        }
      } finally {
        IOUtils.close(reader, writer::rollback);
      }
    } finally {
      operations.writeLock().unlock();
    }
  }

  private void ensureOpen() {
    if (!writer.isOpen()) {
      Throwable cause = failure != null ? failure : writer.getTragicException();
      throw new AlreadyClosedException("this writer is closed", cause);
    }
  }

  private Object stripe(String id) {
    return stripes[Math.floorMod(id.hashCode(), STRIPES)];
  }

  private void refreshIfFull() throws IOException {
    boolean full;
    synchronized (groups) {
      full =
          groups.pendingCount() >= config.maxPending() || groups.pendingBytes() >= maxPendingBytes;
    }
    if (full) {
      refresh();
    }
  }
}
