// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;

/**
 * A segment of another index, with other numbers: its documents have new order numbers, and each
 * moved to a new group, as the keywords of the groups they were written into stay as they are.
 */
public final class RenumberedSegment extends FilterCodecReader {
  private final LongUnaryOperator orders;
  private final LongUnaryOperator groups;
  private final FieldInfos fields;

  /**
   * A segment with other numbers.
   *
   * @param orders what each order number of a live document becomes
   * @param groups what each group number of one becomes
   */
  public RenumberedSegment(CodecReader in, LongUnaryOperator orders, LongUnaryOperator groups) {
    super(in);
    this.orders = orders;
    this.groups = groups;
    fields = withMoved(in.getFieldInfos());
  }

  private static FieldInfos withMoved(FieldInfos fields) {
    if (fields.fieldInfo(NearDupFields.MOVED) != null) {
      return fields;
    }
    List<FieldInfo> all = new ArrayList<>();
    int number = 0;
    for (FieldInfo field : fields) {
      all.add(field);
      number = Math.max(number, field.number + 1);
    }
    all.add(moved(number));
    return new FieldInfos(all.toArray(new FieldInfo[0]));
  }

  private static FieldInfo moved(int number) {
    return new FieldInfo(
        NearDupFields.MOVED,
        number,
        false,
        false,
        false,
        IndexOptions.NONE,
        DocValuesType.NUMERIC,
        DocValuesSkipIndexType.NONE,
        -1,
        Map.of(),
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }

  @Override
  public FieldInfos getFieldInfos() {
    return fields;
  }

  /** The doc values of the segment, except for the numbers. */
  @Override
  public DocValuesProducer getDocValuesReader() {
    return new FilterDocValuesProducer(in.getDocValuesReader()) {
      @Override
      public NumericDocValues getNumeric(FieldInfo field) throws IOException {
        return switch (field.name) {
          case NearDupFields.ORDER -> newOrders();
          case NearDupFields.MOVED -> newGroups();
          case NearDupFields.WITHIN -> DocValues.emptyNumeric(); // to be settled among all
          default -> super.getNumeric(field);
        };
      }
    };
  }

  private NumericDocValues newOrders() throws IOException {
    return new FilterNumericDocValues(oldOrders()) {
      @Override
      public long longValue() throws IOException {
        return orders.applyAsLong(in.longValue());
      }
    };
  }

  /** The new group of each document that has an order number, as ours have. */
  private NumericDocValues newGroups() throws IOException {
    GroupReader written = new GroupReader(in);
    return new FilterNumericDocValues(oldOrders()) {
      @Override
      public long longValue() throws IOException {
        return groups.applyAsLong(written.group(docID()));
      }
    };
  }

  private NumericDocValues oldOrders() throws IOException {
    return DocValues.getNumeric(in, NearDupFields.ORDER);
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return null; // it is read once
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }
}
