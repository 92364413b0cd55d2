// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.rebuild.FieldPlan.Inversion;

/**
 * Infers from the first documents of each segment how a field was indexed, which an index does not
 * record: whether it is stored, and whether a value is one term or the words of which analyzer: the
 * given one, or one of Lucene's.
 */
final class FieldProbe {
  private static final int DOCUMENTS_OF_A_SEGMENT = 100;

  private final FieldInfo info;
  private final AnalyzerTrial trial;
  private boolean stored;
  private boolean valuesAreTerms = true;
  private boolean areTexts = true;
  private boolean hasDocValues;
  private boolean docValuesAreTerms = true;
  private Terms vectors;
  private long documents;

  private FieldProbe(FieldInfo info, Map<String, Analyzer> analyzers) {
    this.info = info;
    trial = new AnalyzerTrial(info.name, analyzers);
  }

  /** How each field is carried over. */
  static List<FieldPlan> plans(SourceIndex index, Analyzer analyzer) throws IOException {
    Map<String, Analyzer> analyzers = new LinkedHashMap<>();
    analyzers.put(AnalyzerTrial.GIVEN, analyzer);
    Analyzers.names().forEach(name -> analyzers.put(name, Analyzers.named(name)));
    List<FieldProbe> probes = new ArrayList<>();
    index.fields().forEach(info -> probes.add(new FieldProbe(info, analyzers)));
    for (LeafReaderContext leaf : index.leaves()) {
      probe(leaf.reader(), probes);
    }
    return probes.stream().map(FieldProbe::plan).toList();
  }

  private static void probe(LeafReader leaf, List<FieldProbe> probes) throws IOException {
    Bits live = leaf.getLiveDocs();
    for (FieldProbe probe : probes) {
      probe.count(leaf);
    }
    int seen = 0;
    for (int doc = 0; doc < leaf.maxDoc() && seen < DOCUMENTS_OF_A_SEGMENT; doc++) {
      if (live == null || live.get(doc)) {
        Document document = leaf.storedFields().document(doc);
        for (FieldProbe probe : probes) {
          probe.look(leaf, doc, document);
        }
        seen++;
      }
    }
  }

  private void count(LeafReader leaf) throws IOException {
    Terms terms = leaf.terms(info.name);
    documents += terms == null ? 0 : Math.min(terms.getDocCount(), leaf.numDocs());
  }

  private void look(LeafReader leaf, int doc, Document document) throws IOException {
    IndexableField[] values = document.getFields(info.name);
    stored |= values.length > 0;
    if (info.getIndexOptions() == IndexOptions.NONE) {
      return;
    }
    for (IndexableField value : values) {
      BytesRef term =
          value.stringValue() == null ? value.binaryValue() : new BytesRef(value.stringValue());
      valuesAreTerms &= term != null && hasTerm(leaf, doc, term);
    }
    String[] texts = document.getValues(info.name);
    areTexts &= texts.length == values.length;
    trial.look(List.of(texts), term -> hasTerm(leaf, doc, term));
    if (vectors == null && info.hasTermVectors()) {
      vectors = leaf.termVectors().get(doc, info.name);
    }
    if (values.length == 0) {
      lookAtDocValues(leaf, doc);
    }
  }

  private void lookAtDocValues(LeafReader leaf, int doc) throws IOException {
    DocValuesType type = info.getDocValuesType();
    if (type == DocValuesType.SORTED || type == DocValuesType.SORTED_SET) {
      SortedSetDocValues values = DocValues.getSortedSet(leaf, info.name);
      int count = values.advanceExact(doc) ? values.docValueCount() : 0;
      hasDocValues |= count > 0;
      for (int i = 0; i < count; i++) {
        docValuesAreTerms &= hasTerm(leaf, doc, values.lookupOrd(values.nextOrd()));
      }
    }
  }

  private boolean hasTerm(LeafReader leaf, int doc, BytesRef term) throws IOException {
    PostingsEnum docs = leaf.postings(new Term(info.name, term), PostingsEnum.NONE);
    int found = docs == null ? NO_MORE_DOCS : docs.advance(doc);
    return found != NO_MORE_DOCS && found == doc;
  }

  private FieldPlan plan() {
    Inversion inversion = inversion();
    String fitting = areTexts ? trial.best() : AnalyzerTrial.NONE;
    return new FieldPlan(info, stored, inversion, fitting, vectors, documents);
  }

  private Inversion inversion() {
    if (info.getIndexOptions() == IndexOptions.NONE) {
      return Inversion.NONE;
    } else if (stored) {
      return valuesAreTerms ? Inversion.TERM : Inversion.WORDS;
    }
    boolean plain = info.getIndexOptions() == IndexOptions.DOCS;
    return plain && hasDocValues && docValuesAreTerms ? Inversion.DOC_VALUES : Inversion.LOST;
  }
}
