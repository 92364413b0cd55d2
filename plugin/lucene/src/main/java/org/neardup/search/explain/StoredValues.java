// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;

/**
 * The values of a field: its doc values, or what is stored where it has none.
 *
 * @param label of a value; null for one that does not count
 */
record StoredValues(IndexReader reader, String field, UnaryOperator<String> label) {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");

  /** Of one segment. */
  @FunctionalInterface
  private interface OfLeaf {
    Stream<String> read(int doc) throws IOException;
  }

  /**
   * Refuses a field that no document has.
   *
   * @throws IllegalArgumentException if there are documents, and none has it
   */
  static StoredValues of(IndexReader reader, String field, UnaryOperator<String> label) {
    FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
    if (fields.size() > 0 && fields.fieldInfo(field) == null) {
      throw new IllegalArgumentException("field must be one that a document has, got " + field);
    }
    return new StoredValues(reader, field, label);
  }

  /**
   * Reads the values of documents that are not blank, each value once, in their order as texts.
   *
   * @param docs ascending
   * @return by document; empty for one without a value
   */
  Map<Integer, Set<String>> read(int[] docs) throws IOException {
    Map<Integer, Set<String>> values = new HashMap<>();
    LeafReaderContext leaf = null;
    OfLeaf ofLeaf = null;
    for (int doc : docs) {
      LeafReaderContext next = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
      if (next != leaf) {
        leaf = next;
        ofLeaf = of(next.reader());
      }
      Set<String> ofDoc = new TreeSet<>();
      ofLeaf.read(doc - leaf.docBase).forEach(value -> addLabel(value, ofDoc));
      values.put(doc, ofDoc);
    }
    return values;
  }

  private void addLabel(String value, Set<String> to) {
    String shown = label.apply(value);
    if (shown != null && !shown.isBlank()) {
      to.add(shown);
    }
  }

  private OfLeaf of(LeafReader leaf) throws IOException {
    FieldInfo info = leaf.getFieldInfos().fieldInfo(field);
    if (info == null) {
      return doc -> Stream.empty();
    }
    return switch (info.getDocValuesType()) {
      case NUMERIC, SORTED_NUMERIC -> numbers(DocValues.getSortedNumeric(leaf, field));
      case SORTED, SORTED_SET -> terms(DocValues.getSortedSet(leaf, field));
      case BINARY -> bytes(DocValues.getBinary(leaf, field));
      case NONE ->
          doc -> Stream.of(leaf.storedFields().document(doc, Set.of(field)).getValues(field));
    };
  }

  private static OfLeaf numbers(SortedNumericDocValues numbers) {
    return doc -> {
      Stream.Builder<String> values = Stream.builder();
      for (int i = numbers.advanceExact(doc) ? numbers.docValueCount() : 0; i > 0; i--) {
        values.add(Long.toString(numbers.nextValue()));
      }
      return values.build();
    };
  }

  private static OfLeaf terms(SortedSetDocValues terms) {
    return doc -> {
      Stream.Builder<String> values = Stream.builder();
      for (int i = terms.advanceExact(doc) ? terms.docValueCount() : 0; i > 0; i--) {
        values.add(terms.lookupOrd(terms.nextOrd()).utf8ToString());
      }
      return values.build();
    };
  }

  private static OfLeaf bytes(BinaryDocValues bytes) {
    return doc ->
        bytes.advanceExact(doc) ? Stream.of(bytes.binaryValue().utf8ToString()) : Stream.empty();
  }

  /** The order of some values: as numbers if all are, else as texts. */
  static Comparator<String> order(Collection<String> values) {
    boolean areNumbers = values.stream().allMatch(value -> NUMBER.matcher(value).matches());
    return areNumbers
        ? Comparator.comparing((String value) -> new BigDecimal(value))
            .thenComparing(Comparator.naturalOrder())
        : Comparator.naturalOrder();
  }
}
