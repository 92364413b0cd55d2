// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.Lock;

/** What a commit keeps, and which commit a writer goes on with. */
public class TestCommits extends CollapseTestCase {
  public void testReopensWithItsState() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("3", TEXT));
        assertHidden(writer, "2", "3");
        writer.deleteDocuments("1");
        assertHidden(writer, "3");
      }
    }
  }

  public void testRollbackForgets() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.commit();
        writer.deleteDocuments("1");
        writer.updateDocument(document("2", FAR));
        writer.rollback();
        expectThrows(AlreadyClosedException.class, () -> writer.updateDocument(document("3", FAR)));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  public void testClosingCommitsOnlyIfItIsTo() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      IndexWriterConfig forgetting = writerConfig().setCommitOnClose(false);
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, CONFIG, forgetting)) {
        writer.updateDocument(document("2", FAR));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  public void testTheOldIndexStaysUntilTheNewOneIsCommitted() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      IndexWriterConfig anew = writerConfig().setOpenMode(IndexWriterConfig.OpenMode.CREATE);
      CollapsingIndexWriter broken =
          CollapsingIndexWriter.open(directory, CONFIG.withThreshold(0.7), anew);
      broken.updateDocument(document("2", TEXT));
      broken.rollback();
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  /** One that waits for the lock begins where the one that had it ended. */
  public void testGoesOnAfterAWriterThatWasThereUntilTheLockWasFree() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG).close();
      Directory busy =
          new FilterDirectory(directory) {
            @Override
            public Lock obtainLock(String name) throws IOException {
              try (CollapsingIndexWriter earlier = open(in, CONFIG)) {
                earlier.updateDocument(document("1", TEXT));
                earlier.updateDocument(document("2", text(words("b", 100))));
                earlier.setCommitData(Map.of("read", "2"));
              }
              return in.obtainLock(name);
            }
          };
      try (CollapsingIndexWriter writer = open(busy, CONFIG)) {
        writer.updateDocument(document("3", text(words("c", 100))));
        assertEquals(3, read(writer).values().stream().map(Found::group).distinct().count());
      }
      assertEquals("2", SegmentInfos.readLatestCommit(directory).getUserData().get("read"));
    }
  }

  public void testGoesOnWithAnEarlierCommit() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig keeping = writerConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, keeping)) {
        writer.updateDocument(document("1", TEXT));
        writer.setCommitData(Map.of("read", "1"));
        writer.commit();
        writer.updateDocument(document("2", text(words("b", 100))));
        writer.setCommitData(Map.of("read", "2"));
      }
      IndexCommit earlier =
          DirectoryReader.listCommits(directory).stream()
              .filter(commit -> "1".equals(userData(commit).get("read")))
              .findFirst()
              .orElseThrow();
      IndexWriterConfig going =
          writerConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE).setIndexCommit(earlier);
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, going)) {
        writer.updateDocument(document("3", TEXT));
      }
      assertEquals("1", SegmentInfos.readLatestCommit(directory).getUserData().get("read"));
    }
  }

  private static Map<String, String> userData(IndexCommit commit) {
    try {
      return commit.getUserData();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void testUncommonNamesOfFieldsAreReadBack() throws IOException {
    CollapseConfig config =
        CONFIG
            .withIdField("i,d ")
            .withTextFields(" text:1", "text;2", " ")
            .withScopeField("a,b ")
            .withPreference(Preference.parse("max:da:te x,longest"));
    try (Directory directory = newDirectory()) {
      open(directory, config).close();
      assertEquals(config, IndexInfo.read(directory).config());
    }
  }

  /** Opening commits nothing, so no commit lacks what the application adds to it. */
  public void testTheFirstCommitIsTheApplications() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertFalse(DirectoryReader.indexExists(directory));
        writer.setCommitData(Map.of("offset", "0"));
        writer.commit();
        writer.rollback();
      }
      assertEquals(
          "0", DirectoryReader.listCommits(directory).getFirst().getUserData().get("offset"));
      assertEquals(CONFIG, IndexInfo.read(directory).config());
    }
  }

  public void testCommitsCarryDataOfTheApplication() throws IOException {
    Map<String, String> data = Map.of("offset", "17");
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.commit();
        writer.setCommitData(data);
        assertNull(SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
        writer.commit();
        assertEquals("17", SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
        writer.setCommitData(Map.of("offset", "18"));
        writer.rollback();
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      assertEquals("17", SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
      assertEquals(CONFIG, IndexInfo.read(directory).config());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        IllegalArgumentException refused =
            expectThrows(
                IllegalArgumentException.class,
                () -> writer.setCommitData(Map.of("neardup.slots", "1")));
        assertEquals(
            "keys of commit data must not start with neardup., got neardup.slots",
            refused.getMessage());
      }
    }
  }
}
