// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.lucene.index.DirectoryReader;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.groups.LiveDocument;

/**
 * Sketches a sample of stored documents again, and refuses an analyzer that makes other sketches.
 */
public final class StoredSample implements StoredDocuments.Visitor {
  private static final int DOCUMENTS = 100;

  private final Resketcher resketcher;

  private StoredSample(Resketcher resketcher) {
    this.resketcher = resketcher;
  }

  /**
   * Checks up to 100 documents, always the same ones. Skips documents whose check would need all
   * terms of a field.
   *
   * @throws IndexSettingsException if a sketch does not match its stored text
   */
  public static void check(DirectoryReader reader, CollapseConfig config, TextSketcher sketcher)
      throws IOException {
    Resketcher resketcher = new Resketcher(reader, config, sketcher, false);
    new StoredDocuments(reader, config)
        .forEach(sample(reader.maxDoc()), new StoredSample(resketcher));
  }

  /** A random document of each hundredth, in ascending order. */
  private static int[] sample(int maxDoc) {
    int[] docs = new int[Math.min(maxDoc, DOCUMENTS)];
    SplittableRandom random = new SplittableRandom(maxDoc);
    for (int i = 0; i < docs.length; i++) {
      int from = (int) ((long) maxDoc * i / docs.length);
      int to = (int) ((long) maxDoc * (i + 1) / docs.length);
      docs[i] = random.nextInt(from, to);
    }
    return docs;
  }

  @Override
  public void ours(LiveDocument entry) throws IOException {
    Optional<SketchedText> text = resketcher.sketch(entry);
    if (text.isPresent() && !Arrays.equals(text.get().value(), entry.value)) {
      throw new IndexSettingsException(
          "the sketch of document "
              + entry.id
              + " does not match its stored text: open the index with the analyzer that built it; if"
              + " another writer changed the document, repair the index (IndexCheck.repair, neardup"
              + " check --repair)");
    }
  }

  @Override
  public void foreign(int doc) {}
}
