// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.NearDupFields;

/**
 * An index of random groups, written as the hook writes it, and what should be found in it. A group
 * may lie in any segments; documents move between groups and are deleted afterwards.
 */
final class RandomVersions {
  static final String[] WORDS = {"a", "b", "c", "d", "e", "f", "g", "h"};
  private static final String REMOVED = "d";

  /** One document: its group, whether it is hidden, and whether it was deleted. */
  static final class Doc {
    final String id;
    long group;
    boolean hidden;
    boolean deleted;
    boolean grouped = true;
    String text;
    String title;

    Doc(String id, long group) {
      this.id = id;
      this.group = group;
    }
  }

  private final Random random;
  private final IndexWriter writer;
  private final List<Doc> docs = new ArrayList<>();
  private final Map<Long, List<Doc>> groups = new HashMap<>();
  private final boolean isKnown; // of what the sketches are
  private final List<String> textFields;
  private final ElementExtractor extractor;
  private long newGroups;

  RandomVersions(Random random, Directory directory, IndexWriterConfig config) throws IOException {
    this.random = random;
    textFields = random.nextBoolean() ? List.of("text") : List.of("text", "title");
    extractor = new ElementExtractor(config.getAnalyzer(), Shingling.words(1 + random.nextInt(3)));
    writer = new IndexWriter(directory, config);
    isKnown = random.nextInt(4) > 0;
    Map<String, String> commitData = commitData(textFields);
    if (!isKnown) {
      commitData.put(CommitData.PREFIX + CommitData.VERSION, "2");
    }
    writer.setLiveCommitData(commitData.entrySet());
    writer.commit();
  }

  /** What the hook writes of the fields that sketches are of. */
  static Map<String, String> commitData(List<String> textFields) {
    Map<String, String> data = new HashMap<>();
    data.put(CommitData.PREFIX + CommitData.VERSION, CommitData.CURRENT_VERSION);
    data.put(CommitData.PREFIX + CommitData.TEXT_FIELDS, CommitData.join(textFields));
    return data;
  }

  static IndexWriterConfig config(IndexWriterConfig config) {
    return config.setCodec(new org.apache.lucene.codecs.lucene104.Lucene104Codec());
  }

  /** Removes a word, so that documents differ in places of words alone. */
  static Analyzer analyzer() {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer words = new WhitespaceTokenizer();
        return new TokenStreamComponents(
            words, new StopFilter(words, new CharArraySet(List.of(REMOVED), false)));
      }
    };
  }

  IndexWriter writer() {
    return writer;
  }

  /** By id, without the deleted ones. */
  Map<String, Doc> live() {
    Map<String, Doc> live = new HashMap<>();
    docs.stream().filter(doc -> !doc.deleted).forEach(doc -> live.put(doc.id, doc));
    return live;
  }

  /** Adds documents, in a few segments. */
  void add(int count, int newGroupOneIn) throws IOException {
    for (int i = 0; i < count; i++) {
      Doc doc = new Doc(Integer.toString(docs.size()), newGroups++);
      doc.grouped = random.nextInt(20) > 0; // a few were written by something else
      if (doc.grouped && !docs.isEmpty() && random.nextInt(newGroupOneIn) > 0) {
        Doc other = docs.get(random.nextInt(docs.size()));
        doc.group = other.grouped ? other.group : doc.group;
      }
      List<Doc> group = groups.computeIfAbsent(doc.group, key -> new ArrayList<>());
      doc.hidden = !group.isEmpty();
      group.add(doc);
      docs.add(doc);
      write(doc);
      if (random.nextInt(count) < 4) {
        writer.flush();
      }
    }
  }

  private void write(Doc doc) throws IOException {
    List<Doc> copiedFrom = random.nextBoolean() ? docs : groups.get(doc.group);
    Doc copied = copiedFrom.get(random.nextInt(copiedFrom.size()));
    boolean isCopy = copied.text != null && random.nextInt(2) > 0;
    doc.text = isCopy ? copied.text : text();
    doc.title = isCopy && random.nextInt(5) > 0 ? copied.title : text();
    if (random.nextInt(10) == 0) {
      doc.text = doc.text.replaceFirst(" ", " " + REMOVED + " ");
    }
    Document fields = new Document();
    fields.add(new StringField("id", doc.id, Field.Store.YES));
    fields.add(new TextField("text", doc.text, Field.Store.NO));
    fields.add(new TextField("title", doc.title, Field.Store.NO));
    if (random.nextInt(8) > 0) {
      boolean isOpaque = random.nextInt(8) == 0;
      BytesRef sketch = sketch(isOpaque || !isKnown ? copied : doc);
      fields.add(new BinaryDocValuesField(NearDupFields.SKETCH, sketch));
      if (isOpaque) {
        fields.add(new NumericDocValuesField(NearDupFields.OPAQUE, 1));
      }
    }
    fields.add(new StringField("site", "s" + random.nextInt(4), Field.Store.NO));
    if (random.nextInt(10) > 0) {
      fields.add(new LongField("number", random.nextInt(10), Field.Store.NO));
      fields.add(new NumericDocValuesField("weight", random.nextInt(10)));
      fields.add(
          new SortedDocValuesField("key", new BytesRef(WORDS[random.nextInt(WORDS.length)])));
    }
    if (doc.grouped) {
      fields.add(new NumericDocValuesField(NearDupFields.GROUP, doc.group));
      fields.add(new StringField("role", doc.hidden ? "variant" : "first", Field.Store.NO));
    }
    if (doc.hidden) {
      fields.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    writer.addDocument(fields);
  }

  /** What the hook writes, but for the slots; it may be wrong where nobody should rely on it. */
  private BytesRef sketch(Doc doc) throws IOException {
    extractor.reset();
    extractor.add("text", doc.text);
    if (textFields.contains("title")) {
      extractor.add("title", doc.title);
    }
    byte[] value = new byte[SketchValue.SLOTS_OFFSET];
    BitUtil.VH_LE_LONG.set(value, 0, extractor.textHash());
    return new BytesRef(value);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      int rank = (int) Math.min(WORDS.length - 1L, Math.round(Math.abs(random.nextGaussian()) * 3));
      text.append(WORDS[rank]).append(' ');
    }
    return text.toString();
  }

  /** Deletes documents, moves documents, and lets others represent their groups. */
  void change(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Doc doc = docs.get(random.nextInt(docs.size()));
      List<Doc> group = groups.get(doc.group);
      if (doc.deleted || !doc.grouped) {
        continue;
      }
      switch (random.nextInt(3)) {
        case 0 -> delete(doc, group);
        case 1 -> represent(doc, group);
        default -> leave(doc, group);
      }
    }
  }

  private void delete(Doc doc, List<Doc> group) throws IOException {
    doc.deleted = true;
    group.remove(doc);
    writer.deleteDocuments(new Term("id", doc.id));
    if (!doc.hidden && !group.isEmpty()) {
      update(group.get(random.nextInt(group.size())), doc.group, false);
    }
  }

  private void represent(Doc doc, List<Doc> group) throws IOException {
    for (Doc other : group) {
      update(other, other.group, other != doc);
    }
  }

  /** Founds a group anew, or goes to another one. */
  private void leave(Doc doc, List<Doc> group) throws IOException {
    if (!doc.hidden) {
      return;
    }
    Doc host = docs.get(random.nextInt(docs.size()));
    boolean moves = host.grouped && !host.deleted && host != doc;
    group.remove(doc);
    long target = moves ? host.group : newGroups++;
    update(doc, target, moves);
    groups.computeIfAbsent(target, key -> new ArrayList<>()).add(doc);
  }

  private void update(Doc doc, long group, boolean hidden) throws IOException {
    doc.group = group;
    doc.hidden = hidden;
    writer.updateDocValues(
        new Term("id", doc.id),
        new NumericDocValuesField(NearDupFields.MOVED, group),
        new NumericDocValuesField(NearDupFields.HIDDEN, hidden ? 1L : null));
  }
}
