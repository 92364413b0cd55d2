// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks.peer;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.apache.spark.ml.feature.MinHashLSH;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;

/**
 * The near-duplicate pairs of a file of JSON Lines ({@code id}, {@code text}) by Spark ML's {@code
 * MinHashLSH.approxSimilarityJoin}, on sets of runs of 5 words as {@code neardup cluster} makes
 * them. Prints seconds, and recall and precision if the true pairs are given.
 */
public final class SparkMlPeer {
  private static final int SHINGLE = 5;

  /** Hashes of shingles are the indices of vectors, which must be below a prime near 2^31. */
  private static final int SIZE = 1 << 30;

  private SparkMlPeer() {}

  /**
   * Runs.
   *
   * @param args FILE.jsonl, then any of {@code threshold=0.8}, {@code tables=10} hash tables, {@code
   *     master=local[*]}, {@code partitions=16} of shuffles, {@code truth=FILE.tsv} that {@code
   *     neardup cluster --candidates exact --verify exact --format pairs} wrote
   */
  public static void main(String[] args) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (int i = 1; i < args.length; i++) {
      String[] parts = args[i].split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    try (SparkSession spark =
        SparkSession.builder()
            .master(settings.getOrDefault("master", "local[*]"))
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", settings.getOrDefault("partitions", "16"))
            .getOrCreate()) {
      run(spark, args[0], settings);
    }
  }

  private static void run(SparkSession spark, String file, Map<String, String> settings) {
    double threshold = Double.parseDouble(settings.getOrDefault("threshold", "0.8"));
    long start = System.nanoTime();
    Dataset<Row> vectors =
        spark
            .read()
            .schema("id string, text string")
            .json(file)
            .withColumn(
                "features",
                functions
                    .udf((UDF1<String, Vector>) SparkMlPeer::vector, new VectorUDT())
                    .apply(col("text")))
            .select("id", "features")
            .filter(col("features").isNotNull());
    MinHashLSH lsh =
        new MinHashLSH()
            .setNumHashTables(Integer.parseInt(settings.getOrDefault("tables", "10")))
            .setInputCol("features")
            .setOutputCol("hashes")
            .setSeed(1);
    var model = lsh.fit(vectors);
    Dataset<Row> pairs =
        model
            .approxSimilarityJoin(vectors, vectors, Math.nextUp(1 - threshold), "distance")
            .select(col("datasetA.id").as("a"), col("datasetB.id").as("b"))
            .filter("a < b")
            .persist(StorageLevel.DISK_ONLY());
    long found = pairs.count();
    double seconds = (System.nanoTime() - start) * 1e-9;
    System.out.printf(Locale.ROOT, "pairs %,d%nseconds %.1f%n", found, seconds);
    if (settings.containsKey("truth")) {
      Dataset<Row> truth = truth(spark, settings.get("truth"));
      long real = truth.count();
      long both = pairs.join(truth, new String[] {"a", "b"}).count();
      System.out.printf(
          Locale.ROOT,
          "true pairs %,d%nrecall %.6f%nprecision %.6f%n",
          real,
          (double) both / real,
          (double) both / found);
    }
  }

  private static Dataset<Row> truth(SparkSession spark, String file) {
    return spark
        .read()
        .option("sep", "\t")
        .schema("x string, y string, resemblance double, basis string, error double")
        .csv(file)
        .select(least(col("x"), col("y")).as("a"), greatest(col("x"), col("y")).as("b"));
  }

  /** The set of shingles; null if there is none. Fewer words than a shingle are one. */
  private static Vector vector(String text) {
    List<String> words = words(text);
    TreeSet<Integer> indices = new TreeSet<>();
    for (int from = 0; from + SHINGLE <= Math.max(words.size(), SHINGLE); from++) {
      String shingle =
          String.join(" ", words.subList(from, Math.min(words.size(), from + SHINGLE)));
      indices.add(StringHelper.murmurhash3_x86_32(new BytesRef(shingle), 0) & SIZE - 1);
    }
    int[] sorted = indices.stream().mapToInt(Integer::intValue).toArray();
    double[] ones = new double[sorted.length];
    Arrays.fill(ones, 1);
    return words.isEmpty() ? null : Vectors.sparse(SIZE, sorted, ones);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    try (StandardTokenizer tokens = new StandardTokenizer()) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.setReader(new StringReader(text));
      tokens.reset();
      while (tokens.incrementToken()) {
        words.add(term.toString().toLowerCase(Locale.ROOT));
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }
}
