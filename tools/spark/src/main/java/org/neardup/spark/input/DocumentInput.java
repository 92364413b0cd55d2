// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.CollectionAccumulator;
import org.neardup.spark.ReadDocuments;
import org.neardup.spark.ReadDocuments.PositionFilter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.input.InputPiece;
import org.neardup.tools.input.InputPieces;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import scala.Tuple2;

/**
 * The documents of any input of {@code neardup} but standard input, with the {@link
 * DocumentColumns}. A task reads a file, a range of bytes of a large file of plain JSON Lines, or
 * several small files; each must have the files under the same names.
 *
 * <p>Bad records are left out, counted, and written to a folder.
 */
public final class DocumentInput implements ReadDocuments {
  /** A task reads at most about as much, where inputs can be divided like that. */
  private static final long MOST_BYTES = 64L << 20;

  /** For less a task of its own is not worth it. */
  private static final long LEAST_BYTES = 1L << 20;

  private static final int TASKS_A_CORE = 4;

  /** Pieces are as large as suits the inputs and the cores. */
  public static final long ANY_BYTES = 0;

  private final SparkSession spark;
  private final JavaSparkContext context;
  private final Request request;
  private final List<List<Tuple2<Integer, InputPiece>>> groups;
  private final RejectedFolder rejected;
  private final CollectionAccumulator<Tuple2<Integer, InputCounts>> tally;

  /**
   * What to read, and how.
   *
   * @param firstValues fields whose first values have columns of their own in a data frame
   */
  public record Request(
      List<String> arguments,
      InputRules rules,
      List<String> textFields,
      String scope,
      List<String> firstValues,
      String rejectedFolder,
      long pieceBytes) {}

  /**
   * Divides the inputs, and reads nothing yet.
   *
   * @param notes takes a line on what is not read though nothing is wrong with it
   */
  public DocumentInput(SparkSession spark, Request request, Consumer<String> notes)
      throws InterruptedException {
    this.spark = spark;
    this.request = request;
    tally = spark.sparkContext().collectionAccumulator("neardup input");
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    String folder = request.rejectedFolder();
    rejected = folder == null ? RejectedFolder.NONE : RejectedFolder.of(folder, context);
    long pieceBytes = pieceBytes(spark, request);
    groups =
        grouped(
            InputPieces.of(request.arguments(), request.rules(), pieceBytes, notes), pieceBytes);
  }

  private static long pieceBytes(SparkSession spark, Request request) {
    if (request.pieceBytes() != ANY_BYTES) {
      return request.pieceBytes();
    }
    long all = Inputs.bytes(request.arguments(), request.rules());
    long tasks = (long) TASKS_A_CORE * spark.sparkContext().defaultParallelism();
    return all < 0 ? MOST_BYTES : Math.clamp(all / tasks, LEAST_BYTES, MOST_BYTES);
  }

  private JavaRDD<Row> read(PieceReader reader) {
    return context
        .parallelize(groups, Math.max(1, groups.size()))
        .flatMap(
            group -> Exchange.flat(group.iterator(), piece -> reader.read(piece._1(), piece._2())));
  }

  /** Small pieces in a row, with their numbers, so that none is a task of its own. */
  private static List<List<Tuple2<Integer, InputPiece>>> grouped(
      List<InputPiece> pieces, long groupBytes) {
    List<List<Tuple2<Integer, InputPiece>>> groups = new ArrayList<>();
    long bytes = groupBytes;
    for (int number = 0; number < pieces.size(); number++) {
      InputPiece piece = pieces.get(number);
      if (bytes + piece.bytes() > groupBytes) {
        groups.add(new ArrayList<>());
        bytes = 0;
      }
      groups.getLast().add(new Tuple2<>(number, piece));
      bytes += piece.bytes();
    }
    return groups;
  }

  @Override
  public Dataset<Row> frame() {
    StructType schema = DocumentColumns.schema(request.firstValues());
    return spark.createDataFrame(rows(List.of(schema.fieldNames())), schema);
  }

  @Override
  public JavaRDD<Row> rows(List<String> columns) {
    return read(new PieceReader(request.rules(), values(columns), all -> true, tally, rejected));
  }

  /** What is read is not counted again. */
  @Override
  public JavaRDD<Row> rows(List<String> columns, PositionFilter wanted) {
    return read(
        new PieceReader(request.rules(), values(columns), wanted, null, RejectedFolder.NONE));
  }

  private DocumentValues values(List<String> columns) {
    return new DocumentValues(request.textFields(), request.scope(), columns);
  }

  /** What was read; to be called after an action that reads all. */
  public InputCounts counts() {
    Map<Integer, InputCounts> pieces =
        new TreeMap<>(); // each counts once, however often it is read
    tally.value().forEach(piece -> pieces.put(piece._1(), piece._2()));
    InputCounts all = new InputCounts();
    pieces.values().forEach(all::addAll);
    return all;
  }
}
