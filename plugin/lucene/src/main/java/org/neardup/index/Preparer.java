// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.neardup.analysis.ElementExtractor;
import org.neardup.codec.NearDupFields;
import org.neardup.codec.SketchParameters;
import org.neardup.codec.SketchValue;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.SlotSketcher;

/** From documents to sketches. Keeps scratch arrays: for one thread at a time. */
final class Preparer {
  private final CollapseConfig config;
  private final SketchParameters parameters;
  private final SlotSketcher sketcher;
  private final ElementExtractor extractor;
  private final long[] slots;
  private final Ranker ranker;

  Preparer(
      CollapseConfig config,
      SketchParameters parameters,
      SlotSketcher sketcher,
      Analyzer analyzer) {
    this.config = config;
    this.parameters = parameters;
    this.sketcher = sketcher;
    extractor = new ElementExtractor(analyzer, config.shingling().withSeed(config.seed()));
    slots = new long[sketcher.slots()];
    ranker = new Ranker(config.preference());
  }

  /** Analyses each text once: the prepared document replays its tokens to the index writer. */
  Prepared prepare(Document document) throws IOException {
    String id = id(document);
    IdentityHashMap<IndexableField, IndexableField> replayed = new IdentityHashMap<>();
    extractor.reset();
    for (String name : config.textFields()) {
      for (IndexableField field : texts(document, name)) {
        replayed.put(field, extractor.addReplayable(field));
      }
    }
    SketchedText text = sketched(scope(document));
    Document analysed = new Document();
    document.forEach(field -> analysed.add(replayed.getOrDefault(field, field)));
    return new Prepared(id, analysed, text, ranker.rank(document, text.elementCount()));
  }

  /** A field may stand there twice, once to be indexed and once to be stored. */
  private static List<IndexableField> texts(Document document, String name) {
    List<IndexableField> texts = new ArrayList<>();
    List<IndexableField> indexed = new ArrayList<>();
    for (IndexableField field : document.getFields(name)) {
      if (field.stringValue() != null) {
        texts.add(field);
        if (field.fieldType().indexOptions() != IndexOptions.NONE) {
          indexed.add(field);
        }
      }
    }
    return indexed.isEmpty() ? texts : indexed;
  }

  private long scope(Document document) {
    String name = config.scopeField().map(document::get).orElse(null);
    return name == null ? 0 : Hashing.hash(name, config.seed());
  }

  private String id(Document document) {
    String id = null;
    for (IndexableField field : document) {
      if (field.name().startsWith(NearDupFields.PREFIX)) {
        throw new IllegalArgumentException(
            "field names must not start with " + NearDupFields.PREFIX + ", got " + field.name());
      }
      if (field.name().equals(config.idField()) && field.stringValue() != null) {
        if (id != null && !id.equals(field.stringValue())) {
          throw new IllegalArgumentException(
              "a document must have one value in id field "
                  + config.idField()
                  + ", got "
                  + id
                  + " and "
                  + field.stringValue());
        }
        id = field.stringValue();
      }
    }
    if (id == null) {
      throw new IllegalArgumentException(
          "a document must have a string value in id field " + config.idField() + ", got none");
    }
    return id;
  }

  /** Sketches the stored text fields of a document. */
  SketchedText sketchStored(Document stored, long scope) throws IOException {
    extractor.reset();
    for (String name : config.textFields()) {
      for (String text : stored.getValues(name)) {
        extractor.add(name, text);
      }
    }
    return sketched(scope);
  }

  /**
   * Sketches what was extracted.
   *
   * <p>The scope is mixed into every element. So documents of different scopes have no element in
   * common: they resemble each other not at all, meet in no band, and no rule about scopes has to
   * be kept elsewhere.
   */
  private SketchedText sketched(long scope) {
    long[] elements = Arrays.copyOf(extractor.elements(), extractor.count());
    if (scope != 0) {
      Arrays.setAll(elements, i -> elements[i] ^ scope);
    }
    return new SketchedText(elements.length == 0 ? null : value(elements, scope), elements, scope);
  }

  private byte[] value(long[] elements, long scope) {
    sketcher.sketch(elements, elements.length, slots);
    return SketchValue.encode(
        parameters.format(), extractor.fingerprint() ^ scope, elements.length, slots);
  }
}
