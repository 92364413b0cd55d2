// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.store.MockDirectoryWrapper.Throttling;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.codec.NearDupCodec;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/**
 * A copy of a shard: its log and its commits outlive its process. One that has a writer applies
 * writes; one that has none shows the segments of the primary.
 */
final class SimulatedCopy {
  static final ShardId SHARD = new ShardId("simulated", "uuid", 0);

  /** So that a new primary gives its segments no name that the old one gave. */
  private static final int MORE_NAMES = 100_000;

  private record Commit(IndexCommit point, Set<SimulatedWrite> writes) {}

  /** Writes that it acknowledged. */
  final Set<SimulatedWrite> log = new LinkedHashSet<>();

  /** Writes on their way to it. */
  final List<SimulatedWrite> inFlight = new ArrayList<>();

  private final ShardSimulation shard;
  private final MockDirectoryWrapper directory;
  private final boolean sharesSegments; // of readers: also if a writer began at an older commit
  private final Deque<Commit> commits = new ArrayDeque<>();
  private final Map<String, Long> seqNos = new HashMap<>(); // of each document that was written
  private SimulatedSearches searches;
  private IndexWriter writer;
  private SegmentInfos shown; // by a copy without a writer
  private SegmentInfos committed; // by such a one
  private Set<SimulatedWrite> inSegments = new LinkedHashSet<>(); // writes that searches see

  private SimulatedCopy(ShardSimulation shard) {
    this.shard = shard;
    directory =
        new MockDirectoryWrapper(shard.random, new ByteBuffersDirectory(NoLockFactory.INSTANCE));
    // Nightly ones sleep, which no other thread is there to use.
    directory.setUseSlowOpenClosers(false);
    directory.setThrottling(Throttling.NEVER);
    sharesSegments = shard.random.nextBoolean();
    searches = new SimulatedSearches(shard);
  }

  static SimulatedCopy empty(ShardSimulation shard) throws IOException {
    SimulatedCopy copy = new SimulatedCopy(shard);
    copy.writer = new IndexWriter(copy.directory, copy.config());
    copy.commit();
    copy.reopen();
    return copy;
  }

  /** A copy by the segments of the primary, which applies writes itself from now on. */
  static SimulatedCopy ofCommit(ShardSimulation shard, SimulatedCopy primary) throws IOException {
    SimulatedCopy copy = new SimulatedCopy(shard);
    primary.commit();
    Collection<String> files = primary.commits.getLast().point().getFileNames();
    for (String file : files) {
      copy.directory.copyFrom(primary.directory, file, file, IOContext.DEFAULT);
    }
    copy.directory.sync(files);
    copy.log.addAll(primary.log);
    copy.addCommit(copy.log);
    copy.startWriter();
    copy.searches.derive();
    return copy;
  }

  /** A copy that shows the segments of the primary. */
  static SimulatedCopy ofSegments(ShardSimulation shard, SimulatedCopy primary) throws IOException {
    SimulatedCopy copy = new SimulatedCopy(shard);
    copy.log.addAll(primary.log);
    copy.take(primary);
    copy.commit();
    copy.searches.derive();
    return copy;
  }

  SimulatedSearches searches() {
    return searches;
  }

  boolean hasWriter() {
    return writer != null;
  }

  private IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setCodec(
            NearDupCodec.wrap(Codec.getDefault(), SimulatedTexts.FIELD, shard.texts.parameters))
        .setMergeScheduler(new SerialMergeScheduler())
        .setMergePolicy(shard.mergePolicy)
        .setMaxBufferedDocs(32)
        .setSoftDeletesField(Lucene.SOFT_DELETES_FIELD)
        .setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE)
        .setCommitOnClose(false);
  }

  /** Applies a write, unless it knows a later one of the document. */
  void apply(SimulatedWrite write) throws IOException {
    log.add(write);
    long known = seqNos.getOrDefault(write.id(), -1L);
    if (writer == null || known >= write.seqNo()) {
      return;
    }
    seqNos.put(write.id(), write.seqNo());
    boolean isStale = shard.fault == SimulatedFault.STALE_ORDER && known >= 0 && !shard.leads(this);
    long seqNo = isStale ? known : write.seqNo();
    Document document = new Document();
    document.add(new StringField("_id", write.id(), Field.Store.NO));
    document.add(new LongPoint(SeqNoFieldMapper.NAME, seqNo));
    document.add(new NumericDocValuesField(SeqNoFieldMapper.NAME, seqNo));
    document.add(new NumericDocValuesField(SimulatedSearches.WRITE, write.number()));
    if (write.number() % 3 > 0) {
      document.add(
          new StringField(
              SimulatedSearches.SEEN.field(), SimulatedSearches.SEEN.text(), Field.Store.NO));
    }
    if (write.sketch() == null) { // a tombstone
      document.add(softDeleted());
    } else {
      boolean hasFingerprint = shard.fault != SimulatedFault.NO_FINGERPRINT;
      BytesRef sketch = write.sketch();
      document.add(new NumericDocValuesField(SimulatedTexts.DATE, write.date()));
      document.add(
          new BinaryDocValuesField(
              SimulatedTexts.FIELD,
              hasFingerprint ? sketch : SimulatedTexts.withoutFingerprint(sketch)));
    }
    writer.softUpdateDocument(new Term("_id", write.id()), document, softDeleted());
  }

  private static Field softDeleted() {
    return new NumericDocValuesField(Lucene.SOFT_DELETES_FIELD, 1);
  }

  /** Shows what was written. */
  void refresh() throws IOException {
    DirectoryReader newer =
        sharesSegments ? openCommit() : DirectoryReader.openIfChanged(searches.reader());
    if (newer != null) {
      show(newer);
    }
    inSegments = new LinkedHashSet<>(log);
  }

  private void show(DirectoryReader reader) throws IOException {
    searches.show(
        reader instanceof OpenSearchDirectoryReader wrapped
            ? wrapped
            : OpenSearchDirectoryReader.wrap(reader, SHARD));
  }

  /** After a new writer began. */
  private void reopen() throws IOException {
    show(sharesSegments ? openCommit() : DirectoryReader.open(writer, true, true));
    inSegments = new LinkedHashSet<>(log);
  }

  private DirectoryReader openCommit() throws IOException {
    commit();
    return open(SegmentInfos.readLatestCommit(directory));
  }

  /** Opens segments; takes those that the last reader has open. */
  private DirectoryReader open(SegmentInfos infos) throws IOException {
    List<LeafReader> before = new ArrayList<>();
    if (searches.reader() != null) {
      for (LeafReaderContext leaf : FilterDirectoryReader.unwrap(searches.reader()).leaves()) {
        before.add(leaf.reader());
      }
    }
    DirectoryReader all = StandardDirectoryReader.open(directory, infos, before, null, null);
    return new SoftDeletesDirectoryReaderWrapper(all, Lucene.SOFT_DELETES_FIELD);
  }

  void merge() throws IOException {
    if (writer != null) {
      writer.forceMerge(1 + shard.random.nextInt(2));
    }
  }

  void commit() throws IOException {
    if (writer != null) {
      String number = Integer.toString(commits.size());
      writer.setLiveCommitData(Map.of("commit", number).entrySet()); // so that there is a change
      writer.commit();
      addCommit(log);
    } else {
      directory.sync(shown.files(false));
      SegmentInfos next = shown.clone();
      if (committed != null) {
        next.updateGeneration(committed);
      }
      next.commit(directory);
      committed = next;
      addCommit(inSegments);
    }
  }

  private void addCommit(Set<SimulatedWrite> writes) throws IOException {
    IndexCommit point = DirectoryReader.listCommits(directory).getLast();
    commits.add(new Commit(point, new LinkedHashSet<>(writes)));
  }

  /** Its process is killed and starts again, from the last commit and the log. */
  void restart() throws IOException {
    directory.crash();
    directory.clearCrash();
    searches = new SimulatedSearches(shard);
    if (writer != null) {
      startWriter();
    } else {
      deleteUncommitted();
      shown = SegmentInfos.readCommit(directory, commits.getLast().point().getSegmentsFileName());
      committed = shown;
      inSegments = commits.getLast().writes();
      show(open(shown));
    }
    searches.derive();
  }

  /** Deletes files that may be damaged, as a writer does that begins. */
  private void deleteUncommitted() throws IOException {
    Set<String> files = new HashSet<>(List.of(directory.listAll()));
    for (Commit commit : commits) {
      files.removeAll(commit.point().getFileNames());
    }
    for (String file : files) {
      directory.deleteFile(file);
    }
  }

  /** Writes from the last commit on, and first, in any order, what the log has beside it. */
  private void startWriter() throws IOException {
    Commit from = commits.getLast();
    writer = new IndexWriter(directory, config().setIndexCommit(from.point()));
    seqNos.clear();
    from.writes().forEach(write -> seqNos.merge(write.id(), write.seqNo(), Math::max));
    List<SimulatedWrite> missing = new ArrayList<>(log);
    missing.removeAll(from.writes());
    Collections.shuffle(missing, shard.random);
    for (SimulatedWrite write : missing) {
      apply(write);
    }
    reopen();
  }

  /**
   * Forgets what a new primary does not have.
   *
   * @return whether it can: some commit has nothing else
   */
  boolean rollBack(Set<SimulatedWrite> kept) throws IOException {
    if (writer == null) {
      log.retainAll(kept);
      return true;
    }
    while (!commits.isEmpty() && !kept.containsAll(commits.getLast().writes())) {
      commits.removeLast();
    }
    if (commits.isEmpty()) {
      return false;
    }
    writer.rollback();
    log.clear();
    log.addAll(commits.getLast().writes());
    startWriter();
    return true;
  }

  /** Becomes the primary. */
  void lead() throws IOException {
    if (writer == null) {
      shown.counter += MORE_NAMES;
      commit();
      startWriter();
    }
  }

  /**
   * Shows the segments of the primary.
   *
   * @return whether it can: it has no other file of the same name
   */
  boolean take(SimulatedCopy primary) throws IOException {
    SegmentInfos theirs =
        ((StandardDirectoryReader) FilterDirectoryReader.unwrap(primary.searches.reader()))
            .getSegmentInfos();
    Set<String> files = new HashSet<>(List.of(directory.listAll()));
    for (String file : theirs.files(false)) {
      if (!files.contains(file)) {
        directory.copyFrom(primary.directory, file, file, IOContext.DEFAULT);
      } else if (checksum(directory, file) != checksum(primary.directory, file)) {
        return false;
      }
    }
    shown = copy(theirs);
    inSegments = primary.inSegments;
    log.addAll(inSegments);
    show(open(shown));
    return true;
  }

  private static long checksum(Directory of, String file) throws IOException {
    try (IndexInput input = of.openInput(file, IOContext.READONCE)) {
      return CodecUtil.retrieveChecksum(input);
    }
  }

  /** The same segments in this directory. */
  private SegmentInfos copy(SegmentInfos theirs) throws IOException {
    try (Directory memory = new ByteBuffersDirectory()) {
      try (IndexOutput output = memory.createOutput("infos", IOContext.DEFAULT)) {
        theirs.write(output);
      }
      try (ChecksumIndexInput input = memory.openChecksumInput("infos")) {
        return SegmentInfos.readCommit(directory, input, theirs.getGeneration());
      }
    }
  }
}
