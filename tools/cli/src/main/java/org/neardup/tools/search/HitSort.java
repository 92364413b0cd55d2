// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedSetSelector;
import org.apache.lucene.search.SortedSetSortField;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;

/**
 * Orders of hits. Ties go by score and then by arrival, as Lucene's numbers depend on which thread
 * wrote a document, and on merges.
 */
public final class HitSort {
  private static final SortField BY_ARRIVAL =
      new SortField(DocumentRecord.ORDER_FIELD, SortField.Type.LONG);

  /** The best hits first. */
  public static final Sort BY_SCORE = new Sort(SortField.FIELD_SCORE, BY_ARRIVAL);

  private HitSort() {}

  /**
   * Reads {@code FIELD}, {@code FIELD:asc} or {@code FIELD:desc}. Values that are all numbers are
   * compared as numbers, others as text; a document without value comes last in either direction,
   * and of several values the first in the order counts.
   *
   * @throws ToolException if no document has the field, or it has no values to sort by
   */
  public static Sort parse(String text, NeardupIndex index) throws IOException {
    int colon = text.lastIndexOf(':');
    String direction = text.substring(colon + 1).toLowerCase(Locale.ROOT);
    boolean isDirected = colon >= 0 && (direction.equals("asc") || direction.equals("desc"));
    String field = isDirected ? text.substring(0, colon) : text;
    boolean descending = isDirected && direction.equals("desc");
    NamedFields.of(index.all()).require("sort", field);
    return new Sort(sortField(field, descending, index), SortField.FIELD_SCORE, BY_ARRIVAL);
  }

  private static SortField sortField(String field, boolean descending, NeardupIndex index)
      throws IOException {
    FieldInfo info = FieldInfos.getMergedFieldInfos(index.all()).fieldInfo(field);
    DocValuesType type = info == null ? DocValuesType.NONE : info.getDocValuesType();
    return switch (type) {
      case NUMERIC, SORTED_NUMERIC -> NumberValues.sortField(field, descending);
      case SORTED, SORTED_SET ->
          NumberValues.areAllTerms(field, index.all())
              ? NumberValues.sortField(field, descending)
              : byText(field, descending);
      case BINARY, NONE ->
          throw new ToolException(
              ExitCode.USAGE,
              "sort must name a field with doc values, not the id nor a field of words, got "
                  + field);
    };
  }

  private static SortField byText(String field, boolean descending) {
    return new SortedSetSortField(
        field,
        descending,
        descending ? SortedSetSelector.Type.MAX : SortedSetSelector.Type.MIN,
        // Lucene reverses the places of missing values as well.
        descending ? SortField.STRING_FIRST : SortField.STRING_LAST);
  }

  /** The score of a hit in any of these orders. */
  public static float score(ScoreDoc hit) {
    Object[] values = ((FieldDoc) hit).fields;
    return (Float) values[values.length - 2];
  }
}
