// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * Documents in files of Parquet: all their columns, and those of {@link InputFrame} that say where
 * a document stands and what kinds go by ({@code url}, {@code date} or {@code version}, {@code
 * path}, as far as there are such columns). The order is that of the arguments, of the names of the
 * files, and of the rows.
 */
public final class ParquetFrame {
  private static final String ENDING = ".parquet";

  /** More rows are in no file. */
  private static final int ROW_BITS = 40;

  private static final String FILE = "_metadata.file_path";
  private static final String ROW = "_metadata.row_index";

  private ParquetFrame() {}

  /** Whether an argument is a file of Parquet, or a folder with such files. */
  public static boolean isOne(String argument) {
    String name = argument.toLowerCase(Locale.ROOT).replaceFirst("/+$", "");
    if (name.endsWith(ENDING)) {
      return true;
    }
    try {
      Path path = Path.of(argument);
      return Files.isDirectory(path) && hasParquet(path);
    } catch (IOException | IllegalArgumentException e) {
      return false; // reading tells what is wrong
    }
  }

  private static boolean hasParquet(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(ENDING));
    }
  }

  /** All rows. */
  public static Dataset<Row> read(SparkSession spark, List<String> arguments) {
    Map<String, Long> numbers = new HashMap<>();
    for (String argument : arguments) {
      Stream.of(spark.read().parquet(argument).inputFiles())
          .map(ParquetFrame::place)
          .sorted()
          .forEach(file -> numbers.putIfAbsent(file, (long) numbers.size()));
    }
    Dataset<Row> rows =
        spark
            .read()
            .option("mergeSchema", arguments.size() > 1)
            .parquet(arguments.toArray(String[]::new));
    List<String> columns = List.of(rows.columns());
    return rows.withColumn(InputFrame.POSITION, position(numbers))
        .withColumn(InputFrame.URL, first(columns, "url"))
        .withColumn(InputFrame.DATE, first(columns, "date", "version"))
        .withColumn(InputFrame.PATH, first(columns, "path"))
        .withColumn(InputFrame.WHERE, concat_ws(":", col(FILE), col(ROW).plus(1)));
  }

  /** The same whichever characters of a name are escaped. */
  private static String place(String file) {
    URI uri = URI.create(file);
    return uri.getAuthority() + ':' + uri.getPath();
  }

  private static Column position(Map<String, Long> numbers) {
    UDF2<String, Long, Long> place =
        (file, row) -> {
          Long number = numbers.get(place(file));
          if (number == null) {
            throw new IllegalStateException("unknown file, got " + file);
          }
          return (number << ROW_BITS) + row;
        };
    return udf(place, DataTypes.LongType).apply(col(FILE), col(ROW));
  }

  /** The first value that there is; empty if there is none. */
  private static Column first(List<String> columns, String... names) {
    Stream<Column> values =
        Stream.of(names).filter(columns::contains).map(name -> col(name).cast("string"));
    return coalesce(Stream.concat(values, Stream.of(lit(""))).toArray(Column[]::new));
  }
}
