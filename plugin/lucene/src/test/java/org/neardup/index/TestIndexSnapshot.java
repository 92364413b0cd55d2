// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.neardup.compare.Resemblance;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.groups.IndexSnapshot;
import org.neardup.internal.groups.LiveDocument;

/** What a view remembers of documents that it read. */
public class TestIndexSnapshot extends CollapseTestCase {

  /** A view of as many documents as this would hold them all in the end. */
  public void testForgetsWhatItCanReadAgain() throws IOException {
    int documents = IndexSnapshot.KEPT + 2000;
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, TestAdversary.quietConfig())) {
      for (int i = 0; i < documents; i++) {
        writer.updateDocument(document("" + i, text(words("p" + i + "_", 8 + 5))));
      }
      writer.updateDocument(document("variant", text(words("p7_", 8 + 5))));
      writer.flush();
      assertEquals(1, writer.deleteDocuments("7"));
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < documents; i++) {
        outcomes.add(writer.updateDocument(document("x" + i, text(words("p" + i + "_", 8 + 5)))));
      }
      for (int i = 0; i < documents; i++) {
        Outcome expected =
            new Outcome.Hidden(i == 7 ? "variant" : "" + i, Resemblance.IDENTICAL, false);
        assertEquals(expected, outcomes.get(i));
      }
      int arrivals = documents;
      assertTrue(
          "" + TableProbe.heldCount(writer),
          TableProbe.heldCount(writer) < arrivals + IndexSnapshot.KEPT);
      assertEquals(documents, read(writer).values().stream().filter(Found::hidden).count());
    }
  }

  /** Those of groups that got another representative are kept until the next refresh. */
  public void testTheWriterRefreshesWhenTooManyWereRead() throws IOException {
    int groups = 60;
    int variants = 5;
    int most = 50;
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (int i = 0; i < groups * variants; i++) {
          writer.updateDocument(document("" + i, text(words("p" + i % groups + "_", 8 + 5))));
        }
      }
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, CONFIG, TestAdversary.quietConfig())) {
        TableProbe.setMaxReadBytes(writer, (double) most * LiveDocument.KNOWN_BYTES);
        int held = 0;
        int refreshes = 0;
        for (int i = 0; i < groups; i++) {
          int pending = writer.statistics().pending();
          assertEquals(1, writer.deleteDocuments("" + i));
          refreshes += writer.statistics().pending() < pending ? 1 : 0;
          held = Math.max(held, TableProbe.heldCount(writer));
        }
        // Those of a group may be there twice: in it, and in the view.
        assertTrue(held + " in memory", held < 2 * most + variants + groups);
        // Those that became visible are known after a refresh, too, and do not make for more.
        int once = groups * variants / most;
        assertTrue(refreshes + " refreshes", refreshes >= once - 1 && refreshes <= 2 * once);
        for (Found found : read(writer).values()) {
          assertEquals(Integer.parseInt(found.id()) >= 2 * groups, found.hidden());
        }
      }
    }
  }

  public void testWhatIsKnownHasABoundThatIsNotTooTight() {
    double heapShare = Math.floorDiv(Runtime.getRuntime().maxMemory(), 16L);
    assertEquals(heapShare, GroupTable.maxReadBytes(1), 1);
    assertEquals(heapShare, GroupTable.maxReadBytes(Double.POSITIVE_INFINITY), 1);
    assertEquals(2 * heapShare, GroupTable.maxReadBytes(2 * heapShare), 1);
  }
}
