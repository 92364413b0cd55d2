// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOConsumer;
import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;

/** Tests with an index of texts in two fields, and what is in it. */
abstract class ContainmentTestCase extends LuceneTestCase {
  static final Analyzer ANALYZER = new StandardAnalyzer();

  final Map<String, List<String>> live = new LinkedHashMap<>(); // texts by id
  final Set<String> even = new HashSet<>();
  private Directory directory;
  DirectoryReader reader;
  IndexSearcher searcher;

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  /**
   * Each document has some texts in two fields; a few are deleted, but never the first. Any index
   * will do, and one with sketches makes no difference to what is found.
   */
  void index(List<List<String>> documents) throws IOException {
    directory = newDirectory();
    if (random().nextBoolean()) {
      try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory, ANALYZER)) {
        addAll(documents, writer::addDocument);
        deleteSome(id -> writer.deleteDocuments(new Term("id", id)));
        reader = writer.getReader();
      }
    } else {
      try (CollapsingIndexWriter writer = sketching()) {
        addAll(documents, writer::updateDocument);
        deleteSome(writer::deleteDocuments);
        reader = writer.openReader();
      }
    }
    searcher = newSearcher(reader);
  }

  private CollapsingIndexWriter sketching() throws IOException {
    CollapseConfig config =
        CollapseConfig.defaults()
            .withTextFields("title", "text")
            .withShingling(Shingling.words(random().nextBoolean() ? 5 : 3));
    return CollapsingIndexWriter.open(directory, config, new IndexWriterConfig(ANALYZER));
  }

  private void addAll(List<List<String>> documents, IOConsumer<Document> writer)
      throws IOException {
    for (List<String> texts : documents) {
      String id = Integer.toString(live.size());
      Document document = new Document();
      document.add(new StringField("id", id, Field.Store.YES));
      boolean isEven = random().nextBoolean();
      document.add(new StringField("even", Boolean.toString(isEven), Field.Store.NO));
      if (isEven) {
        even.add(id);
      }
      for (int i = 0; i < texts.size(); i++) {
        String field = i == 0 ? "title" : "text";
        document.add(new TextField(field, texts.get(i), Field.Store.YES));
      }
      live.put(id, texts);
      writer.accept(document);
    }
  }

  private void deleteSome(IOConsumer<String> writer) throws IOException {
    for (String id : List.copyOf(live.keySet())) {
      if (!id.equals("0") && random().nextInt(10) == 0) {
        writer.accept(id);
        live.remove(id);
      }
    }
  }

  String id(int doc) throws IOException {
    return reader.storedFields().document(doc).get("id");
  }
}
