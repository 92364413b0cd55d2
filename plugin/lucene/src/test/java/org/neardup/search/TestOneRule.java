// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.analysis.Shingling;
import org.neardup.codec.SketchField;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Preference;
import org.neardup.index.Verification;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.GroupDeriver;

/**
 * The same documents in the same order have the same groups, be they recorded or derived, whatever
 * happened before: where sketches alone decide.
 */
public class TestOneRule extends LuceneTestCase {
  private static final int ROUNDS = TEST_NIGHTLY ? 200 : 2;
  private static final String RANK = "rank";

  private final Analyzer analyzer = new StandardAnalyzer();
  private final Map<String, Document> live = new LinkedHashMap<>();
  private final List<String> texts = new ArrayList<>();

  private static CollapseConfig config() {
    Shingling shingling =
        random().nextInt(3) == 0
            ? Shingling.characters(3 + random().nextInt(10))
            : Shingling.words(1 + random().nextInt(9));
    return CollapseConfig.defaults()
        .withRequiresText(false)
        .withShingling(shingling.withOccurrences(random().nextBoolean()))
        .withThreshold(random().nextBoolean() ? 0.8 : 0.3 + 0.01 * random().nextInt(71))
        .withMinElements(1 + random().nextInt(10))
        .withSeed(random().nextLong())
        .withVerification(Verification.SKETCH)
        .withPreference(Preference.parse("min:" + RANK));
  }

  private String text() {
    List<String> words = new ArrayList<>();
    if (!texts.isEmpty() && random().nextInt(5) > 0) {
      words.addAll(List.of(RandomPicks.randomFrom(random(), texts).split(" ")));
    }
    boolean isNew = words.isEmpty();
    for (int i = isNew ? random().nextInt(60) : random().nextInt(4); i > 0; i--) {
      String word = TestUtil.randomRealisticUnicodeString(random(), 1, 4).replace(' ', '-');
      if (isNew || random().nextBoolean()) {
        words.add(word);
      } else {
        words.set(random().nextInt(words.size()), word);
      }
    }
    texts.add(String.join(" ", words));
    return texts.getLast();
  }

  public void testRecordedAndDerivedGroups() throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      live.clear();
      texts.clear();
      run(config());
    }
  }

  private void run(CollapseConfig config) throws IOException {
    SketchField sketches = new SketchField("sketch", "text", config.sketchSettings(), analyzer);
    IndexWriterConfig plain = newIndexWriterConfig(analyzer);
    plain.setCodec(sketches.codec(TestUtil.getDefaultCodec()));
    IndexWriterConfig collapsing = newIndexWriterConfig(analyzer);
    collapsing.setCodec(TestUtil.getDefaultCodec());
    GroupDeriver deriver =
        new GroupDeriver("sketch", config.threshold(), DocumentOrder.ascending(RANK), null);
    try (Directory recorded = new ByteBuffersDirectory();
        Directory derived = new ByteBuffersDirectory();
        CollapsingIndexWriter hook = CollapsingIndexWriter.open(recorded, config, collapsing);
        IndexWriter writer = new IndexWriter(derived, plain)) {
      for (int i = 0; i < 80; i++) {
        change(i, hook, writer, sketches);
        if (random().nextInt(20) == 0) {
          hook.flush();
          hook.forceMerge(1 + random().nextInt(3));
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            deriver.groups(reader);
          }
        }
      }
      hook.reconcile(); // as derived groups know no history
      try (DirectoryReader ofHook = hook.openReader();
          DirectoryReader ofWriter = DirectoryReader.open(writer)) {
        Map<String, String> expected = groups(ofHook, new RecordedGroups(ofHook));
        assertEquals(config.toString(), live.keySet(), expected.keySet());
        assertEquals(config.toString(), expected, groups(ofWriter, deriver.groups(ofWriter)));
      }
    }
  }

  private void change(int number, CollapsingIndexWriter hook, IndexWriter writer, SketchField field)
      throws IOException {
    String id = "d" + (random().nextInt(4) == 0 ? random().nextInt(80) : number);
    Term term = new Term("id", id);
    if (random().nextInt(8) == 0) {
      assertEquals(live.remove(id) == null ? 0 : 1, hook.deleteDocuments(id));
      writer.deleteDocuments(term);
      return;
    }
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new NumericDocValuesField(RANK, 1000L * random().nextInt(1000) + number));
    TextField text = new TextField("text", text(), Store.YES);
    Document sketched = new Document();
    document.forEach(sketched::add);
    field.of(text, null).forEach(sketched::add);
    document.add(text);
    hook.updateDocument(document);
    writer.updateDocument(term, sketched);
    live.put(id, document);
  }

  /** The id of the visible document that stands for each. */
  private static Map<String, String> groups(DirectoryReader reader, VersionGroups groups)
      throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    Map<String, String> representatives = new TreeMap<>();
    for (ScoreDoc hit : searcher.search(MatchAllDocsQuery.INSTANCE, 1000).scoreDocs) {
      int representative = groups.representative(hit.doc);
      assertEquals(representative != hit.doc, groups.isHidden(hit.doc));
      representatives.put(id(searcher, hit.doc), id(searcher, representative));
    }
    return representatives;
  }

  private static String id(IndexSearcher searcher, int doc) throws IOException {
    return searcher.storedFields().document(doc).get("id");
  }
}
