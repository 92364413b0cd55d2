// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.VectorUtil;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapseListener;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.DecidedDocument;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;

/**
 * Embeds each content once: a quarter of 5,000 passages. When a passage becomes visible, as that in
 * front of it is deleted, it is embedded, too. Searches by words and by vectors together.
 */
public final class EmbedOnce {
  private static final int CONTENTS = 1250;
  private static final int VERSIONS = 4;
  private static final int DIMENSIONS = 96;

  private EmbedOnce() {}

  /** A vector of the hashed words of a text. The call of a model goes here. */
  private static float[] embed(String text) {
    float[] vector = new float[DIMENSIONS];
    for (String word : text.split(" ", -1)) {
      Random random = new Random(word.hashCode());
      for (int i = 0; i < 8; i++) {
        vector[random.nextInt(DIMENSIONS)] += random.nextBoolean() ? 1 : -1;
      }
    }
    return VectorUtil.l2normalize(vector);
  }

  private static KnnFloatVectorField vector(String text) {
    return new KnnFloatVectorField("v", embed(text));
  }

  /** Texts of random words, each in several versions that differ in a word, by id. */
  private static Map<String, String> passages() {
    Map<String, String> passages = new TreeMap<>();
    Random random = new Random(1);
    for (int content = 0; content < CONTENTS; content++) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        words.add("word" + random.nextInt(2000));
      }
      for (int version = 0; version < VERSIONS; version++) {
        passages.put(
            String.format(Locale.ROOT, "p%04d-%d", content, version),
            String.join(" ", words) + " edition" + version);
      }
    }
    return passages;
  }

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new TextField("text", text, Store.YES));
    return document;
  }

  public static void main(String[] args) throws IOException {
    Map<String, String> passages = passages();
    Set<String> becameVisible = ConcurrentHashMap.newKeySet();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            if (representative.isEmpty()) {
              becameVisible.add(id);
            }
          }
        };
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            new ByteBuffersDirectory(),
            CollapseConfig.defaults(),
            new IndexWriterConfig(),
            listener)) {
      List<String> embedded = new ArrayList<>();
      for (Map.Entry<String, String> passage : passages.entrySet()) {
        DecidedDocument decided =
            writer.decide(writer.prepare(document(passage.getKey(), passage.getValue())));
        if (decided.isVariant()) {
          decided.write();
        } else {
          decided.write(fields -> fields.add(vector(passage.getValue())));
          embedded.add(passage.getKey());
        }
      }
      System.out.println(passages.size() + " passages, " + embedded.size() + " embedded");

      List<String> deleted = embedded.subList(0, 100);
      writer.deleteDocuments(deleted.toArray(String[]::new));
      // The list is complete even if the program was killed after the listener was told.
      for (String id : writer.visibleWithout("v")) {
        Document document = document(id, passages.get(id));
        document.add(vector(passages.get(id)));
        writer.updateDocument(document); // with the same text it stays in its place
      }
      System.out.printf(
          Locale.ROOT,
          "%d deleted, %d became visible, %d still without a vector%n",
          deleted.size(),
          becameVisible.size(),
          writer.visibleWithout("v").size());

      try (DirectoryReader reader = writer.openReader()) {
        search(reader, passages.get(deleted.getFirst()), deleted);
      }
    }
  }

  private static void search(DirectoryReader reader, String text, List<String> deleted)
      throws IOException {
    String word = text.substring(0, text.indexOf(' '));
    Query query =
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term("text", word)), Occur.SHOULD)
            .add(new KnnFloatVectorQuery("v", embed(text), 10), Occur.SHOULD)
            .build();
    IndexSearcher searcher = new IndexSearcher(reader);
    BestVersionDocs found = new BestVersionSearch(searcher).search(query, 10);
    Set<String> contents = new HashSet<>();
    long others = 0;
    for (BestVersionDocs.Hit hit : found.hits()) {
      String id = searcher.storedFields().document(hit.doc().doc).get("id");
      String content = id.substring(0, id.indexOf('-'));
      contents.add(content);
      others += deleted.contains(content + "-0") ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%d hits, %d contents, %d of them deleted and shown by another version%n",
        found.hits().size(),
        contents.size(),
        others);
  }
}
