// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.ThreadInterruptedException;
import org.neardup.codec.NearDupCodec;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CommitSettings.Purpose;
import org.neardup.index.groups.GroupSettings;
import org.neardup.index.groups.GroupTable;
import org.neardup.index.groups.PlacementListener;
import org.neardup.index.upkeep.BandRewriter;
import org.neardup.index.upkeep.RewritingMergePolicy;
import org.neardup.index.upkeep.StoredSample;
import org.neardup.record.DocumentRecord;
import org.neardup.record.LastCommit;
import org.neardup.record.RecordWriter;
import org.neardup.record.SegmentMark;

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
 * <p>Safe for threads. {@link #updateDocument(Document)} works on many threads at once; {@link
 * #refresh} and {@link #commit} wait for those under way and keep others waiting, so that readers
 * and commits see each operation whole or not at all. Which of two near-duplicates is first is
 * decided by the order in which calls of {@link #updateDocument(Document)} get there; {@link
 * #prepare} in any order and update in one, and the same documents give the same index.
 *
 * <p>Of the settings of an {@link IndexWriterConfig}, these are supported:
 *
 * <table>
 * <caption>Settings of the index writer</caption>
 * <tr><td>index sort</td><td>by fields of the application; of what another writer added {@link
 *     IndexCheck#repair} takes for the order of arrival how it is sorted</td></tr>
 * <tr><td>soft deletes</td><td>no: deleted documents are gone, so the field is refused, and so is a
 *     {@code SoftDeletesRetentionMergePolicy}</td></tr>
 * <tr><td>parent field</td><td>yes, of any name but ours</td></tr>
 * <tr><td>nested documents</td><td>no: there is no {@code updateDocuments}, each document stands
 *     for itself</td></tr>
 * <tr><td>codec</td><td>any that chooses its doc values format by field ({@code
 *     PerFieldDocValuesFormat}), as all of Lucene's own do; others are refused</td></tr>
 * <tr><td>merge policy, merge scheduler</td><td>any, also such as reorder documents; {@link #retune}
 *     and {@link IndexCheck#repair} merge what they have to, and nothing else, and refuse {@code
 *     NoMergeScheduler}, with which {@link #forceMerge} waits until it is interrupted</td></tr>
 * <tr><td>open mode, index commit, deletion policy</td><td>any; {@link #retune} and {@link
 *     IndexCheck#repair} go on with the latest commit</td></tr>
 * <tr><td>all others</td><td>yes</td></tr>
 * </table>
 *
 * <p>The analyzer must make the same tokens of the same text of a field, whenever it is asked: it
 * is not asked again for texts that came shortly before.
 */
public final class CollapsingIndexWriter implements Closeable {
  private static final long RECENT_TEXT_BYTES = 16 << 20;

  private final CollapseConfig config;
  private final KeyFields keys;
  private final SketchParameters parameters;
  private final CommitSettings settings;
  private final Analyzer analyzer;
  private final boolean commitsOnClose;
  private final MergingWriter writer;
  private final WriterGuard guard;
  private final DocumentChanges changes;
  private final LatestReader latest;
  private final Maintenance maintenance;
  private final Queue<Preparer> idlePreparers = new ConcurrentLinkedQueue<>();
  private final RecentTexts recentTexts = new RecentTexts(RECENT_TEXT_BYTES);
  private Map<String, String> commitData; // of the guard: changed alone

  private CollapsingIndexWriter(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener,
      Purpose purpose)
      throws IOException {
    WriterSettings.check(writerConfig);
    this.config = config;
    keys = new KeyFields(config);
    analyzer = writerConfig.getAnalyzer();
    commitsOnClose = writerConfig.getCommitOnClose();
    TextSketcher sketcher = config.textSketcher(analyzer);
    parameters = sketcher.parameters();
    settings = new CommitSettings(config, parameters, analyzer);
    settings.check(CommitSettings.lastCommit(directory, writerConfig), purpose);
    writerConfig.setCodec(
        SegmentMark.marking(
            NearDupCodec.wrap(writerConfig.getCodec(), DocumentRecord.SKETCH_FIELD, parameters)));
    writer = new MergingWriter(directory, writerConfig);
    // Again, as another writer may have been there before this one had the lock.
    LastCommit commit =
        orClose(() -> CommitSettings.lastCommit(directory, writerConfig), writer::rollback);
    long nextNumber = orClose(() -> settings.check(commit, purpose), writer::rollback);
    settings.keepTraits(commit);
    commitData = CommitSettings.others(commit);
    double bufferMegabytes = writerConfig.getRAMBufferSizeMB();
    double maxPendingBytes =
        bufferMegabytes == IndexWriterConfig.DISABLE_AUTO_FLUSH
            ? Double.POSITIVE_INFINITY
            : bufferMegabytes * 1024 * 1024;
    RecordWriter records = new RecordWriter(writer, config.idField(), config.variants().marker());
    GroupSettings groups = config.groupSettings(maxPendingBytes);
    guard =
        new WriterGuard(
            writer, new GroupTable(groups, sketcher, records, placements(listener), nextNumber));
    changes = new DocumentChanges(config, guard, records, listener);
    latest = new LatestReader(writer, guard);
    maintenance = new Maintenance(config, settings, writer, records, guard, latest);
  }

  private static PlacementListener placements(CollapseListener listener) {
    return new PlacementListener() {
      @Override
      public void moved(String id, Optional<String> representative) {
        listener.moved(id, representative);
      }

      @Override
      public void succeeded(String former, String representative) {
        listener.succeeded(former, representative);
      }
    };
  }

  /**
   * Opens an index for writing, and makes it if there is none.
   *
   * <p>An index opens with the analyzer only that made it, or one that does the same. That is told
   * by the tokens of a probe (function words of some 40 languages, words of all lengths up to 64
   * characters and some up to 5000, all of ASCII), by the class name of the analyzer, its stop
   * words, and its factories or longest token, where these are public, and by up to 100 stored
   * documents, which are sketched anew. It cannot be told of an analyzer that differs from it only
   * in words which are in none of these, if its class has the same name or none, or if it is
   * wrapped in another ({@code PerFieldAnalyzerWrapper}): as in a stop word, synonym or entry of a
   * dictionary that is rare, or a limit on the number of tokens that no document sampled reaches.
   *
   * @param writerConfig of the index writer; its analyzer is the one whose tokens are compared, its
   *     codec is wrapped. As with {@link IndexWriter} it cannot be used twice
   * @throws IllegalArgumentException if the writer's configuration has a setting that is not
   *     supported; nothing is written then
   * @throws IndexSettingsException if there is an index that other settings or something else made,
   *     or a document that another analyzer sketched
   */
  public static CollapsingIndexWriter open(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    return open(directory, config, writerConfig, CollapseListener.NONE);
  }

  /**
   * As {@link #open(Directory, CollapseConfig, IndexWriterConfig)}, with a listener.
   *
   * @param listener {@link CollapseListener#NONE} to hear of nothing; not null
   */
  public static CollapsingIndexWriter open(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      CollapseListener listener)
      throws IOException {
    Objects.requireNonNull(listener, "listener");
    return open(
        new CollapsingIndexWriter(directory, config, writerConfig, listener, Purpose.WRITING));
  }

  private static CollapsingIndexWriter open(CollapsingIndexWriter writer) throws IOException {
    return orClose(
        () -> {
          writer.openLatest();
          if (!DirectoryReader.indexExists(writer.writer.getDirectory())) {
            writer.commitWriter(); // an index without documents has its settings too
          }
          return writer;
        },
        writer.latest,
        writer.writer::rollback);
  }

  /** Opens the reader over which decisions are taken, and has a look at what it shows. */
  private void openLatest() throws IOException {
    latest.open();
    StoredSample.check(latest.get(), config, config.textSketcher(analyzer));
  }

  /** What an action makes; if it fails, closes what it would have needed. */
  private static <T> T orClose(IOSupplier<T> action, Closeable... needed) throws IOException {
    boolean done = false;
    try {
      T made = action.get();
      done = true;
      return made;
    } finally {
      if (!done) {
        IOUtils.closeWhileHandlingException(needed);
      }
    }
  }

  /**
   * Changes the threshold, the preference or the fate of variants of an index, and decides on all
   * documents anew, from their sketches and stored fields, without analysing texts again (but for
   * those few that are compared exactly). The index is rewritten, with new bands, if the threshold
   * is a new one, and once more if documents become visible, which get bands then.
   *
   * @param config as the index was made with, but for threshold, preference and variants; to {@link
   *     Variants#REPORT} and from it nothing can change. Fields that a new preference names must be
   *     stored
   * @param writerConfig as for {@link #open}, to go on with the latest commit
   * @throws IndexSettingsException if other settings differ; the index is as it was
   */
  public static Reconciled retune(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig)
      throws IOException {
    boolean ranksAnew = !CollapseConfig.of(directory).preference().equals(config.preference());
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.RETUNING,
        (writer, bands) -> {
          writer.openLatest();
          return writer.maintenance.retune(ranksAnew, bands);
        });
  }

  /** See {@link IndexCheck#repair}. */
  static RepairReport repair(
      Directory directory, CollapseConfig config, IndexWriterConfig writerConfig, CheckReport found)
      throws IOException {
    return rewrite(
        directory,
        config,
        writerConfig,
        Purpose.REPAIRING,
        (writer, bands) ->
            writer.maintenance.repair(found, config.textSketcher(writer.analyzer), bands));
  }

  /** Changes an index as a whole, and may give documents bands. */
  @FunctionalInterface
  private interface Change<T> {
    T apply(CollapsingIndexWriter writer, BandRewriter bands) throws IOException;
  }

  /** Changes an index as a whole, with one commit; if that fails the index is as it was. */
  private static <T> T rewrite(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      Purpose purpose,
      Change<T> change)
      throws IOException {
    WriterSettings.checkRewriting(writerConfig);
    RewritingMergePolicy mergePolicy = new RewritingMergePolicy(writerConfig.getMergePolicy());
    writerConfig.setMergePolicy(mergePolicy);
    return DiskFailures.unwrappedOfWriter(
        () -> rewrite(directory, config, writerConfig, mergePolicy, purpose, change));
  }

  private static <T> T rewrite(
      Directory directory,
      CollapseConfig config,
      IndexWriterConfig writerConfig,
      RewritingMergePolicy mergePolicy,
      Purpose purpose,
      Change<T> change)
      throws IOException {
    CollapsingIndexWriter writer =
        new CollapsingIndexWriter(directory, config, writerConfig, CollapseListener.NONE, purpose);
    BandRewriter bands = new BandRewriter(writer.writer, mergePolicy, config, writer.parameters);
    return orClose(
        () -> {
          T result = change.apply(writer, bands);
          writer.commit(); // closing may forget what is not
          writer.rollback();
          return result;
        },
        writer::rollback);
  }

  /**
   * Analyses and sketches a document, without deciding anything.
   *
   * <p>The document's fields belong to what is prepared, and must not change until {@link
   * #updateDocument(Prepared)} has returned. Who uses the instances of fields again for the next
   * document, as Lucene allows, has to update the one before that.
   *
   * <p>A text field may be given as a string, or be indexed from a {@code Reader} or {@code
   * TokenStream}, which is consumed now. Tokens of the latter are compared as those of the analyzer
   * are, and indexed as they came, with offsets and payloads; as their text is not known it cannot
   * be compared anew when the document is not in memory any more: sketches decide then.
   *
   * @throws IllegalArgumentException if the document has not exactly one id, which is a string
   *     indexed as one term (such as a {@link StringField}), or a field with a name of ours, or a
   *     scope field without a string value (such as a point), or with several, or a text field as
   *     bytes, numbers or vectors only, or a stream of tokens with attributes of their own
   * @throws AlreadyClosedException if this writer is closed
   */
  public Prepared prepare(Document document) throws IOException {
    guard.ensureOpen();
    Preparer idle = idlePreparers.poll();
    Preparer preparer =
        idle != null
            ? idle
            : new Preparer(this, config, config.textSketcher(analyzer), recentTexts);
    Prepared prepared = preparer.prepare(document);
    idlePreparers.add(preparer);
    return prepared;
  }

  /**
   * Adds a document, or replaces the one that has its id.
   *
   * <p>With {@link Variants#DROP} a document that Lucene refuses is refused too, whether or not it
   * would be dropped. But for what Lucene finds only as it analyses fields that are not compared:
   * whether their tokens are too long or out of order, and whatever is wrong with the fields of a
   * name that is given as a {@code Reader} or {@code TokenStream}.
   *
   * <p>If it throws anything but an {@link IllegalArgumentException}, such as when the thread is
   * interrupted, the document may be there all the same.
   *
   * @throws IllegalArgumentException as {@link #prepare} does, or as {@link IndexWriter} does; the
   *     document is not added then, and one with its id stays
   */
  public Outcome updateDocument(Document document) throws IOException {
    return place(prepare(document));
  }

  /**
   * Adds a document that this writer prepared, or replaces the one that has its id.
   *
   * @throws IllegalArgumentException if another writer prepared it, or its id is not what it was
   *     then, or as {@link IndexWriter} does; the document is not added then
   */
  public Outcome updateDocument(Prepared prepared) throws IOException {
    prepared.requireMadeBy(this, keys);
    return place(prepared);
  }

  private Outcome place(Prepared prepared) throws IOException {
    refreshIfFull(); // first, so that a document is not accepted if that fails
    return guard.changeOne(prepared.id(), () -> changes.place(prepared));
  }

  /**
   * Deletes the document with an id; of the variants that it stood for, one becomes visible.
   *
   * @return whether there was such a document
   */
  public boolean deleteDocument(String id) throws IOException {
    refreshIfFull();
    String indexed = KeyFields.asIndexed(id);
    return guard.changeOne(indexed, () -> changes.remove(indexed));
  }

  /**
   * Deletes the documents that match a query, hidden ones included, as {@link
   * #deleteDocument(String)} does, all at once for readers and commits. Documents that another
   * writer added stay.
   *
   * <p>Takes one bit of memory for each document of the index, and about 130 bytes a group that
   * others stay in when its visible document goes. Of those documents that stay none goes behind
   * one that is to be deleted.
   *
   * @return how many
   */
  public int deleteDocuments(Query query) throws IOException {
    return guard.changeAll(() -> maintenance.delete(query));
  }

  /**
   * Decides on every document anew, the preferred first, from the stored sketches: makes an index
   * whole again that was changed behind this writer's back. Of several documents with one id only
   * the one that arrived last is kept. Nothing else is written in the meantime.
   *
   * <p>Takes a look-up and about 200 bytes a document, 500 a visible one.
   */
  public Reconciled reconcile() throws IOException {
    return guard.changeAll(maintenance::reconcile);
  }

  /**
   * Adds whole indexes that were made with the same settings, as of their latest commits. Their
   * documents arrive after those that are here, one index after the other, each in its own order,
   * and replace those of the same id that came before.
   *
   * <p>A document that was here keeps its place, unless one that was added is preferred to it, or
   * is preferred to what it is hidden behind, or replaces that. If this throws, either all indexes
   * were added or none, and this index is whole.
   *
   * <p>Merges the segments that it adds into new ones. Besides, takes a look-up for each visible
   * document and each added one, and about 200 bytes a document, 500 a visible one.
   *
   * @throws IndexSettingsException if one was made with other settings; nothing is added then
   * @throws IllegalArgumentException if one is the index that this writes; nothing is added then
   */
  public Reconciled addIndexes(Directory... directories) throws IOException {
    return guard.changeAll(() -> maintenance.addIndexes(directories));
  }

  /**
   * Deletes hidden documents that are older than the configuration says, as each commit does. Their
   * space is free after the next merges. Goes over all hidden documents; nothing else is written in
   * the meantime.
   *
   * @return how many; 0 if there is no {@link Retention}
   */
  public long purge() throws IOException {
    return guard.changeAll(this::purgeAlone);
  }

  private long purgeAlone() throws IOException {
    return config.retention().isPresent() ? maintenance.purge(config.retention().get()) : 0;
  }

  /**
   * Makes what was written so far visible to {@link #openReader}, and frees the memory that it
   * took.
   */
  public void refresh() throws IOException {
    guard.alone(
        () -> {
          latest.refresh();
          return null;
        });
  }

  private void refreshIfFull() throws IOException {
    if (guard.refreshIsDue()) {
      refresh();
    }
  }

  /**
   * A number that grows with each change: what was changed by calls that have returned is in every
   * {@link CollapsingSearcherManager} that has reached the generation which this returns then.
   */
  public long generation() {
    return guard.generation();
  }

  /** Documents in memory, for tests. */
  int heldCount() {
    return guard.read(groups -> groups.documents().heldCount());
  }

  /** How often two documents were compared so far, for tests. */
  long comparisons() {
    return guard.read(GroupTable::comparisons);
  }

  /** Bounds what documents that were read may take of the heap, for tests. */
  void setMaxReadBytes(double bytes) {
    guard.read(
        groups -> {
          groups.setMaxReadBytes(bytes);
          return null;
        });
  }

  /** What this writer did since it was opened. */
  public WriterStatistics statistics() {
    return guard.read(
        groups ->
            new WriterStatistics(
                changes.outcomes().counts(),
                changes.deleted() + maintenance.deleted(),
                maintenance.purged(),
                groups.documents().pendingCount(),
                groups.skippedCandidates()));
  }

  /**
   * Merges the index down to so many segments; see {@link IndexWriter#forceMerge(int)}.
   *
   * <p>If the thread is interrupted while it waits for merges in the background, these go on, and
   * nothing is lost. If it is interrupted before, while documents are flushed, or merges itself,
   * the writer closes, as it does if that fails.
   *
   * @param maxSegments at least 1
   * @throws ThreadInterruptedException if the thread is interrupted
   */
  public void forceMerge(int maxSegments) throws IOException {
    if (maxSegments < 1) {
      throw new IllegalArgumentException("maxSegments must be at least 1, got " + maxSegments);
    }
    guard.ensureOpen();
    Optional<ThreadInterruptedException> interruption =
        guard.orClose(() -> writer.mergeDown(maxSegments));
    if (interruption.isPresent()) {
      throw interruption.get();
    }
  }

  /**
   * A reader over all documents, hidden ones included, as they are at this moment. The caller
   * closes it.
   *
   * <p>It shows each operation whole or not at all. Reopened by Lucene it may not ({@link
   * DirectoryReader#openIfChanged(DirectoryReader)}, {@link
   * org.apache.lucene.search.SearcherManager}), as that waits for no operation under way: open
   * another one here instead, or use {@link CollapsingSearcherManager}.
   */
  public DirectoryReader openReader() throws IOException {
    return guard.alone(() -> guard.orClose(() -> DirectoryReader.open(writer)));
  }

  /** A reader, and the generation of the writer that it shows. */
  record Reopened(DirectoryReader reader, long generation) {}

  /** Opens a view of all documents. */
  Reopened open(IOFunction<DirectoryReader, DirectoryReader> view) throws IOException {
    return guard.alone(() -> shown(guard.orClose(() -> DirectoryReader.open(writer)), view));
  }

  /**
   * Opens a view anew if anything changed since; else the reader is null.
   *
   * @param reader a view of this writer's documents
   */
  Reopened reopen(DirectoryReader reader, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    DirectoryReader all = FilterDirectoryReader.unwrap(reader);
    return guard.alone(
        () -> {
          DirectoryReader newer = guard.orClose(() -> DirectoryReader.openIfChanged(all, writer));
          return newer == null ? new Reopened(null, generation()) : shown(newer, view);
        });
  }

  /** A view may fail, which is no failure of the writer. */
  private Reopened shown(DirectoryReader all, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    return orClose(() -> new Reopened(view.apply(all), generation()), all);
  }

  /**
   * Sets what each commit from the next one on carries for the application, in its user data beside
   * the settings: such as how far the source of the documents was read. It stays until it is set
   * anew, also when the index is opened again.
   *
   * @param data keys must not start with {@code neardup.}
   * @see org.apache.lucene.index.IndexCommit#getUserData
   */
  public void setCommitData(Map<String, String> data) throws IOException {
    CommitSettings.checkOthers(data);
    Map<String, String> copy = Map.copyOf(data);
    guard.alone(
        () -> {
          commitData = copy;
          return null;
        });
  }

  /**
   * Makes all that was written so far durable, after deleting what {@link CollapseConfig#retention}
   * says.
   */
  public void commit() throws IOException {
    guard.changeAll(
        () -> {
          commitAlone();
          return null;
        });
  }

  private void commitAlone() throws IOException {
    purgeAlone();
    commitWriter();
  }

  private void commitWriter() throws IOException {
    long nextNumber = guard.read(GroupTable::nextNumber);
    // Asked for when all is written that the commit is of.
    writer.setLiveCommitData(() -> userData(nextNumber).entrySet().iterator());
    guard.orClose(writer::commit);
  }

  private Map<String, String> userData(long nextNumber) {
    Map<String, String> userData = settings.userData(nextNumber, writer.getDocStats().numDocs);
    userData.putAll(commitData);
    return userData;
  }

  /** Closes the index and forgets what came after the last commit. */
  public void rollback() throws IOException {
    guard.closing(
        () -> {
          guard.giveUp();
          IOUtils.close(latest, writer::rollback);
          return null;
        });
  }

  /**
   * Commits and closes the index; if that fails, what came after the last commit is lost. With
   * {@link IndexWriterConfig#setCommitOnClose} set to false it does as {@link #rollback} does.
   *
   * @throws AlreadyClosedException if a failure closed the writer before, such as that of a merge
   *     in the background, and no call has thrown it yet: what came after the last commit is lost.
   *     It is thrown once, and only where closing commits
   */
  @Override
  public void close() throws IOException {
    if (!commitsOnClose) {
      rollback();
      return;
    }
    guard.closing(
        () -> {
          try {
            if (writer.isOpen()) {
              commitAlone();
            } else {
              guard.ensureTold();
            }
          } finally {
            IOUtils.close(latest, writer::rollback);
          }
          return null;
        });
  }
}
