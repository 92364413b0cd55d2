// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of documents that were read. Those whose names begin with {@value #OURS} are there
 * for clustering alone.
 */
public final class DocumentColumns {
  /** What is not part of the document. */
  public static final String OURS = "neardup_";

  public static final String ID = "id";
  public static final String TITLE = "title";
  public static final String TEXT = "text";

  /** All other fields by name, each with its values: a map of arrays of strings. */
  public static final String FIELDS = "fields";

  /** The id as a string, where that column has another type or name. */
  public static final String KEY = OURS + "id";

  /** A number by which documents are in the order of the input. */
  public static final String POSITION = OURS + "position";

  /** What is compared, unless that is {@link #TEXT}. */
  public static final String COMPARED = OURS + "text";

  /** The main text of a page. */
  public static final String MAIN_TEXT = OURS + "main_text";

  /** Where the document is from. */
  public static final String URL = OURS + "url";

  /** Its path, or what stands for it. */
  public static final String PATH = OURS + "path";

  /** Its date, or else its version. */
  public static final String DATE = OURS + "date";

  private DocumentColumns() {}

  /**
   * The schema of documents.
   *
   * @param more names of columns with the first value of a field
   */
  static StructType schema(List<String> more) {
    List<StructField> fields = new ArrayList<>();
    fields.add(field(ID, DataTypes.StringType));
    DataType values = DataTypes.createArrayType(DataTypes.StringType, false);
    fields.add(field(TITLE, DataTypes.StringType));
    fields.add(field(TEXT, DataTypes.StringType));
    fields.add(field(FIELDS, DataTypes.createMapType(DataTypes.StringType, values, false)));
    fields.add(field(POSITION, DataTypes.LongType));
    for (String name : List.of(COMPARED, MAIN_TEXT, URL, DATE, PATH)) {
      fields.add(field(name, DataTypes.StringType));
    }
    more.forEach(name -> fields.add(DataTypes.createStructField(name, DataTypes.StringType, true)));
    return DataTypes.createStructType(fields);
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, false);
  }
}
