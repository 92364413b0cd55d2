// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.search.RecordedGroups;

/** Makes small documents and looks at what the writer made of them. */
public abstract class CollapseTestCase extends LuceneTestCase {
  public static final CollapseConfig CONFIG = CollapseConfig.defaults();

  public static final String TEXT = text(words("a", 200));

  /** Like {@link #TEXT}: they have 191 of 201 elements in common, which is .95. */
  public static final String NEAR = TEXT.replace("a100 ", "b100 ");

  /** Has no element in common with the others. */
  public static final String FAR = text(words("c", 200));

  public static CollapsingIndexWriter open(Directory directory, CollapseConfig config)
      throws IOException {
    return CollapsingIndexWriter.open(directory, config, writerConfig());
  }

  public static IndexWriterConfig writerConfig() {
    return newIndexWriterConfig(random(), new WhitespaceAnalyzer())
        .setCodec(new org.apache.lucene.codecs.lucene104.Lucene104Codec());
  }

  public static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.YES));
    return document;
  }

  public static Document dated(String id, String text, long date) {
    Document document = document(id, text);
    document.add(new LongField("date", date, Field.Store.NO));
    return document;
  }

  /** So many words that a text has in common with no other of another name. */
  public static List<String> words(String name, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(name + i);
    }
    return words;
  }

  public static String text(List<String> words) {
    return String.join(" ", words);
  }

  /** The text with some of its words changed. */
  public static String edit(Random random, String text, int edits) {
    List<String> words = new ArrayList<>(Arrays.asList(text.split(" ")));
    for (int i = 0; i < edits; i++) {
      words.set(random.nextInt(words.size()), "x" + random.nextInt(1000));
    }
    return text(words);
  }

  public static ElementSet elements(String text) throws IOException {
    ElementExtractor extractor =
        new ElementExtractor(new WhitespaceAnalyzer(), CONFIG.shingling().withSeed(CONFIG.seed()));
    extractor.reset();
    extractor.add("text", text);
    return ElementSet.of(extractor.elements(), extractor.count());
  }

  /** A document of the index as a search over all documents finds it. */
  public record Found(String id, String text, long group, boolean hidden) {}

  public static Map<String, Found> read(CollapsingIndexWriter writer) throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      return read(reader);
    }
  }

  public static Map<String, Found> read(DirectoryReader reader) throws IOException {
    Map<String, Found> found = new TreeMap<>();
    RecordedGroups groups = new RecordedGroups(reader);
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int i = 0; i < leaf.reader().maxDoc(); i++) {
        if (live == null || live.get(i)) {
          int doc = leaf.docBase + i;
          Document stored = reader.storedFields().document(doc);
          String id = stored.get("id");
          Found earlier =
              found.put(
                  id, new Found(id, stored.get("text"), groups.group(doc), groups.isHidden(doc)));
          assertNull("two documents with id " + id, earlier);
        }
      }
    }
    return found;
  }

  public static Document unstored(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.NO));
    return document;
  }

  public static Document scoped(String id, String text, String site) {
    Document document = document(id, text);
    document.add(new StringField("site", site, Field.Store.YES));
    return document;
  }

  /** Changes four words far apart, 20 of 196 elements. */
  public static String edit(String text, int from) {
    String[] words = text.split(" ");
    for (int i = 0; i < 4; i++) {
      words[from + 20 * i] = "e" + words[from + 20 * i];
    }
    return String.join(" ", words);
  }

  /** Asserts which documents are hidden: these and no others. */
  public static void assertHidden(CollapsingIndexWriter writer, String... ids) throws IOException {
    Set<String> hidden = new TreeSet<>();
    read(writer).values().stream().filter(Found::hidden).forEach(doc -> hidden.add(doc.id()));
    assertEquals(new TreeSet<>(List.of(ids)), hidden);
  }
}
