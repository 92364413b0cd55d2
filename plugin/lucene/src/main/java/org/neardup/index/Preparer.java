// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.neardup.codec.NearDupFields;
import org.neardup.codec.SketchedText;
import org.neardup.codec.TextSketcher;

/** From documents to sketches. Keeps scratch arrays: for one thread at a time. */
final class Preparer {
  private final CollapseConfig config;
  private final TextSketcher sketcher;
  private final Ranker ranker;

  Preparer(CollapseConfig config, TextSketcher sketcher) {
    this.config = config;
    this.sketcher = sketcher;
    ranker = new Ranker(config.preference());
  }

  /** Analyses each text once: the prepared document replays its tokens to the index writer. */
  Prepared prepare(Document document) throws IOException {
    String id = id(document);
    IdentityHashMap<IndexableField, IndexableField> replayed = new IdentityHashMap<>();
    sketcher.reset();
    for (String name : config.textFields()) {
      for (IndexableField field : texts(document, name)) {
        replayed.put(field, sketcher.addReplayable(field));
      }
    }
    SketchedText text = sketcher.finish(sketcher.scope(scopeName(document)));
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

  private String scopeName(Document document) {
    return config.scopeField().map(document::get).orElse(null);
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
}
