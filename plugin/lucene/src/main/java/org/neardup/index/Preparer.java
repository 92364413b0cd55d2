// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
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
    List<IndexableField> fields = new ArrayList<>(document.getFields());
    sketcher.reset();
    for (String name : config.textFields()) {
      for (int i : texts(fields, name)) {
        fields.set(i, sketcher.addReplayable(fields.get(i)));
      }
    }
    SketchedText text = sketcher.finish(sketcher.scope(scopeName(document)));
    Document analysed = new Document();
    fields.forEach(analysed::add);
    return new Prepared(id, analysed, text, ranker.rank(document, text.elementCount()));
  }

  /** Where they are. A field may stand there twice, once to be indexed and once to be stored. */
  private static List<Integer> texts(List<IndexableField> fields, String name) {
    List<Integer> texts = new ArrayList<>();
    List<Integer> indexed = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      IndexableField field = fields.get(i);
      if (field.name().equals(name) && field.stringValue() != null) {
        texts.add(i);
        if (field.fieldType().indexOptions() != IndexOptions.NONE) {
          indexed.add(i);
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
