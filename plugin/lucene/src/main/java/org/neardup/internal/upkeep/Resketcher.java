// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexSettingsException;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.KeyFields;
import org.neardup.internal.record.RecordReader;

/** Sketches documents again from their stored texts, if all analysed texts are stored. */
public final class Resketcher {
  private static final int SAMPLE = 100;

  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final KeyFields keys;
  private final TextSketcher sketcher;
  private final boolean readsAllTerms;
  private final Map<String, FixedBitSet> withTerms = new HashMap<>(); // by segment and field

  Resketcher(DirectoryReader reader, CollapseConfig config, TextSketcher sketcher) {
    this(reader, config, sketcher, true);
  }

  /**
   * Sketches documents of a reader.
   *
   * @param readsAllTerms whether to read all terms of a field if only these tell which documents
   *     lack it; otherwise such documents are not sketched
   */
  Resketcher(
      DirectoryReader reader, CollapseConfig config, TextSketcher sketcher, boolean readsAllTerms) {
    this.readsAllTerms = readsAllTerms;
    this.reader = reader;
    this.config = config;
    keys = new KeyFields(config.idField(), config.scopeField());
    this.sketcher = sketcher;
  }

  /**
   * Refuses an analyzer that makes other sketches: sketches up to 100 documents again, always the
   * same ones. Skips documents for which it would need all terms of a field.
   *
   * @throws IndexSettingsException if a sketch does not match its stored text
   */
  public static void checkSample(
      DirectoryReader reader, CollapseConfig config, TextSketcher sketcher) throws IOException {
    Resketcher resketcher = new Resketcher(reader, config, sketcher, false);
    new StoredDocuments(reader, config).forEach(sample(reader.maxDoc()), resketcher::check);
  }

  /** A random document of each hundredth, in ascending order. */
  private static int[] sample(int maxDoc) {
    int[] docs = new int[Math.min(maxDoc, SAMPLE)];
    SplittableRandom random = new SplittableRandom(maxDoc);
    for (int i = 0; i < docs.length; i++) {
      int from = (int) ((long) maxDoc * i / docs.length);
      int to = (int) ((long) maxDoc * (i + 1) / docs.length);
      docs[i] = random.nextInt(from, to);
    }
    return docs;
  }

  private void check(LiveDocument document) throws IOException {
    Optional<SketchedText> text = sketch(document);
    if (text.isPresent() && !Arrays.equals(text.get().value(), document.value)) {
      leafOf(document.doc).reader().checkIntegrity(); // a damaged file is another matter
      throw new IndexSettingsException(
          "the sketch of document "
              + document.id
              + " does not match its stored text: open the index with the analyzer that built it;"
              + " if another writer changed the document, repair the index (IndexCheck.repair,"
              + " neardup check --repair)");
    }
  }

  /** What the sketch of a document is made of, as far as it is stored. */
  Document storedTexts(LiveDocument document) throws IOException {
    return reader.storedFields().document(document.doc, sketcher.storedFields());
  }

  /** The sketch of a document; empty unless all that it is made of is stored as analysed. */
  Optional<SketchedText> sketch(LiveDocument document) throws IOException {
    return sketch(document.doc, document.scope);
  }

  private Optional<SketchedText> sketch(int doc, long scope) throws IOException {
    Document stored = reader.storedFields().document(doc, sketcher.storedFields());
    return isTextStored(doc, sketcher.storedFields(), stored)
        ? Optional.of(sketcher.sketch(stored, scope))
        : Optional.empty();
  }

  /** The key of a guard, by its number; empty unless all that it looks at is stored. */
  OptionalLong guardKey(LiveDocument document, int guard) throws IOException {
    Document stored = storedTexts(document);
    String field = sketcher.guards().get(guard).field();
    boolean isKnown =
        field == null
            ? isTextStored(document.doc, config.textFields(), stored)
            : isStored(document.doc, field, stored);
    return isKnown ? OptionalLong.of(sketcher.guardKey(guard, stored)) : OptionalLong.empty();
  }

  /** Whether a document stores its text, and other fields among these that it has. */
  private boolean isTextStored(int doc, Collection<String> fields, Document stored)
      throws IOException {
    boolean isStored = !isStoredOtherwise(doc);
    for (String field : fields) {
      isStored = isStored && isStored(doc, field, stored);
    }
    return isStored;
  }

  private boolean isStoredOtherwise(int doc) throws IOException {
    LeafReaderContext context = leafOf(doc);
    return new RecordReader(context.reader()).isStoredOtherwise(doc - context.docBase);
  }

  private LeafReaderContext leafOf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /**
   * The name of the scope of any document; null if it has none.
   *
   * @throws IllegalArgumentException if the scope is not stored as one string
   */
  String scopeName(int doc) throws IOException {
    if (config.scopeField().isEmpty()) {
      return null;
    }
    String field = config.scopeField().get();
    Document stored = reader.storedFields().document(doc, Set.of(field));
    if (stored.getField(field) == null && !isAbsent(doc, field)) {
      throw new IllegalArgumentException("scope field " + field + " is not stored");
    }
    return keys.scopeName(stored);
  }

  /** As {@link #sketch}, for a document without Neardup's fields. */
  Optional<SketchedText> sketchForeign(int doc, String scopeName) throws IOException {
    return sketch(doc, sketcher.scope(scopeName));
  }

  /** Whether a document stores a field or surely lacks it. */
  private boolean isStored(int doc, String field, Document stored) throws IOException {
    return stored.get(field) != null || isAbsent(doc, field);
  }

  /** Whether a document surely lacks a field that it does not store. */
  private boolean isAbsent(int doc, String field) throws IOException {
    LeafReaderContext context = leafOf(doc);
    LeafReader leaf = context.reader();
    FieldInfo info = leaf.getFieldInfos().fieldInfo(field);
    if (info == null || isOnlyStored(info)) {
      return true;
    }
    // a field has the same forms in all documents
    DocIdSetIterator withField =
        info.hasNorms()
            ? leaf.getNormValues(field)
            : FieldExistsQuery.getDocValuesDocIdSetIterator(field, leaf);
    int docInSegment = doc - context.docBase;
    return withField != null
        ? withField.advance(docInSegment) != docInSegment
        : readsAllTerms
            && info.getPointDimensionCount() == 0
            && !withTerms(context, field).get(docInSegment);
  }

  /** The documents of a segment that have a term in a field. */
  private Bits withTerms(LeafReaderContext context, String field) throws IOException {
    FixedBitSet docs = withTerms.get(context.ord + field);
    if (docs == null) {
      docs = new FixedBitSet(context.reader().maxDoc());
      TermsEnum each = Terms.getTerms(context.reader(), field).iterator();
      while (each.next() != null) {
        docs.or(each.postings(null, PostingsEnum.NONE));
      }
      withTerms.put(context.ord + field, docs);
    }
    return docs;
  }

  private static boolean isOnlyStored(FieldInfo info) {
    return info.getIndexOptions() == IndexOptions.NONE
        && info.getDocValuesType() == DocValuesType.NONE
        && info.getPointDimensionCount() == 0;
  }
}
