// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ThreadInterruptedException;
import org.neardup.internal.record.KeyFields;

/**
 * Writes an index in which one version of each document is visible: for each document that arrives
 * it decides whether it is a near-duplicate of a visible one, and hides or drops it if so.
 *
 * <p>Of near-duplicates the one that arrived first represents its group, unless {@link Preference}
 * says otherwise. When it is deleted or its text changes, the others are decided on again, so that
 * nothing stays hidden behind a document that is gone or that it does not resemble.
 *
 * <p>Read the index through {@link #openReader} or any {@link DirectoryReader}, and hide the
 * variants with {@code org.neardup.search.OneVersion}. The package description lists which settings
 * of an {@link IndexWriterConfig} are supported.
 *
 * <p>If the index cannot be read or written any more, the call that notices it throws, and every
 * later one throws {@link AlreadyClosedException}. The last commit is kept.
 *
 * <p>Safe for threads. {@link #updateDocument(Document)} runs on many threads at once; {@link
 * #flush} and {@link #commit} run alone, so that readers and commits see each operation whole or
 * not at all. Which of two near-duplicates is first is decided by the order in which updates get
 * there. {@link #prepare} in any order and update in one: then the same documents give the same
 * index. To write on many threads, {@link #decide} in one order and {@link DecidedDocument#write}
 * in any: the same documents are visible then, in the same groups, but Lucene may number them
 * otherwise. {@link DecidedDocument#writeLater} does so in the order that is best for searches.
 */
public final class CollapsingIndexWriter implements Closeable {
  private static final long RECENT_TEXT_BYTES = 16 << 20;

  private final WritableIndex index;
  private final KeyFields keys;
  private final Queue<Preparer> idlePreparers = new ConcurrentLinkedQueue<>();
  private final RecentTexts recentTexts = new RecentTexts(RECENT_TEXT_BYTES);

  private CollapsingIndexWriter(WritableIndex index) {
    this.index = index;
    keys = new KeyFields(index.config().idField(), index.config().scopeField());
  }

  /**
   * Opens an index for writing. If there is none, the first commit makes it.
   *
   * @param writerConfig of the index writer; its analyzer is the one whose tokens are compared, its
   *     codec is wrapped. As with {@link IndexWriter} it cannot be used twice
   * @throws IllegalArgumentException if the writer's configuration has a setting that is not
   *     supported; nothing is written then
   * @throws IndexSettingsException if there is an index that was made with other settings or by
   *     something else, or that another writer changed; the package description says how analyzers
   *     are told apart
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
        WritableIndex.forWriting(directory, config, writerConfig, listener));
  }

  /**
   * Analyses and sketches a document, without deciding anything.
   *
   * <p>The document must not change until {@link #updateDocument(PreparedDocument)} has returned,
   * nor may instances of its fields be used again before.
   *
   * <p>A text field may be given as a string, or be indexed from a {@code Reader} or {@code
   * TokenStream}, which is consumed now. Tokens of the latter are compared like those of the
   * analyzer, and indexed as they came. As their text is not known, sketches decide once the
   * document is not in memory any more.
   *
   * @throws IllegalArgumentException if the document has not exactly one id, which is a string
   *     indexed as one term (such as a {@link StringField}), or has a field with a name of
   *     Neardup's, or a scope field without a string value or with several, or a text field as
   *     bytes, numbers or vectors only, or a stream of tokens with attributes of their own
   * @throws AlreadyClosedException if this writer is closed
   */
  public PreparedDocument prepare(Document document) throws IOException {
    index.writer().requireOpen();
    Preparer idle = idlePreparers.poll();
    Preparer preparer =
        idle != null ? idle : new Preparer(this, index.config(), index.sketcher(), recentTexts);
    PreparedDocument prepared = preparer.prepare(document);
    idlePreparers.add(preparer);
    return prepared;
  }

  /**
   * Adds a document, or replaces the one that has its id.
   *
   * <p>If this throws anything but an {@link IllegalArgumentException}, such as when the thread is
   * interrupted, the document may have been added.
   *
   * @throws IllegalArgumentException as {@link #prepare} does, or as {@link IndexWriter} does; the
   *     document is not added then, and one with its id stays. With {@link Variants#DROP} Lucene is
   *     asked before a document is dropped; it does not notice what is wrong with the tokens of
   *     fields that are not compared
   */
  public Outcome updateDocument(Document document) throws IOException {
    return updateDocument(prepare(document));
  }

  /**
   * Adds a document with a new id.
   *
   * @throws IllegalArgumentException if a document of the index has its id, or as {@link
   *     #updateDocument(Document)} does; nothing is changed then. A document that was dropped is
   *     not in the index
   */
  public Outcome addDocument(Document document) throws IOException {
    PreparedDocument prepared = prepare(document);
    flushIfFull();
    return index.changes().update(prepared, true);
  }

  /**
   * As {@link #updateDocument(Document)}, for callers that name the document to be replaced.
   *
   * @param id the id field with the id of the document
   * @throws IllegalArgumentException if it is another term, or as {@link #prepare} does; nothing is
   *     changed then
   */
  public Outcome updateDocument(Term id, Document document) throws IOException {
    Term own = new Term(keys.idField(), keys.id(document));
    if (!own.equals(id)) {
      throw new IllegalArgumentException(
          "a document replaces the one that has its id, "
              + own
              + ", got "
              + id
              + "; delete others by deleteDocuments(Term...)");
    }
    return updateDocument(document);
  }

  /**
   * Adds a document that this writer prepared, or replaces the one that has its id.
   *
   * @throws IllegalArgumentException if another writer prepared it, or its id is not what it was
   *     then, or as {@link IndexWriter} does; the document is not added then
   */
  public Outcome updateDocument(PreparedDocument prepared) throws IOException {
    prepared.requireMadeBy(this, keys);
    flushIfFull(); // first, so that a document is not accepted if that fails
    return index.changes().update(prepared, false);
  }

  /**
   * The first of the two steps of {@link #updateDocument(PreparedDocument)}; {@link
   * DecidedDocument#write} is the other. The order of these calls is the order of arrival, whenever
   * and on whichever threads the documents are written. A document is held in memory until then,
   * and must not change before.
   *
   * @throws IllegalArgumentException as {@link #updateDocument(PreparedDocument)} does, where
   *     Lucene refuses a document only with {@link Variants#DROP}; nothing is decided then
   */
  public DecidedDocument decide(PreparedDocument prepared) throws IOException {
    prepared.requireMadeBy(this, keys);
    flushIfFull();
    return index.changes().decide(prepared);
  }

  /**
   * Deletes the documents with some ids, one after the other; of the variants that one stood for,
   * one becomes visible.
   *
   * @return how many of them there were
   */
  public int deleteDocuments(String... ids) throws IOException {
    int deleted = 0;
    for (String id : ids) {
      flushIfFull();
      deleted += index.changes().remove(KeyFields.asIndexed(id)) ? 1 : 0;
    }
    return deleted;
  }

  /**
   * Deletes the documents that match a query, hidden ones included, all at once for readers and
   * commits. Documents without an id, which a repair could not take in, stay.
   *
   * <p>Takes one bit of memory for each document of the index, and about 130 bytes for each group
   * whose visible document goes and others stay.
   *
   * @return how many
   */
  public int deleteDocuments(Query query) throws IOException {
    return index.changeAll(() -> index.maintenance().delete(query));
  }

  /** As {@link #deleteDocuments(Query)}, those that have any of some terms. */
  public int deleteDocuments(Term... terms) throws IOException {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    Stream.of(terms)
        .collect(groupingBy(Term::field, mapping(Term::bytes, toList())))
        .forEach((field, values) -> any.add(new TermInSetQuery(field, values), Occur.SHOULD));
    return deleteDocuments(any.build());
  }

  /** As {@link #deleteDocuments(Query)}, all. The settings of the index stay. */
  public int deleteAll() throws IOException {
    return deleteDocuments(MatchAllDocsQuery.INSTANCE);
  }

  /**
   * Decides on every document from scratch, the preferred first, by the stored sketches. Runs
   * alone; takes a look-up and about 200 bytes a document, 500 a visible one.
   */
  public ReconcileReport reconcile() throws IOException {
    return index.changeAll(index.maintenance()::reconcile);
  }

  /**
   * Adds whole indexes that were made with the same settings, as of their latest commits. Their
   * documents arrive after those that are here, one index after the other, each in its own order,
   * and replace those of the same id that came before.
   *
   * <p>A document that was here keeps its place, unless an added one replaces it, or is preferred
   * to it or to what it is hidden behind. If this throws, either all indexes were added or none.
   *
   * <p>Merges the segments that it adds into new ones, and takes a look-up for each visible
   * document and each added one, and about 200 bytes a document, 500 a visible one.
   *
   * @throws IndexSettingsException if one was made with other settings, or another writer changed
   *     it, or one or this has verdicts; nothing is added then
   * @throws IllegalArgumentException if one is the index that this writes; nothing is added then
   */
  public ReconcileReport addIndexes(Directory... directories) throws IOException {
    return index.changeAll(() -> index.maintenance().addIndexes(directories));
  }

  /**
   * Deletes hidden documents that are older than {@link Retention} says, as each commit does. Runs
   * alone, in time proportional to the number of hidden documents.
   *
   * @return how many
   */
  public long purge() throws IOException {
    return index.changeAll(index.maintenance()::purge);
  }

  /** Frees the memory of pending documents. The writer does this itself when there are many. */
  public void flush() throws IOException {
    index.refresh();
  }

  private void flushIfFull() throws IOException {
    if (index.decisions().refreshIsDue()) {
      flush();
    }
  }

  /**
   * A number that grows with each change: what was changed by calls that have returned is in every
   * {@link CollapsingSearcherManager} that has reached the generation which this returns then.
   */
  public long generation() {
    return index.generation();
  }

  /** What this writer did since it was opened. */
  public WriterStatistics statistics() {
    return index
        .decisions()
        .read(
            groups ->
                new WriterStatistics(
                    index.changes().outcomes(),
                    index.changes().deleted() + index.maintenance().deleted(),
                    index.maintenance().purged(),
                    groups.documents().pendingCount(),
                    groups.skippedCandidates(),
                    index.writes().bytes()));
  }

  /**
   * Merges the index down to so many segments; see {@link IndexWriter#forceMerge(int)}.
   *
   * @param maxSegments at least 1
   * @throws ThreadInterruptedException if the thread is interrupted. If it only waited for merges
   *     in the background, these go on and nothing is lost; otherwise the writer closes
   */
  public void forceMerge(int maxSegments) throws IOException {
    if (maxSegments < 1) {
      throw new IllegalArgumentException("maxSegments must be at least 1, got " + maxSegments);
    }
    index.writer().requireOpen();
    index.writes().writeHeld();
    Optional<ThreadInterruptedException> interruption =
        index.writer().orClose(() -> index.writer().mergeDown(maxSegments));
    if (interruption.isPresent()) {
      throw interruption.get();
    }
  }

  /**
   * A reader over all documents, hidden ones included, as they are at this moment. The caller
   * closes it.
   *
   * <p>It shows each operation whole or not at all. {@link
   * DirectoryReader#openIfChanged(DirectoryReader)} does not wait for operations under way and may
   * show half of one: open another reader here instead, or use {@link CollapsingSearcherManager}.
   */
  public DirectoryReader openReader() throws IOException {
    return index.openReader();
  }

  /**
   * Writes the documents that {@link DecidedDocument#writeLater} holds back, and flushes the
   * largest buffer of a thread; see {@link IndexWriter#flushNextBuffer}. A commit does so with all
   * of them one after the other: threads that call this before share that work.
   *
   * @return whether there was one
   */
  public boolean flushNextBuffer() throws IOException {
    index.writer().requireOpen();
    index.writes().writeHeld();
    return index.writer().orClose(index.writer()::flushNextBuffer);
  }

  /** The index that this writes. */
  WritableIndex index() {
    return index;
  }

  /**
   * Sets user data that each commit carries from the next one on, besides the settings, such as how
   * far the source of the documents was read. It stays until it is set again, also when the index
   * is opened again.
   *
   * @param data keys must not start with {@code neardup.}
   * @see org.apache.lucene.index.IndexCommit#getUserData
   */
  public void setCommitData(Map<String, String> data) throws IOException {
    CommitSettings.checkOthers(data);
    index.setCommitData(Map.copyOf(data));
  }

  /**
   * The first of the two steps of {@link #commit}, for a commit together with another store: what
   * is written from here on is in a later commit. {@link #commit} is the other step, and {@link
   * #rollback} withdraws this one.
   *
   * @throws IllegalStateException if a commit is prepared
   */
  public void prepareCommit() throws IOException {
    index.prepareCommit();
  }

  /**
   * Whether something changed since the last commit, or was decided and is still to be written;
   * {@link #setCommitData} does not count.
   */
  public boolean hasUncommittedChanges() {
    index.writer().requireOpen();
    return !index.writes().isEmpty() || index.writer().hasUncommittedChanges();
  }

  /** The number of documents, hidden ones included; writes what was decided first. */
  public IndexWriter.DocStats getDocStats() throws IOException {
    return index.alone(index.writer()::getDocStats);
  }

  /**
   * Makes all that was written so far durable, after deleting what {@link CollapseConfig#retention}
   * says; or what {@link #prepareCommit} prepared.
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
   * @throws IllegalStateException if a commit is prepared: call {@link #commit} or {@link
   *     #rollback}
   */
  @Override
  public void close() throws IOException {
    index.close();
  }
}
