// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import static org.apache.spark.sql.functions.col;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.CollectionAccumulator;
import org.neardup.tools.input.InputPiece;
import org.neardup.tools.input.InputPieces;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import scala.Tuple2;

/**
 * The documents of any input of {@code neardup} but standard input. A task reads a file, a range of
 * bytes of a large file of plain JSON Lines, or several small files; each must have the files under
 * the same names. Columns whose names begin with {@value #OURS} are there for clustering alone.
 */
public final class InputFrame {
  /** What is not part of the document. */
  public static final String OURS = "neardup_";

  public static final String ID = "id";
  public static final String TITLE = "title";
  public static final String TEXT = "text";

  /** All other fields by name, each with its values: a map of arrays of strings. */
  public static final String FIELDS = "fields";

  /** A number by which documents are in the order of the input. */
  public static final String POSITION = OURS + "position";

  /** What is compared. */
  public static final String COMPARED = OURS + "text";

  public static final String MAIN_TEXT = OURS + "main_text";

  /** Where the document is from. */
  public static final String URL = OURS + "url";

  /** Its date, or else its version. */
  public static final String DATE = OURS + "date";

  /** Its path, or what stands for it. */
  public static final String PATH = OURS + "path";

  /** What a document goes by in messages: file and line, or the like. */
  public static final String WHERE = OURS + "where";

  /** Why a record cannot be used; null for a document. */
  public static final String PROBLEM = OURS + "problem";

  /** A task reads at most about as much, where inputs can be divided like that. */
  private static final long MOST_BYTES = 64L << 20;

  /** For less a task of its own is not worth it. */
  private static final long LEAST_BYTES = 1L << 20;

  private static final int TASKS_A_CORE = 4;

  private final Dataset<Row> all;
  private final CollectionAccumulator<Tuple2<Integer, InputCounts>> tally;

  /**
   * What to read, and how.
   *
   * @param textFields whose values make what is compared
   * @param scope a field of which a document has at most one value; null if there is none
   * @param firstValues fields whose first values have columns of their own
   */
  public record Request(
      List<String> arguments,
      InputRules rules,
      List<String> textFields,
      String scope,
      List<String> firstValues)
      implements Serializable {
    public Request {
      arguments = List.copyOf(arguments);
      textFields = List.copyOf(textFields);
      firstValues = List.copyOf(firstValues);
    }
  }

  private InputFrame(Dataset<Row> all, CollectionAccumulator<Tuple2<Integer, InputCounts>> tally) {
    this.all = all;
    this.tally = tally;
  }

  /**
   * Divides the inputs, and reads nothing yet.
   *
   * @param notes takes a line on what is not read though nothing is wrong with it
   */
  public static InputFrame of(SparkSession spark, Request request, Consumer<String> notes)
      throws InterruptedException {
    long all = Inputs.bytes(request.arguments(), request.rules());
    long tasks = (long) TASKS_A_CORE * spark.sparkContext().defaultParallelism();
    return of(
        spark,
        request,
        all < 0 ? MOST_BYTES : Math.clamp(all / tasks, LEAST_BYTES, MOST_BYTES),
        notes);
  }

  /** The same with pieces of about so many bytes. */
  static InputFrame of(SparkSession spark, Request request, long pieceBytes, Consumer<String> notes)
      throws InterruptedException {
    CollectionAccumulator<Tuple2<Integer, InputCounts>> tally =
        spark.sparkContext().collectionAccumulator("neardup input");
    List<List<Tuple2<Integer, InputPiece>>> tasks =
        tasks(InputPieces.of(request.arguments(), request.rules(), pieceBytes, notes), pieceBytes);
    PieceReader reader = new PieceReader(request, tally);
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(tasks, Math.max(1, tasks.size()))
            .flatMap(List::iterator)
            .flatMap(reader::read)
            .flatMap(List::iterator);
    // Not createDataFrame: of this, columns that a plan does not need are not encoded.
    Encoder<Row> encoder = Encoders.row(schema(request.firstValues()));
    return new InputFrame(spark.createDataset(rows.rdd(), encoder), tally);
  }

  /** Small pieces in a row, with their numbers, so that none is a task of its own. */
  private static List<List<Tuple2<Integer, InputPiece>>> tasks(
      List<InputPiece> pieces, long taskBytes) {
    List<List<Tuple2<Integer, InputPiece>>> tasks = new ArrayList<>();
    long bytes = taskBytes;
    for (int number = 0; number < pieces.size(); number++) {
      InputPiece piece = pieces.get(number);
      if (bytes + piece.bytes() > taskBytes) {
        tasks.add(new ArrayList<>());
        bytes = 0;
      }
      tasks.getLast().add(new Tuple2<>(number, piece));
      bytes += piece.bytes();
    }
    return tasks;
  }

  /** As {@link PieceReader} fills it. */
  private static StructType schema(List<String> firstValues) {
    StructType schema =
        new StructType()
            .add(ID, DataTypes.StringType)
            .add(TITLE, DataTypes.StringType)
            .add(TEXT, DataTypes.StringType)
            .add(
                FIELDS,
                DataTypes.createMapType(
                    DataTypes.StringType, DataTypes.createArrayType(DataTypes.StringType)))
            .add(POSITION, DataTypes.LongType);
    List<String> strings =
        Stream.concat(
                Stream.of(COMPARED, MAIN_TEXT, URL, DATE, PATH, WHERE, PROBLEM),
                firstValues.stream())
            .toList();
    for (String name : strings) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return schema;
  }

  /** All documents. */
  public Dataset<Row> documents() {
    return all.where(col(PROBLEM).isNull());
  }

  /** Records that cannot be used: {@link #WHERE} and {@link #PROBLEM}. */
  public Dataset<Row> rejected() {
    return all.where(col(PROBLEM).isNotNull()).select(WHERE, PROBLEM);
  }

  /** What was read; to be called after an action that reads all. */
  public InputCounts counts() {
    Map<Integer, InputCounts> pieces =
        new TreeMap<>(); // each counts once, however often it is read
    tally.value().forEach(piece -> pieces.put(piece._1(), piece._2()));
    return pieces.values().stream().reduce(InputCounts.none(), InputCounts::plus);
  }
}
