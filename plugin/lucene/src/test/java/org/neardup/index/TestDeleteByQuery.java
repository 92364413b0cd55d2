// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.neardup.index.ModelOperation.Update;
import org.neardup.index.NaiveEngine.Place;
import org.neardup.internal.groups.LiveDocument;

/** Deletes so many documents at once that memory does not hold what they leave. */
public class TestDeleteByQuery extends CollapseTestCase {
  private static final TermQuery GONE = new TermQuery(new Term("text", "gone"));

  public void testNothingOfWhatGoesIsHeld() throws IOException {
    int documents = 500;
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, TestAdversary.quietConfig())) {
      for (int i = 0; i < documents; i++) {
        writer.updateDocument(document("" + i, "gone " + text(words("p" + i / 2 + "_", 20))));
      }
      writer.updateDocument(document("other", text(words("q", 20))));
      assertEquals(documents, writer.deleteDocuments(GONE));
      assertEquals(0, TableProbe.heldCount(writer));
      assertEquals(0, writer.statistics().pending());
      assertEquals(documents, writer.statistics().deleted());
      assertEquals(Set.of("other"), read(writer).keySet());
    }
  }

  public void testWhatStaysIsSettledInSlices() throws IOException {
    int groups = 100;
    int kept = 2 * groups;
    int most = 30;
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, TestAdversary.quietConfig())) {
      for (int i = 0; i < groups + kept; i++) {
        String first = i < groups ? "gone " : "";
        writer.updateDocument(document("" + i, first + text(words("p" + i % groups + "_", 40))));
      }
      TableProbe.setMaxReadBytes(writer, (double) most * LiveDocument.KNOWN_BYTES);
      assertEquals(groups, writer.deleteDocuments(GONE));
      assertTrue(
          TableProbe.heldCount(writer) + " in memory",
          TableProbe.heldCount(writer) < groups + most + 3);
      Map<String, Found> found = read(writer);
      assertEquals(kept, found.size());
      for (Found each : found.values()) {
        assertEquals(Integer.parseInt(each.id()) >= kept, each.hidden());
      }
    }
  }

  /** Which of several documents a hidden one is behind is up to the slices, and nothing else is. */
  public void testSlicesLeaveTheSameVisible() throws IOException {
    int slices = 0;
    for (int i = 0; i < (TEST_NIGHTLY ? 20_000 : 80); i++) {
      long seed = random().nextLong();
      try {
        Random random = new Random(seed);
        slices += deleteInSlices(TextUniverse.draw(random, 0.5), random);
      } catch (AssertionError e) {
        throw new AssertionError("round " + seed, e);
      }
    }
    assertTrue("nothing moved", slices > 0);
  }

  /** Returns how many documents were shown. */
  private static int deleteInSlices(TextUniverse universe, Random random) throws IOException {
    CollapseConfig config =
        TextUniverse.config(0.5).withPreference(ModelOperation.drawPreference(random));
    NaiveEngine naive = new NaiveEngine(universe, config);
    Set<String> shown = new HashSet<>();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            shown.add(representative.orElse(id));
          }

          @Override
          public void succeeded(String former, String representative) {
            shown.add(representative);
          }
        };
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, writerConfig, listener)) {
      for (int i = 0; i < 25; i++) {
        Update update = Update.draw(random, universe, "", 1000);
        assertEquals(update.applyTo(naive), writer.updateDocument(update.document()));
      }
      TableProbe.setMaxReadBytes(writer, 1);
      shown.clear();
      String word = TextUniverse.drawWord(random);
      assertEquals(
          naive.deleteByWord(word), writer.deleteDocuments(new TermQuery(new Term("text", word))));
      Map<String, Place> places = IndexState.read(writer, config.variants());
      IndexState.assertInvariants(places, universe, config);
      assertEquals(visible(naive.places()), visible(places));
      assertTrue("shown, and deleted: " + shown, places.keySet().containsAll(shown));
    }
    return shown.size();
  }

  private static Set<String> visible(Map<String, Place> places) {
    Set<String> visible = new TreeSet<>();
    places.forEach(
        (id, place) -> {
          if (place.representative() == null) {
            visible.add(id);
          }
        });
    return visible;
  }
}
