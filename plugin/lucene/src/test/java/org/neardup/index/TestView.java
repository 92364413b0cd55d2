// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** What a view remembers of documents that it read. */
public class TestView extends CollapseTestCase {

  /** A view of as many documents as this would hold them all in the end. */
  public void testForgetsWhatItCanReadAgain() throws IOException {
    int documents = View.KEPT + 2000;
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, TestAdversary.quietConfig())) {
      for (int i = 0; i < documents; i++) {
        writer.update(document("" + i, text(words("p" + i + "_", 8 + 5))));
      }
      writer.update(document("variant", text(words("p7_", 8 + 5))));
      writer.refresh();
      assertTrue(writer.delete("7"));
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < documents; i++) {
        outcomes.add(writer.update(document("x" + i, text(words("p" + i + "_", 8 + 5)))));
      }
      for (int i = 0; i < documents; i++) {
        Outcome expected =
            new Outcome.Hidden(i == 7 ? "variant" : "" + i, Similarity.IDENTICAL, false);
        assertEquals(expected, outcomes.get(i));
      }
      int arrivals = documents;
      assertTrue("" + writer.heldCount(), writer.heldCount() < arrivals + View.KEPT);
      assertEquals(documents, read(writer).values().stream().filter(Found::hidden).count());
    }
  }
}
