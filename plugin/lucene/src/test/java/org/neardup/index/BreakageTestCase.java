// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.record.NearDupFields;

/** Breaks indexes behind the back of Neardup, and looks at what a check finds in them. */
public abstract class BreakageTestCase extends CollapseTestCase {
  /** 1 and 4 are visible, 2 and 3 hidden behind 1. */
  protected static final Map<String, String> TEXTS =
      new TreeMap<>(Map.of("1", TEXT, "2", NEAR, "3", TEXT, "4", FAR));

  /** What a plain writer does. */
  @FunctionalInterface
  protected interface Breakage {
    void apply(IndexWriter writer) throws IOException;
  }

  protected static void addOwnFields(Document document, String id, long number, byte[] sketch) {
    document.add(new BinaryDocValuesField(NearDupFields.ID, new BytesRef(id)));
    document.add(new NumericDocValuesField(NearDupFields.ORDER, number));
    document.add(new NumericDocValuesField(NearDupFields.GROUP, number));
    document.add(new StringField(NearDupFields.GROUP, Long.toString(number), Field.Store.NO));
    document.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch)));
  }

  protected static byte[] sketchOf(String text) throws IOException {
    return CONFIG.textSketcher(new WhitespaceAnalyzer()).sketch(text, 0).value();
  }

  protected static Document withDamagedSketch(Document document) {
    addOwnFields(document, "4", 3, new byte[7]);
    return document;
  }

  protected static void merge(IndexWriter writer) throws IOException {
    writer.getConfig().setMergePolicy(new LogDocMergePolicy()); // keeps the order
    writer.forceMerge(1);
  }

  protected static Term id(String id) {
    return new Term("id", id);
  }

  protected static void update(IndexWriter writer, String id, Field field) throws IOException {
    writer.updateDocValues(id(id), field);
  }

  protected static void fill(Directory directory, CollapseConfig config, Map<String, String> texts)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, config)) {
      for (var text : texts.entrySet()) {
        writer.updateDocument(document(text.getKey(), text.getValue()));
      }
    }
  }

  protected static void breakBehind(Directory directory, Breakage breakage) throws IOException {
    breakBehind(directory, writerConfig(), breakage);
  }

  protected static void breakBehind(
      Directory directory, IndexWriterConfig config, Breakage breakage) throws IOException {
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter behind = new IndexWriter(directory, config)) {
      breakage.apply(behind);
    }
  }

  protected static CheckReport check(Directory directory, CollapseConfig config)
      throws IOException {
    return IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
  }

  protected static void assertSound(
      Directory directory, CollapseConfig config, Map<String, String> expected) throws IOException {
    CheckReport after = check(directory, config);
    assertEquals(List.of(), after.violations());
    assertTrue(after.isSound());
    assertEquals(expected.size(), after.documents());
    assertEquals(expected.size(), after.comparedTexts());
    try (CollapsingIndexWriter writer = open(directory, config)) {
      Map<String, Found> found = read(writer);
      Map<String, String> texts = new TreeMap<>();
      found.values().forEach(doc -> texts.put(doc.id(), doc.text()));
      assertEquals(expected, texts);
      assertEquals(after.hidden(), found.values().stream().filter(Found::hidden).count());
      TestCollapseInvariants.assertInvariants(found);
    }
  }
}
