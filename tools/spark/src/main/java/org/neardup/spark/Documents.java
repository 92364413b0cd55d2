// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.when;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.neardup.index.Preference;
import org.neardup.index.Ranker;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.input.InputDocument;

/**
 * The documents with text: what each is compared and classified by. Copies of a text become one
 * before anything else is done.
 */
final class Documents {
  static final String ROW = InputColumns.ROW;
  static final String ID = Role.ID.column();

  /** Name of a page's host; empty if there is none. */
  static final String HOST = "host";

  static final String URL = Role.URL.column();
  static final String PATH = Role.PATH.column();
  static final String DATE = Role.DATE.column();
  static final String MAIN_TEXT = Role.MAIN_TEXT.column();
  static final String ERROR = "looks_like_error";

  /** Fingerprint of the text; null if there is none. */
  static final String PRINT = "print";

  static final String SKETCH = "sketch";

  /** The larger one is preferred, whatever the order. */
  static final String RANK = "rank";

  /** Its place in the order of all documents. */
  static final String NUMBER = "number";

  /** The number of the first document with the same text, which stands for the text. */
  static final String TEXT = "text";

  /** How many documents have the text. */
  static final String COPIES = "copies";

  private final InputColumns columns;
  private Dataset<Row> all;
  private Dataset<Row> sketches;
  private Row counts;
  private long texts;

  private Documents(InputColumns columns) {
    this.columns = columns;
  }

  /** Reads and keeps those of a data frame. */
  static Documents of(Dataset<Row> input, InputColumns columns, ClusterConfig config, Run run) {
    Documents documents = new Documents(columns);
    run.begin("features");
    Dataset<Row> read = run.store(documents.read(input, config));
    documents.counts =
        read.agg(
                count(lit(1)),
                count(col(ID)),
                count(col(PRINT)),
                count(when(col(HOST).notEqual(""), 1)))
            .first();
    run.begin("texts");
    Dataset<Row> withText = run.leaf(read.where(col(PRINT).isNotNull()));
    Dataset<Row> stored = run.store(documents.withTexts(documents.numbered(withText)));
    documents.all = run.leaf(stored.drop(SKETCH));
    documents.sketches = run.leaf(stored.where(col(SKETCH).isNotNull()).select(TEXT, SKETCH));
    documents.texts = documents.sketches.count();
    run.drop(read);
    return documents;
  }

  private Dataset<Row> read(Dataset<Row> input, ClusterConfig config) {
    Dataset<Row> selected = columns.documents(input);
    String preference = columns.preference().toString();
    String[] preferred = columns.preferred().toArray(String[]::new);
    StructType schema = schema(selected.schema());
    return selected.mapPartitions(
        (MapPartitionsFunction<Row, Row>)
            rows -> new FeatureReader(rows, schema, config, preference, preferred),
        Encoders.row(schema));
  }

  /**
   * What {@link FeatureReader} writes: its own columns, then those that documents are ordered by.
   */
  private static StructType schema(StructType selected) {
    StructType schema =
        new StructType()
            .add(ROW, selected.apply(ROW).dataType())
            .add(ID, DataTypes.StringType)
            .add(HOST, DataTypes.StringType)
            .add(URL, DataTypes.LongType)
            .add(PATH, DataTypes.LongType)
            .add(DATE, DataTypes.LongType)
            .add(MAIN_TEXT, DataTypes.LongType)
            .add(ERROR, DataTypes.BooleanType)
            .add(PRINT, DataTypes.LongType)
            .add(SKETCH, DataTypes.BinaryType)
            .add(NUMBER, DataTypes.LongType)
            .add(RANK, DataTypes.BinaryType);
    for (StructField field : selected.fields()) {
      if (InputColumns.isOrder(field.name())) {
        schema = schema.add(field);
      }
    }
    return schema;
  }

  /** With their numbers, which follow from what they are sorted by. */
  private Dataset<Row> numbered(Dataset<Row> documents) {
    if (columns.isNumbered()) {
      return documents;
    }
    // Where order, id and text leave it open, what the document has in it decides.
    Column[] order =
        Stream.of(
                Stream.of(col(RANK).desc()),
                Stream.of(columns.sortedBy(ID, PRINT, ROW)),
                Stream.of(URL, PATH, DATE, MAIN_TEXT, ERROR).map(name -> col(name)))
            .flatMap(each -> each)
            .toArray(Column[]::new);
    return documents
        .repartitionByRange(order)
        .sortWithinPartitions(order)
        .withColumn(NUMBER, monotonically_increasing_id());
  }

  private Dataset<Row> withTexts(Dataset<Row> documents) {
    WindowSpec sameText = Window.partitionBy(PRINT);
    return documents
        .withColumn(TEXT, min(NUMBER).over(sameText))
        .withColumn(COPIES, count(lit(1)).over(sameText))
        .withColumn(SKETCH, when(col(NUMBER).equalTo(col(TEXT)), col(SKETCH)))
        .drop(RANK);
  }

  /** All documents with text, without sketches. */
  Dataset<Row> all() {
    return all;
  }

  /** Of each text the first document. */
  Dataset<Row> firsts() {
    return all.where(col(NUMBER).equalTo(col(TEXT)));
  }

  /** The sketch of each text. */
  Dataset<Row> sketches() {
    return sketches;
  }

  /** How many rows were accepted. */
  long accepted() {
    return counts.getLong(1);
  }

  /** How many rows were not. */
  long rejected() {
    return counts.getLong(0) - accepted();
  }

  long withoutText() {
    return accepted() - counts.getLong(2);
  }

  long texts() {
    return texts;
  }

  /** Whether a document is of a host. */
  boolean haveHosts() {
    return counts.getLong(3) > 0;
  }

  /** Computes what the documents of a partition are compared by. For one thread. */
  private static final class FeatureReader implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final StructType schema;
    private final ClusterConfig config;
    private final ClusterDocumentFactory factory;
    private final Ranker ranker;
    private final String[] preferred;

    /**
     * Reads what {@link InputColumns#documents} selected.
     *
     * @param schema of what is made of it
     * @param preferred the columns that the preference names
     */
    FeatureReader(
        Iterator<Row> rows,
        StructType schema,
        ClusterConfig config,
        String preference,
        String[] preferred) {
      this.rows = rows;
      this.schema = schema;
      this.config = config;
      this.preferred = preferred;
      factory = new Comparison(config).documents();
      ranker = new Ranker(Preference.parse(preference));
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public Row next() {
      Row row = rows.next();
      Object[] values = new Object[schema.length()];
      if (row.<Boolean>getAs(InputColumns.REJECTED)) {
        return RowFactory.create(values);
      }
      long scope = ClusterDocumentFactory.scope(string(row, Role.SCOPE));
      ClusterDocument document = Uncheck.get(() -> factory.prepare(document(row), scope));
      TextFeatures text = document.text();
      PageTraits page = document.page();
      int at = 0;
      values[at++] = row.getAs(InputColumns.ROW);
      values[at++] = document.id();
      values[at++] = page.host();
      values[at++] = page.url();
      values[at++] = page.path();
      values[at++] = page.date();
      values[at++] = page.mainText();
      values[at++] = page.looksLikeError();
      values[at++] = text == null ? null : text.textHash();
      values[at++] = text == null ? null : text.sketch();
      values[at++] = row.getAs(Role.POSITION.column());
      values[at++] = text == null ? null : ranker.rank(fields(row), size(text));
      for (; at < values.length; at++) {
        values[at] = row.getAs(schema.fields()[at].name());
      }
      return RowFactory.create(values);
    }

    private static String string(Row row, Role role) {
      return row.getAs(role.column());
    }

    private static InputDocument document(Row row) {
      Map<String, List<String>> fields = new HashMap<>();
      for (Role role : List.of(Role.URL, Role.DATE, Role.PATH)) {
        String value = string(row, role);
        if (value != null && !value.isEmpty()) {
          fields.put(role.column(), List.of(value));
        }
      }
      String mainText = string(row, Role.MAIN_TEXT);
      return new InputDocument(
          string(row, Role.ID),
          "",
          row.getAs(InputColumns.TEXT),
          mainText == null ? "" : mainText,
          fields);
    }

    /**
     * How long a text is where the longest are preferred; a text stands in none that is shorter.
     */
    private int size(TextFeatures text) {
      return config.ordersBySize() ? text.elements().length : text.count();
    }

    private Document fields(Row row) {
      Document fields = new Document();
      for (int i = 0; i < preferred.length; i++) {
        Object value = row.getAs(InputColumns.preferred(i));
        if (value != null) {
          fields.add(field(preferred[i], value));
        }
      }
      return fields;
    }

    private static StoredField field(String name, Object value) {
      return switch (value) {
        case Double real -> new StoredField(name, real);
        case Float real -> new StoredField(name, real);
        case Long whole -> new StoredField(name, whole);
        case Integer whole -> new StoredField(name, whole);
        default -> new StoredField(name, value.toString());
      };
    }
  }
}
