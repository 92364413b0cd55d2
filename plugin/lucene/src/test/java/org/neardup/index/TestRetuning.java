// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/** An index is given other settings. */
public class TestRetuning extends CollapseTestCase {
  public void testRetunesFromSketches() throws IOException {
    String b = edit(edit(TEXT, 10), 110); // 156 of 236 elements: .66
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("a", TEXT));
        writer.updateDocument(document("b", b));
        writer.updateDocument(document("c", b + " and a few more words"));
        assertHidden(writer, "c");
      }
      CollapseConfig looser = CONFIG.withThreshold(0.5).withPreference(Preference.LONGEST);
      IndexCheck.retune(directory, looser, writerConfig());
      expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG).close());
      assertEquals(looser, IndexInfo.read(directory).config());
      try (CollapsingIndexWriter writer = open(directory, looser)) {
        assertHidden(writer, "a", "b");
      }
      CollapseConfig dropping = CONFIG.withVariants(Variants.DROP);
      IndexCheck.retune(directory, dropping, writerConfig());
      try (CollapsingIndexWriter writer = open(directory, dropping)) {
        assertEquals(Set.of("a", "b"), read(writer).keySet());
      }
      CollapseConfig unlike = CONFIG.withMinElements(9);
      expectThrows(
          IndexSettingsException.class, () -> IndexCheck.retune(directory, unlike, writerConfig()));
    }
  }

  public void testRetuningIsCommittedWhetherOrNotClosingIs() throws IOException {
    CollapseConfig looser = CONFIG.withThreshold(0.5);
    for (boolean commits : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        open(directory, CONFIG).close();
        long before = SegmentInfos.readLatestCommit(directory).getGeneration();
        IndexWriterConfig writerConfig = writerConfig().setCommitOnClose(commits);
        IndexCheck.retune(directory, looser, writerConfig);
        assertEquals(looser, IndexInfo.read(directory).config());
        long after = SegmentInfos.readLatestCommit(directory).getGeneration();
        assertEquals("one commit", before + 1, after);
      }
    }
  }
}
