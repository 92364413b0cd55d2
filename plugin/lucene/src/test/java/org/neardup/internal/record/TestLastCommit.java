// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A commit shows whether a writer without the codec that marks segments was there. */
public class TestLastCommit extends LuceneTestCase {
  private static final String SEGMENT = "segment (_\\w+) was not written by Neardup";

  @FunctionalInterface
  private interface Change {
    void apply(IndexWriter writer) throws IOException;
  }

  private static void ours(Directory directory, Change change) throws IOException {
    change(directory, SegmentMark.marking(new Lucene104Codec()), change);
  }

  private static void plain(Directory directory, Change change) throws IOException {
    change(directory, new Lucene104Codec(), change);
  }

  private static void change(Directory directory, Codec codec, Change change) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      change.apply(writer);
    }
  }

  /** Adds documents in a segment of their own each. */
  private static Change adding(String... ids) {
    return writer -> {
      for (String id : ids) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.NO));
        writer.addDocument(document);
        writer.flush();
      }
    };
  }

  private static void merge(IndexWriter writer) throws IOException {
    writer.getConfig().setMergePolicy(new LogDocMergePolicy());
    writer.forceMerge(1);
  }

  /** Has the commit say how many documents it left. */
  private static Change leaving(long documents) {
    return writer ->
        writer.setLiveCommitData(
            Map.of(
                    CommitData.PREFIX + CommitData.VERSION,
                    CommitData.CURRENT_VERSION,
                    CommitData.PREFIX + CommitData.DOCUMENTS,
                    Long.toString(documents))
                .entrySet());
  }

  private static LastCommit read(Directory directory) throws IOException {
    return LastCommit.of(SegmentInfos.readLatestCommit(directory));
  }

  public void testOurSegmentsAreMarkedAndStaySoWhenMerged() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1", "2", "3"));
      assertEquals(3, SegmentInfos.readLatestCommit(directory).size());
      assertEquals(List.of(), read(directory).changes());
      ours(directory, TestLastCommit::merge);
      assertEquals(1, SegmentInfos.readLatestCommit(directory).size());
      assertEquals(List.of(), read(directory).changes());
    }
  }

  public void testEachSegmentOfAnotherWriterIsNamed() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1"));
      plain(directory, adding("2", "3"));
      List<String> changes = read(directory).changes();
      assertEquals(2, changes.stream().distinct().count());
      assertTrue(changes.toString(), changes.stream().allMatch(each -> each.matches(SEGMENT)));
    }
  }

  public void testAMergeByAnotherWriterLosesTheMark() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1", "2"));
      plain(directory, TestLastCommit::merge);
      List<String> changes = read(directory).changes();
      assertEquals(1, changes.size());
      assertTrue(changes.getFirst(), changes.getFirst().matches(SEGMENT));
    }
  }

  public void testAnotherNumberOfDocumentsShows() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1", "2", "3"));
      ours(directory, leaving(3));
      assertEquals(List.of(), read(directory).changes());
      plain(directory, writer -> writer.deleteDocuments(new Term("id", "2")));
      assertEquals(List.of("it has 2 documents, where Neardup left 3"), read(directory).changes());
    }
  }

  public void testOfAnotherProgramNothingIsAsked() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1"));
      LastCommit commit = read(directory);
      assertEquals(Map.of(), commit.data().all());
      assertEquals(List.of(), commit.changes());
    }
  }

  public void testAReaderOutlivesItsCommit() throws IOException {
    try (Directory directory = newDirectory()) {
      ours(directory, adding("1"));
      ours(directory, leaving(1));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        plain(directory, adding("2"));
        assertEquals(1, DirectoryReader.listCommits(directory).size());
        assertEquals(List.of(), LastCommit.of(reader).changes());
        assertEquals(2, read(directory).changes().size());
      }
    }
  }
}
