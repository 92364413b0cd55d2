// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.Verification;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.group.BandKeys;

public class TestCandidateTable extends LuceneTestCase {
  private final List<LiveDocument> documents = new ArrayList<>();
  private TextSketcher sketcher;
  private CandidateTable table;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    sketcher = CollapseTestCase.CONFIG.textSketcher(new WhitespaceAnalyzer());
    table = new CandidateTable(sketcher.parameters(), random().nextInt(1000));
  }

  /** One of few texts, most of them with a word of its own. */
  private LiveDocument document() throws IOException {
    StringBuilder text = new StringBuilder();
    int base = random().nextInt(5);
    int other = random().nextInt(40);
    for (int i = 0; i < 40; i++) {
      int word = i == other ? random().nextInt(3) : base;
      text.append(word).append('-').append(i).append(' ');
    }
    SketchedText sketched = sketcher.sketch(text.toString(), 0);
    int order = documents.size();
    return LiveDocument.arriving("" + order, sketched, new byte[0], order);
  }

  private BandKeys keys(LiveDocument document) {
    return new BandKeys(sketcher.parameters(), document.value);
  }

  private boolean shareKey(LiveDocument a, LiveDocument b) {
    BandKeys keys = keys(a);
    for (int i = 0; i < keys.count(); i++) {
      if (keys(b).contains(keys.key(i))) {
        return true;
      }
    }
    return false;
  }

  private Map<LiveDocument, Double> found(LiveDocument document, int most) throws IOException {
    List<LiveDocument> found = new ArrayList<>();
    Map<LiveDocument, Double> estimates = new HashMap<>();
    table.forEachSharing(
        keys(document),
        most,
        (estimate, candidate) -> {
          try {
            found.add(candidate.get());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          estimates.put(found.getLast(), estimate);
        });
    assertEquals("each once", estimates.size(), found.size());
    return estimates;
  }

  private void addAndRemove(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      if (documents.isEmpty() || random().nextInt(3) > 0) {
        documents.add(document());
        table.add(documents.getLast());
        table.add(documents.getLast()); // is there already
      } else {
        table.remove(documents.remove(random().nextInt(documents.size())));
      }
    }
  }

  public void testFindsAllThatShareKeys() throws IOException {
    SketchComparer comparer = new SketchComparer(sketcher.parameters(), Verification.AUTO.rule(.8));
    for (int round = 0; round < 20; round++) {
      addAndRemove(atLeast(20));
      LiveDocument document = document();
      Map<LiveDocument, Double> found = found(document, Integer.MAX_VALUE);
      for (LiveDocument other : documents) {
        assertEquals(shareKey(document, other), found.containsKey(other));
      }
      found.forEach(
          (other, estimate) -> {
            assertTrue(documents.contains(other));
            assertEquals(comparer.estimate(document.value, other.value), estimate, 0);
          });
      boolean hasCopy = documents.stream().anyMatch(document::hasSameText);
      LiveDocument copy = table.copy(document);
      assertEquals(hasCopy, copy != null);
      assertTrue(copy == null || (copy.hasSameText(document) && documents.contains(copy)));
    }
    assertEquals(0, table.skipped());
    table.clear();
    assertTrue(found(document(), Integer.MAX_VALUE).isEmpty());
  }

  public void testLooksAtNoMoreThanItMay() throws IOException {
    LiveDocument document;
    do {
      addAndRemove(atLeast(500));
      document = documents.getFirst();
    } while (found(document, Integer.MAX_VALUE).size() <= 10);
    int some = found(document, 10).size();
    assertTrue(some > 0 && some <= 10);
    assertTrue(table.skipped() > 0);
  }
}
