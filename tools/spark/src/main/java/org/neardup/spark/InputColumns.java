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
import org.neardup.index.Ranker;
import org.neardup.tools.input.InputDocument;

/**
 * Which columns of a data frame say what. A name is null if there is no such column.
 *
 * @param texts at least one
 * @param order of the documents, before their ids
 * @param position numbers the documents in their order; takes the place of the order
 */
record InputColumns(
    String id,
    List<String> texts,
    List<Column> order,
    String position,
    Preference preference,
    String scope,
    String url,
    String date,
    String path,
    String mainText) {
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
          "id", List.of("text"), List.of(), null, Preference.FIRST, null, null, null, null, null);

  InputColumns withId(String value) {
    return new InputColumns(
        value, texts, order, position, preference, scope, url, date, path, mainText);
  }

  InputColumns withTexts(List<String> value) {
    return new InputColumns(
        id, value, order, position, preference, scope, url, date, path, mainText);
  }

  InputColumns withOrder(List<Column> value) {
    return new InputColumns(
        id, texts, value, position, preference, scope, url, date, path, mainText);
  }

  InputColumns withPosition(String value) {
    return new InputColumns(id, texts, order, value, preference, scope, url, date, path, mainText);
  }

  InputColumns withPreference(Preference value) {
    return new InputColumns(id, texts, order, position, value, scope, url, date, path, mainText);
  }

  InputColumns withScope(String value) {
    return new InputColumns(
        id, texts, order, position, preference, value, url, date, path, mainText);
  }

  InputColumns withUrl(String value) {
    return new InputColumns(
        id, texts, order, position, preference, scope, value, date, path, mainText);
  }

  InputColumns withDate(String value) {
    return new InputColumns(
        id, texts, order, position, preference, scope, url, value, path, mainText);
  }

  InputColumns withPath(String value) {
    return new InputColumns(
        id, texts, order, position, preference, scope, url, date, value, mainText);
  }

  InputColumns withMainText(String value) {
    return new InputColumns(id, texts, order, position, preference, scope, url, date, path, value);
  }

  RowLayout layout() {
    return new RowLayout(
        texts.size(), orders().size(), preference.toString(), preferred(), isNumbered());
  }

  private boolean isNumbered() {
    return position != null && preference.equals(Preference.FIRST);
  }

  private List<Column> orders() {
    return position == null ? order : isNumbered() ? List.of() : List.of(named(position));
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
    for (String name : Arrays.asList(id, scope, url, date, path, mainText)) {
      selected.add(name == null ? functions.lit(null).cast(DataTypes.StringType) : string(name));
    }
    selected.add(
        isNumbered()
            ? named(position).cast(DataTypes.LongType)
            : functions.lit(null).cast(DataTypes.LongType));
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
    List<String> names = new ArrayList<>();
    names.addAll(Arrays.asList(id, scope, url, date, path, mainText));
    names.add(isNumbered() ? position : null);
    names.addAll(texts);
    if (!isNumbered()) {
      names.add(position);
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
      reason = reason.when(named(position).isNull(), position + " must not be null");
    }
    return documents
        .select(string(id).as("id"), reason.as("reason"))
        .where(functions.col("reason").isNotNull());
  }

  private void requireAll(Dataset<Row> documents) {
    List<String> names = new ArrayList<>(texts);
    names.addAll(Arrays.asList(id, position, scope, url, date, path, mainText));
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
