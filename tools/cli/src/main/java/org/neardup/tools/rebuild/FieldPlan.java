// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Terms;
import org.neardup.tools.analysis.AnalyzersByField;
import org.neardup.tools.console.Counted;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.rebuild.RebuildReport.FieldReport;

/**
 * How a field is carried over.
 *
 * @param info of all segments
 * @param stored whether any of the documents looked at stores it
 * @param inversion how its terms are recreated
 * @param fitting name of the analyzer that makes the terms that the index has, see {@link
 *     AnalyzerTrial}
 * @param vectors of terms, of some document; null if there are none
 * @param documents that have terms of it
 */
record FieldPlan(
    FieldInfo info,
    boolean stored,
    Inversion inversion,
    String fitting,
    Terms vectors,
    long documents) {

  String name() {
    return info.name;
  }

  /** The same, of which each value is words if it is indexed. */
  FieldPlan asWords() {
    return inversion == Inversion.TERM
        ? new FieldPlan(info, stored, Inversion.WORDS, fitting, vectors, documents)
        : this;
  }

  /** Of a stored value. */
  FieldType storedType() {
    FieldType type = new FieldType();
    type.setStored(true);
    return inversion == Inversion.WORDS || inversion == Inversion.TERM ? inverted(type) : type;
  }

  /** Of a doc value, which may be a term as well. */
  FieldType docValueType() {
    FieldType type = new FieldType();
    type.setDocValuesType(info.getDocValuesType());
    type.setDocValuesSkipIndexType(info.docValuesSkipIndexType());
    return inversion == Inversion.DOC_VALUES ? inverted(type) : type;
  }

  private FieldType inverted(FieldType type) {
    type.setIndexOptions(info.getIndexOptions());
    type.setTokenized(inversion == Inversion.WORDS);
    type.setOmitNorms(info.omitsNorms());
    type.setStoreTermVectors(vectors != null);
    type.setStoreTermVectorPositions(vectors != null && vectors.hasPositions());
    type.setStoreTermVectorOffsets(vectors != null && vectors.hasOffsets());
    return type;
  }

  FieldType pointType() {
    FieldType type = new FieldType();
    type.setDimensions(
        info.getPointDimensionCount(), info.getPointIndexDimensionCount(), info.getPointNumBytes());
    return type;
  }

  /** What becomes of it. */
  FieldReport report() {
    List<String> carried = new ArrayList<>();
    add(carried, stored, "stored");
    add(carried, inversion == Inversion.WORDS, "words");
    add(carried, inversion == Inversion.TERM || inversion == Inversion.DOC_VALUES, "term");
    add(carried, vectors != null && inversion != Inversion.LOST, "term vectors");
    add(carried, info.getDocValuesType() != DocValuesType.NONE, "doc values");
    add(carried, info.getPointDimensionCount() > 0, "points");
    add(carried, info.hasVectorValues(), "vectors");
    List<String> lost = new ArrayList<>();
    add(
        lost,
        inversion == Inversion.LOST,
        "indexed and not stored, so that "
            + Counted.of(documents, "document")
            + (documents == 1 ? " is" : " are")
            + " not found by it");
    add(lost, info.hasPayloads(), "payloads");
    add(lost, hasOtherWords(), "analysed in another way: searches find other words; " + advice());
    return new FieldReport(info.name, carried, lost);
  }

  private String advice() {
    return fitting.equals(AnalyzerTrial.NONE)
        ? "no analyzer of Lucene fits"
        : AnalyzerOption.of(AnalyzersByField.parse(fitting)) + " fits";
  }

  /** Whether the analyzer that is given makes other words than it has. */
  boolean hasOtherWords() {
    return inversion == Inversion.WORDS && !fitting.equals(AnalyzerTrial.GIVEN);
  }

  private static void add(List<String> list, boolean condition, String what) {
    if (condition) {
      list.add(what);
    }
  }

  /** How the terms of a field are recreated. */
  enum Inversion {
    /** There are none. */
    NONE,
    /** Its stored values are analysed. */
    WORDS,
    /** Each stored value is one term. */
    TERM,
    /** Each of its doc values is one term. */
    DOC_VALUES,
    /** They cannot be recreated: nothing in the index holds what was indexed. */
    LOST
  }
}
