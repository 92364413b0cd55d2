// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.neardup.index.Preference;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.tools.input.InputDocument;

/**
 * Which columns of a data frame say what.
 *
 * @param names by role; the position numbers the documents in their order, and takes the place of
 *     the order
 * @param texts at least one
 * @param order of the documents, before their ids
 */
record InputColumns(
    Map<Role, String> names, List<String> texts, List<Column> order, Preference preference) {
  static final InputColumns DEFAULTS =
      new InputColumns(
          new EnumMap<>(Map.of(Role.ID, "id")), List.of("text"), List.of(), Preference.FIRST);

  static final String TEXT = "text";

  /** Tells a row from others: its position, or two hashes. */
  static final String ROW = "row";

  /** Whether the row cannot be used. */
  static final String REJECTED = "rejected";

  /** All columns of the input, as one. */
  static final String ALL = "all";

  /** Tells rows with the same {@link #ROW} from others, by what Spark hashes of them. */
  static final String CONTENT = "content";

  private static final String ORDER = "order_";
  private static final String PREFERRED = "preferred_";

  /** What a column may be. */
  enum Role {
    ID,
    SCOPE,
    URL,
    DATE,
    PATH,
    MAIN_TEXT,
    POSITION;

    /** The column of a selection that has it. */
    String column() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The same with another column in a role. */
  InputColumns with(Role role, String column) {
    Map<Role, String> changed = new EnumMap<>(names);
    changed.put(role, column);
    return new InputColumns(changed, texts, order, preference);
  }

  InputColumns withTexts(List<String> value) {
    return new InputColumns(names, value, order, preference);
  }

  InputColumns withOrder(List<Column> value) {
    return new InputColumns(names, texts, value, preference);
  }

  InputColumns withPreference(Preference value) {
    return new InputColumns(names, texts, order, value);
  }

  /** Whether the position is the number of a document, and none need be sorted. */
  boolean isNumbered() {
    return names.containsKey(Role.POSITION) && preference.equals(Preference.FIRST);
  }

  /**
   * What documents are compared by, with {@link #ROW} and the columns that order and preference
   * need.
   */
  Dataset<Row> documents(Dataset<Row> input) {
    requireAll(input);
    List<Column> selected = new ArrayList<>();
    selected.add(row().as(ROW));
    selected.add(reason().isNotNull().as(REJECTED));
    selected.add(text().as(TEXT));
    for (Role role : EnumSet.complementOf(EnumSet.of(Role.POSITION))) {
      selected.add(string(role).as(role.column()));
    }
    for (Column each : orders()) {
      selected.add(each.as(ORDER + selected.size()));
    }
    for (String each : preferred()) {
      selected.add(named(each).as(PREFERRED + each));
    }
    return input.select(selected.toArray(Column[]::new));
  }

  /** The texts alone, with {@link #ROW} and the scope. */
  Dataset<Row> texts(Dataset<Row> input) {
    return usable(input)
        .select(row().as(ROW), text().as(TEXT), string(Role.SCOPE).as(Role.SCOPE.column()));
  }

  /** All columns as one, with {@link #ROW}, {@link #CONTENT} and the id. */
  Dataset<Row> all(Dataset<Row> input) {
    Column[] hashed =
        Stream.of(input.schema().fields())
            .filter(field -> !(field.dataType() instanceof MapType))
            .map(field -> named(field.name()))
            .toArray(Column[]::new);
    Column[] columns = Stream.of(input.columns()).map(InputColumns::named).toArray(Column[]::new);
    return usable(input)
        .select(
            row().as(ROW),
            (isNumbered() ? lit(0L) : xxhash64(hashed)).as(CONTENT),
            string(Role.ID).as(Role.ID.column()),
            struct(columns).as(ALL));
  }

  /** Rows that cannot be used, with all their columns and the reason. */
  Dataset<Row> rejected(Dataset<Row> input, String reason) {
    requireAll(input);
    return input.withColumn(reason, reason()).where(col(reason).isNotNull());
  }

  private Dataset<Row> usable(Dataset<Row> input) {
    requireAll(input);
    return input.where(reason().isNull());
  }

  private Column reason() {
    String id = names.get(Role.ID);
    Column reason =
        when(named(id).isNull(), id + " must not be null")
            .when(
                length(string(Role.ID)).gt(InputDocument.MAX_ID_CHARACTERS),
                String.format(
                    Locale.ROOT,
                    "%s must have at most %,d characters",
                    id,
                    InputDocument.MAX_ID_CHARACTERS));
    return isNumbered()
        ? reason.when(position().isNull(), names.get(Role.POSITION) + " must not be null")
        : reason;
  }

  private Column row() {
    if (isNumbered()) {
      return position();
    }
    List<Column> telling = new ArrayList<>(orders());
    telling.add(string(Role.ID));
    telling.add(string(Role.SCOPE));
    telling.add(text());
    Column a = xxhash64(telling.toArray(Column[]::new));
    telling.add(0, lit(1));
    return struct(a.as("a"), xxhash64(telling.toArray(Column[]::new)).as("b"));
  }

  private Column position() {
    return named(names.get(Role.POSITION)).cast(DataTypes.LongType);
  }

  /** Texts that there are, a line each; empty if there is none. */
  private Column text() {
    return concat_ws(
        "\n", texts.stream().map(name -> named(name).cast("string")).toArray(Column[]::new));
  }

  private Column string(Role role) {
    String name = names.get(role);
    return (name == null ? lit(null) : named(name)).cast(DataTypes.StringType);
  }

  private List<Column> orders() {
    return isNumbered()
        ? List.of()
        : names.containsKey(Role.POSITION) ? List.of(position()) : order;
  }

  private Set<String> preferred() {
    return new TreeSet<>(new Ranker(preference).fields());
  }

  /** Whether what {@link #documents} are ordered by, after their rank, descends. */
  boolean prefersLast() {
    return preference.criteria().getLast().kind() == Preference.Kind.LAST;
  }

  /** Whether a column of {@link #documents} is one that they are ordered by. */
  static boolean isOrder(String column) {
    return column.startsWith(ORDER);
  }

  /** The column of {@link #documents} with what a preference names. */
  static String preferred(String name) {
    return PREFERRED + name;
  }

  static Column named(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  private void requireAll(Dataset<Row> input) {
    List<String> wanted = new ArrayList<>(texts);
    wanted.addAll(names.values());
    wanted.addAll(preferred());
    List<String> known = Arrays.asList(input.columns());
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "columns must be those of the data frame, " + known + ", got " + name);
      }
    }
  }
}
