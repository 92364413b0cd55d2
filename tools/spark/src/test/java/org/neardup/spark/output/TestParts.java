// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.spark.Cluster;
import org.neardup.spark.input.LocalSpark;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.ToolException;

/** Files of tasks are whole or absent, whichever attempt wrote them; so are folders of them. */
public class TestParts {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final Configuration hadoop = new Configuration();
  private Path folder;

  @Before
  public void setUp() throws IOException {
    folder = temporary.newFolder("some where").toPath();
  }

  private PartFile part(int number, String text) throws IOException {
    PartFile part = PartFile.create(folder.toString(), number, ".txt", hadoop);
    part.write(text.getBytes(UTF_8));
    return part;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  public void testAPartIsThereOnceItIsFinished() throws IOException {
    PartFile part = part(7, "whole");
    assertEquals(List.of(), names(folder).stream().filter(name -> !name.startsWith(".")).toList());
    part.finish();
    part.discard(); // has no effect then
    assertEquals(List.of("part-0000007.txt"), names(folder));
    assertEquals("whole", Files.readString(folder.resolve("part-0000007.txt")));
  }

  /** A speculative task writes the same beside the first one. */
  @Test
  public void testTheSecondAttemptLeavesNothingBehind() throws IOException {
    PartFile first = part(0, "same");
    PartFile second = part(0, "same");
    PartFile third = part(0, "sa");
    second.finish();
    first.finish();
    third.discard();
    assertEquals(List.of("part-0000000.txt"), names(folder));
    assertEquals("same", Files.readString(folder.resolve("part-0000000.txt")));
  }

  /** A file system that moves nothing onto what is there, as that of Hadoop. */
  public static final class Strict extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("strict:///");
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      return !exists(to) && super.rename(from, to);
    }
  }

  @Test
  public void testAttemptsOnAFileSystemThatReplacesNothing() throws IOException {
    hadoop.setClass("fs.strict.impl", Strict.class, FileSystem.class);
    List<PartFile> attempts = new ArrayList<>();
    for (int attempt = 0; attempt < 3; attempt++) {
      attempts.add(PartFile.create("strict://" + folder, 0, ".txt", hadoop));
      attempts.getLast().write("same".getBytes(UTF_8));
    }
    for (PartFile attempt : attempts) {
      attempt.finish();
    }
    assertEquals(List.of("part-0000000.txt"), names(folder));
    assertEquals("same", Files.readString(folder.resolve("part-0000000.txt")));
  }

  @Test
  public void testNamesOfPartsAreInTheOrderOfTheirNumbers() {
    List<String> names =
        IntStream.of(0, 1, 9, 10, 99, 100, 12_345, 9_999_999).mapToObj(PartFile::name).toList();
    assertEquals(names, names.stream().sorted().toList());
  }

  private static List<Cluster> clusters(Random random, int count) {
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Cluster.Member> members = new ArrayList<>();
      for (int j = 1 + random.nextInt(3); j > 0; j--) {
        members.add(new Cluster.Member(i + "/" + j, 1 - j / 100.0, "estimate"));
      }
      clusters.add(new Cluster("c\u202e" + i, members.size() + 1, "near", "a \"reason\"", members));
    }
    return clusters;
  }

  private static String line(Cluster cluster) {
    StringBuilder members = new StringBuilder();
    for (Cluster.Member each : cluster.members()) {
      members.append(members.isEmpty() ? "" : ",");
      members.append("{\"id\":\"").append(each.id()).append("\",\"resemblance\":");
      members.append(String.format(java.util.Locale.ROOT, "%.4f", each.resemblance()));
      members.append(",\"by\":\"estimate\"}");
    }
    return "{\"representative\":\""
        + cluster.representative().replace("\u202e", "\\u202E")
        + "\",\"documents\":"
        + cluster.documents()
        + ",\"kind\":\"near\",\"reason\":\"a \\\"reason\\\"\",\"members\":["
        + members
        + "]}\n";
  }

  private static JavaRDD<Cluster> spread(List<Cluster> clusters, int partitions) {
    return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
        .parallelize(clusters, partitions);
  }

  /** The parts, one after the other, have the same bytes, however many there are. */
  @Test
  public void testClustersOfAnyNumberOfPartitions() throws IOException {
    List<Cluster> clusters = clusters(new Random(61), 40);
    StringBuilder expected = new StringBuilder();
    clusters.forEach(each -> expected.append(line(each)));
    for (int partitions : new int[] {1, 3, 50}) {
      String name = folder.resolve("found" + partitions).toString();
      try (OutputFolder output = OutputFolder.at(name, false, hadoop)) {
        String parts = output.place(OutputFolder.CLUSTERS);
        assertEquals(40, JsonParts.writeClusters(spread(clusters, partitions), parts));
        output.merge(OutputFolder.CLUSTERS, OutputFolder.CLUSTERS_FILE, "first\n".getBytes(UTF_8));
        output.finish();
      }
      assertEquals(List.of(OutputFolder.CLUSTERS_FILE), names(Path.of(name)));
      assertEquals(
          "first\n" + expected, Files.readString(Path.of(name, OutputFolder.CLUSTERS_FILE)));
    }
    assertEquals(List.of("found1", "found3", "found50"), names(folder));
  }

  /** Each task fails in its midst when it is tried first. */
  @Test
  public void testTasksThatFailLeaveNoPartOfAPart() throws IOException {
    List<Cluster> clusters = clusters(new Random(62), 30);
    JavaRDD<Cluster> failing =
        spread(clusters, 3)
            .map(
                each -> {
                  TaskContext task = TaskContext.get();
                  if (task.attemptNumber() == 0 && each.representative().endsWith("5")) {
                    throw new IllegalStateException("fails on purpose");
                  }
                  return each;
                });
    Path parts = folder.resolve("parts");
    assertEquals(30, JsonParts.writeClusters(failing, parts.toString()));
    assertEquals(
        List.of("part-0000000.jsonl", "part-0000001.jsonl", "part-0000002.jsonl"), names(parts));
    StringBuilder expected = new StringBuilder();
    clusters.forEach(each -> expected.append(line(each)));
    StringBuilder written = new StringBuilder();
    for (String name : names(parts)) {
      written.append(Files.readString(parts.resolve(name)));
    }
    assertEquals(expected.toString(), written.toString());
  }

  @Test
  public void testRowsAndRejectedOnes() throws IOException {
    Dataset<Row> rows =
        LocalSpark.session()
            .sql("select * from values ('a', 'why'), (null, 'x\ty') as t(id, reason) order by id");
    Path rejected = folder.resolve("rejected");
    assertEquals(2, JsonParts.writeRejected(rows.coalesce(1), rejected.toString()));
    assertEquals(
        "{\"id\":null,\"reason\":\"x\\ty\"}\n{\"id\":\"a\",\"reason\":\"why\"}\n",
        Files.readString(rejected.resolve("part-0000000.jsonl")));
    Path any = folder.resolve("any");
    assertEquals(2, JsonParts.writeRows(rows.coalesce(1), any.toString()));
    assertEquals(
        "{\"reason\":\"x\\ty\"}\n{\"id\":\"a\",\"reason\":\"why\"}\n",
        Files.readString(any.resolve("part-0000000.jsonl")));
  }

  @Test
  public void testLinesEscapeWhatDoesNotPrint() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("a", "\u001b[31m\u202e\u2028\u00e4");
    object.put("n", 5);
    object.put("none", null);
    object.put("list", List.of("x", 1.5));
    assertArrayEquals(
        "{\"a\":\"\\u001B[31m\\u202E\\u2028\u00e4\",\"n\":5,\"none\":null,\"list\":[\"x\",1.5]}\n"
            .getBytes(UTF_8),
        Json.line(object));
  }

  private void assertRefused(String why, String name, boolean force) {
    ToolException refusal =
        assertThrows(ToolException.class, () -> OutputFolder.at(name, force, hadoop));
    assertEquals(name + " " + why, refusal.getMessage());
  }

  @Test
  public void testPlacesThatCannotBeWritten() throws IOException {
    String file = Files.writeString(folder.resolve("file"), "x").toString();
    assertRefused("is a file", file, true);
    assertRefused(
        "would be in a folder that does not exist", folder.resolve("no/found").toString(), true);
    Path there = Files.createDirectories(folder.resolve("there"));
    assertRefused("exists already; --force replaces it", there.toString(), false);
    OutputFolder.at(there.toString(), true, hadoop).close();
    Files.writeString(there.resolve("notes.txt"), "mine");
    assertRefused("is not replaced: it holds notes.txt, which is not ours", there.toString(), true);
    assertTrue(
        assertThrows(ToolException.class, () -> OutputFolder.at("", false, hadoop))
            .getMessage()
            .startsWith(" is not the name of a folder: "));
  }

  @Test
  public void testWhatIsNotFinishedIsDeleted() throws IOException {
    String name = folder.resolve("found").toString();
    try (OutputFolder output = OutputFolder.at(name, false, hadoop)) {
      JsonParts.writeClusters(
          spread(clusters(new Random(63), 3), 2), output.place(OutputFolder.CLUSTERS));
      assertEquals(name, output.name());
      assertFalse(Files.exists(Path.of(name)));
    }
    assertEquals(List.of(), names(folder));
  }

  @Test
  public void testAFolderOfOursIsReplacedAsAWhole() throws IOException {
    Path found = Files.createDirectories(folder.resolve("found"));
    Files.createDirectories(found.resolve(OutputFolder.DOCUMENTS));
    Files.writeString(found.resolve(OutputFolder.CLUSTERS_FILE), "old");
    try (OutputFolder output = OutputFolder.at(found.toString(), true, hadoop)) {
      output.merge("nothing", OutputFolder.CLUSTERS_FILE, "new".getBytes(UTF_8));
      assertEquals("old", Files.readString(found.resolve(OutputFolder.CLUSTERS_FILE)));
      output.finish();
    }
    assertEquals(List.of(OutputFolder.CLUSTERS_FILE), names(found));
    assertEquals("new", Files.readString(found.resolve(OutputFolder.CLUSTERS_FILE)));
    assertEquals(List.of("found"), names(folder));
  }

  @Test
  public void testInputsInAFolderKeepItFromBeingReplaced() throws IOException {
    Path found = Files.createDirectories(folder.resolve("found/documents"));
    try (OutputFolder output = OutputFolder.at(folder.resolve("found").toString(), true, hadoop)) {
      output.requireOther(List.of(folder.resolve("foundling").toString(), "a:b:c"), hadoop);
      assertEquals(
          folder.resolve("found") + " is an input, and would be overwritten",
          assertThrows(
                  ToolException.class,
                  () -> output.requireOther(List.of(found + "/part-0000000.jsonl"), hadoop))
              .getMessage());
    }
  }
}
