// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.OutputFormat;

/** Two executors are processes of their own, and one of them is killed. */
public class TestLostExecutor extends SparkTestCase {
  private final List<String> killed = new ArrayList<>();

  @Test
  public void testTheAnswerIsTheSame() throws Exception {
    List<TestDocument> documents = MadeUpTexts.versions(new Random(1), 500);
    OneMachine expected =
        OneMachine.run(ClusterConfig.defaults(), OutputFormat.CLUSTERS, documents);
    List<Row> rows = new ArrayList<>();
    for (TestDocument document : documents) {
      rows.add(document.row(rows.size()));
    }
    spark().stop(); // there is one context a process
    Path home = Path.of(System.getenv("SPARK_HOME")); // where workers look for Spark
    delete(home); // of an earlier run: at the end processes may still write to it
    try (SparkSession cluster = cluster(home)) {
      Dataset<Row> frame = cluster.createDataFrame(rows, TestDocument.SCHEMA).repartition(4);
      NearDuplicates near =
          NearDuplicates.of(cluster).position("position").progress(this::killAtCandidates);
      try (Found found = near.limits(ROUNDS).find(frame)) {
        assertEquals(expected.lines(), clusters(found.clusters().collectAsList()));
      }
      assertEquals(killed.toString(), 1, killed.size());
    }
  }

  /** By then, executors hold what was read. */
  private void killAtCandidates(String stage) {
    if (stage.equals("candidates")) {
      Optional<ProcessHandle> executor =
          ProcessHandle.current()
              .descendants()
              .filter(each -> each.info().commandLine().orElse("").contains("ExecutorBackend"))
              .findFirst();
      assertTrue("an executor runs", executor.isPresent());
      executor.get().destroyForcibly();
      killed.add(executor.get().toString());
    }
  }

  private static SparkSession cluster(Path home) throws IOException {
    List<String> folders = new ArrayList<>();
    Files.createDirectories(home.resolve("launcher/target/scala-2.13")); // as in a build of Spark
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(each).toAbsolutePath();
      if (Files.isDirectory(path)) {
        folders.add(path.toString());
      } else if (Files.exists(path)) {
        Files.createSymbolicLink(jars.resolve(path.getFileName()), path);
      }
    }
    return SparkSession.builder()
        .master("local-cluster[2,1,1024]")
        .appName("test")
        .config("spark.executor.extraClassPath", String.join(File.pathSeparator, folders))
        .config("spark.executor.memory", "768m")
        .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.local.dir", home.toString())
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", 3)
        .getOrCreate();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
