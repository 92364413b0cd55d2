// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
import org.apache.lucene.util.ThreadInterruptedException;
import org.neardup.index.groups.GroupTable;

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
 * <tr><td>merge policy, merge scheduler</td><td>any, also such as reorder documents; {@link IndexCheck#retune}
 *     and {@link IndexCheck#repair} merge what they have to, and nothing else, and refuse {@code
 *     NoMergeScheduler}, with which {@link #forceMerge} waits until it is interrupted</td></tr>
 * <tr><td>open mode, index commit, deletion policy</td><td>any; {@link IndexCheck#retune} and {@link
 *     IndexCheck#repair} go on with the latest commit</td></tr>
 * <tr><td>all others</td><td>yes</td></tr>
 * </table>
 *
 * <p>The analyzer must make the same tokens of the same text of a field, whenever it is asked: it
 * is not asked again for texts that came shortly before.
 */
public final class CollapsingIndexWriter implements Closeable {
  private static final long RECENT_TEXT_BYTES = 16 << 20;

  private final OpenIndex index;
  private final WriterGuard guard;
  private final KeyFields keys;
  private final Queue<Preparer> idlePreparers = new ConcurrentLinkedQueue<>();
  private final RecentTexts recentTexts = new RecentTexts(RECENT_TEXT_BYTES);

  private CollapsingIndexWriter(OpenIndex index) {
    this.index = index;
    guard = index.guard();
    keys = new KeyFields(index.config());
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
    return new CollapsingIndexWriter(
        OpenIndex.forWriting(directory, config, writerConfig, listener));
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
        idle != null ? idle : new Preparer(this, index.config(), index.sketcher(), recentTexts);
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
    return guard.changeOne(prepared.id(), () -> index.changes().place(prepared));
  }

  /**
   * Deletes the document with an id; of the variants that it stood for, one becomes visible.
   *
   * @return whether there was such a document
   */
  public boolean deleteDocument(String id) throws IOException {
    refreshIfFull();
    String indexed = KeyFields.asIndexed(id);
    return guard.changeOne(indexed, () -> index.changes().remove(indexed));
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
    return guard.changeAll(() -> index.maintenance().delete(query));
  }

  /**
   * Decides on every document anew, the preferred first, from the stored sketches: makes an index
   * whole again that was changed behind this writer's back. Of several documents with one id only
   * the one that arrived last is kept. Nothing else is written in the meantime.
   *
   * <p>Takes a look-up and about 200 bytes a document, 500 a visible one.
   */
  public Reconciled reconcile() throws IOException {
    return guard.changeAll(index.maintenance()::reconcile);
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
    return guard.changeAll(() -> index.maintenance().addIndexes(directories));
  }

  /**
   * Deletes hidden documents that are older than the configuration says, as each commit does. Their
   * space is free after the next merges. Goes over all hidden documents; nothing else is written in
   * the meantime.
   *
   * @return how many; 0 if there is no {@link Retention}
   */
  public long purge() throws IOException {
    return guard.changeAll(index.maintenance()::purge);
  }

  /**
   * Makes what was written so far visible to {@link #openReader}, and frees the memory that it
   * took.
   */
  public void refresh() throws IOException {
    index.refresh();
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
                index.changes().outcomes().counts(),
                index.changes().deleted() + index.maintenance().deleted(),
                index.maintenance().purged(),
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
        guard.orClose(() -> index.writer().mergeDown(maxSegments));
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
    return guard.alone(() -> guard.orClose(() -> DirectoryReader.open(index.writer())));
  }

  /** A reader, and the generation of the writer that it shows. */
  record Reopened(DirectoryReader reader, long generation) {}

  /** Opens a view of all documents. */
  Reopened open(IOFunction<DirectoryReader, DirectoryReader> view) throws IOException {
    return guard.alone(
        () -> shown(guard.orClose(() -> DirectoryReader.open(index.writer())), view));
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
          DirectoryReader newer =
              guard.orClose(() -> DirectoryReader.openIfChanged(all, index.writer()));
          return newer == null ? new Reopened(null, generation()) : shown(newer, view);
        });
  }

  /** A view may fail, which is no failure of the writer. */
  private Reopened shown(DirectoryReader all, IOFunction<DirectoryReader, DirectoryReader> view)
      throws IOException {
    return OpenIndex.orClose(() -> new Reopened(view.apply(all), generation()), all);
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
    index.setCommitData(Map.copyOf(data));
  }

  /**
   * Makes all that was written so far durable, after deleting what {@link CollapseConfig#retention}
   * says.
   */
  public void commit() throws IOException {
    index.commit();
  }

  /** Closes the index and forgets what came after the last commit. */
  public void rollback() throws IOException {
    index.rollback();
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
    index.close();
  }
}
