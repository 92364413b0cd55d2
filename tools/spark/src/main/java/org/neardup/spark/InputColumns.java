// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.neardup.index.Preference;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.tools.input.InputDocument;

/**
 * Which columns of a data frame say what.
 *
 * @param fixed by the places of {@link RowLayout}; null if there is no such column. The position
 *     numbers the documents in their order, and takes the place of the order
 * @param texts at least one
 * @param order of the documents, before their ids
 */
record InputColumns(
    List<String> fixed, List<String> texts, List<Column> order, Preference preference) {
  private static final Set<String> SORTABLE =
      Set.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "float",
          "double",
          "string",
          "boolean",
          "date",
          "timestamp",
          "timestamp_ntz",
          "binary");

  static final InputColumns DEFAULTS =
      new InputColumns(
          Arrays.asList("id", null, null, null, null, null, null),
          List.of("text"),
          List.of(),
          Preference.FIRST);

  /** The same with another column in a place of {@link RowLayout}. */
  InputColumns with(int place, String column) {
    List<String> columns = new ArrayList<>(fixed);
    columns.set(place, column);
    return new InputColumns(columns, texts, order, preference);
  }

  InputColumns withTexts(List<String> value) {
    return new InputColumns(fixed, value, order, preference);
  }

  InputColumns withOrder(List<Column> value) {
    return new InputColumns(fixed, texts, value, preference);
  }

  InputColumns withPreference(Preference value) {
    return new InputColumns(fixed, texts, order, value);
  }

  /** The column in a place of {@link RowLayout}, or null. */
  String name(int place) {
    return fixed.get(place);
  }

  private String position() {
    return name(RowLayout.POSITION);
  }

  RowLayout layout() {
    return new RowLayout(
        texts.size(), orders().size(), preference.toString(), preferred(), isNumbered());
  }

  private boolean isNumbered() {
    return position() != null && preference.equals(Preference.FIRST);
  }

  private List<Column> orders() {
    return position() == null ? order : isNumbered() ? List.of() : List.of(named(position()));
  }

  private List<String> preferred() {
    return List.copyOf(new TreeSet<>(new Ranker(preference).fields()));
  }

  /** The rows that {@link RowReader} reads. */
  Dataset<Row> select(Dataset<Row> documents) {
    return select(documents, List.of());
  }

  /** The same, with all columns in one struct, and a number, at the end. */
  Dataset<Row> selectWithAll(Dataset<Row> documents, Column content) {
    Column[] all =
        Arrays.stream(documents.columns()).map(InputColumns::named).toArray(Column[]::new);
    return select(documents, List.of(functions.struct(all), content));
  }

  /** All columns, of a row of {@link #selectWithAll}. */
  static Row all(Row row) {
    return row.getStruct(row.length() - 2);
  }

  /** The number at the end of a row of {@link #selectWithAll}. */
  static long content(Row row) {
    return row.getLong(row.length() - 1);
  }

  private Dataset<Row> select(Dataset<Row> documents, List<Column> more) {
    requireAll(documents);
    List<Column> selected = new ArrayList<>();
    for (String name : fixed.subList(0, RowLayout.POSITION)) {
      selected.add(name == null ? functions.lit(null).cast(DataTypes.StringType) : string(name));
    }
    Column number = isNumbered() ? named(position()) : functions.lit(null);
    selected.add(number.cast(DataTypes.LongType));
    texts.forEach(name -> selected.add(string(name)));
    selected.addAll(orders());
    preferred().forEach(name -> selected.add(named(name)));
    selected.addAll(more);
    Dataset<Row> rows = documents.select(selected.toArray(new Column[0]));
    requireSortable(rows);
    return rows;
  }

  /** The names of the columns that {@link RowReader} reads, null where there is none. */
  List<String> names() {
    List<String> names = new ArrayList<>(fixed);
    names.addAll(texts);
    if (!isNumbered()) {
      names.add(names.set(RowLayout.POSITION, null));
    }
    names.addAll(preferred());
    return names;
  }

  static Column named(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  static Column string(String name) {
    return named(name).cast(DataTypes.StringType);
  }

  /** Rows that cannot be used. */
  Dataset<Row> rejected(Dataset<Row> documents) {
    String id = name(RowLayout.ID);
    Column noText = functions.lit(true);
    for (String name : texts) {
      noText = noText.and(named(name).isNull());
    }
    Column reason =
        functions
            .when(named(id).isNull(), id + " must not be null")
            .when(
                functions.length(string(id)).gt(InputDocument.MAX_ID_CHARACTERS),
                String.format(
                    Locale.ROOT,
                    "%s must have at most %,d characters",
                    id,
                    InputDocument.MAX_ID_CHARACTERS))
            .when(noText, String.join(", ", texts) + " must not be null");
    if (isNumbered()) {
      reason = reason.when(named(position()).isNull(), position() + " must not be null");
    }
    return documents
        .select(string(id).as("id"), reason.as("reason"))
        .where(functions.col("reason").isNotNull());
  }

  private void requireAll(Dataset<Row> documents) {
    List<String> names = new ArrayList<>(texts);
    names.addAll(fixed);
    names.addAll(preferred());
    List<String> known = List.of(documents.columns());
    for (String name : names) {
      if (name != null && !known.contains(name)) {
        throw new IllegalArgumentException(
            "columns must be those of the data frame, " + known + ", got " + name);
      }
    }
  }

  private void requireSortable(Dataset<Row> rows) {
    StructField[] fields = rows.schema().fields();
    int first = layout().firstOrder();
    for (int i = first; i < first + orders().size(); i++) {
      String type = fields[i].dataType().simpleString();
      if (!SORTABLE.contains(type) && !type.startsWith("decimal")) {
        throw new IllegalArgumentException(
            "columns of the order must be numbers, strings, booleans, bytes, dates or times, got "
                + type);
      }
    }
  }
}
