// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.spark.sql.functions.col;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.neardup.spark.Found;
import org.neardup.spark.input.InputFrame;
import org.neardup.tools.cluster.ClusterLines;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.ToolException;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A folder that is written under another name beside its place and then moved there, so that it is
 * complete or absent. What is there before is replaced only if it was written by us.
 */
public final class OutputFolder implements Closeable {
  /** A folder of what could not be used. */
  public static final String REJECTED = "rejected";

  public static final String CLUSTERS = "clusters";
  public static final String DOCUMENTS = "documents";

  private static final String CLUSTERS_FILE = "clusters.jsonl";

  /** What another one may hold to be replaced. */
  private static final Set<String> OURS = Set.of(CLUSTERS_FILE, CLUSTERS, DOCUMENTS, REJECTED);

  private final String name;
  private final Path path;
  private final FileSystem files;
  private final Configuration hadoop;
  private final Path unfinished;
  private final boolean force;

  private OutputFolder(String name, Path given, boolean force, Configuration hadoop)
      throws IOException {
    this.name = name;
    this.force = force;
    this.hadoop = hadoop;
    files = given.getFileSystem(hadoop);
    files.setWriteChecksum(false); // on a local system, no files of checksums beside ours
    path = files.makeQualified(given);
    unfinished = new Path(path.getParent(), ".neardup-" + UUID.randomUUID());
  }

  /**
   * Checks the place before any work.
   *
   * @param name as the user gave it, by Hadoop's rules
   * @param force whether a folder that is there may be replaced
   */
  public static OutputFolder at(String name, boolean force, Configuration hadoop)
      throws IOException {
    OutputFolder folder;
    try {
      folder = new OutputFolder(name, new Path(name), force, hadoop);
    } catch (IllegalArgumentException e) {
      throw refused(name, "is not the name of a folder: " + e.getMessage());
    }
    if (folder.path.getParent() == null || !folder.files.exists(folder.path.getParent())) {
      throw refused(name, "would be in a folder that does not exist");
    } else if (folder.files.exists(folder.path)) {
      folder.requireReplaceable();
    }
    return folder;
  }

  private void requireReplaceable() throws IOException {
    if (!files.getFileStatus(path).isDirectory()) {
      throw refused(name, "is a file");
    } else if (!force) {
      throw refused(name, "exists already; --force replaces it");
    }
    for (FileStatus file : files.listStatus(path)) {
      if (!OURS.contains(file.getPath().getName())) {
        throw refused(
            name, "is not replaced: it holds " + file.getPath().getName() + ", which is not ours");
      }
    }
  }

  private static ToolException refused(String name, String why) {
    return new ToolException(ExitCode.USAGE, name + " " + why);
  }

  /** Refuses to replace an input. */
  public void requireOther(List<String> inputs) throws IOException {
    for (String input : inputs) {
      for (Path at = qualified(input); at != null; at = at.getParent()) {
        if (at.equals(path)) {
          throw refused(name, "is an input, and would be overwritten");
        }
      }
    }
  }

  private Path qualified(String input) throws IOException {
    try {
      Path read = new Path(input);
      return read.getFileSystem(hadoop).makeQualified(read);
    } catch (IllegalArgumentException e) {
      return null; // a name of the local system, which reading tells of
    }
  }

  /** Writes {@link #CLUSTERS} or {@link #DOCUMENTS} as Parquet. */
  public void writeParquet(Dataset<Row> rows, String folder) {
    rows.write().parquet(new Path(unfinished, folder).toString());
  }

  /**
   * Writes clusters as one file of JSON Lines, in their order.
   *
   * @param settings to begin with; none if empty
   */
  public void writeJsonClusters(Dataset<Row> clusters, Map<String, String> settings)
      throws IOException {
    List<Path> parts = write(clusters, OutputFolder::cluster, CLUSTERS);
    try (OutputStream out = files.create(new Path(unfinished, CLUSTERS_FILE), false)) {
      if (!settings.isEmpty()) {
        out.write(Json.line(Map.of("settings", settings)));
      }
      for (Path part : parts) {
        try (InputStream in = files.open(part)) {
          in.transferTo(out);
        }
      }
    }
    files.delete(new Path(unfinished, CLUSTERS), true);
  }

  private static String cluster(Row row) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (ClusterLines lines = new ClusterLines(line)) {
      lines.begin(row.getString(0), row.getLong(1), row.getString(2), row.getString(3));
      for (Row member : row.<Row>getList(4)) {
        lines.member(member.getString(0), member.getDouble(1), member.getString(2));
      }
      lines.end();
    }
    return line.toString(UTF_8).stripTrailing();
  }

  /**
   * Writes documents as JSON Lines.
   *
   * @param areRead whether they are of an {@link InputFrame}, and fields become keys
   */
  public void writeJsonDocuments(Dataset<Row> documents, boolean areRead) throws IOException {
    if (areRead) {
      write(documents, OutputFolder::document, DOCUMENTS);
    } else {
      write(documents.toJSON(), DOCUMENTS);
    }
  }

  private static String document(Row row) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put(InputFrame.ID, row.getAs(InputFrame.ID));
    String title = row.getAs(InputFrame.TITLE);
    if (!title.isEmpty()) {
      document.put(InputFrame.TITLE, title);
    }
    document.put(InputFrame.TEXT, row.getAs(InputFrame.TEXT));
    Map<String, Seq<String>> fields = row.getJavaMap(row.fieldIndex(InputFrame.FIELDS));
    new TreeMap<>(fields) // a frame does not keep their order
        .forEach((field, values) -> put(document, field, CollectionConverters.asJava(values)));
    document.put(Found.REPRESENTATIVE, row.getAs(Found.REPRESENTATIVE));
    document.put(Found.VERSIONS, row.getList(row.fieldIndex(Found.VERSIONS)));
    return new String(Json.line(document), UTF_8).stripTrailing();
  }

  private static void put(Map<String, Object> document, String field, List<String> values) {
    if (!values.isEmpty()) {
      document.put(field, values.size() == 1 ? values.getFirst() : values);
    }
  }

  /** Writes what could not be used: where it is, and why. */
  public void writeRejected(Dataset<Row> rejected, String where, String reason) throws IOException {
    write(rejected.select(col(where).as("where"), col(reason).as("reason")).toJSON(), REJECTED);
  }

  private List<Path> write(Dataset<Row> rows, MapFunction<Row, String> line, String folder)
      throws IOException {
    return write(rows.map(line, Encoders.STRING()), folder);
  }

  /** Leaves parts alone in the folder, under names that tell what is in them; in their order. */
  private List<Path> write(Dataset<String> lines, String folder) throws IOException {
    Path in = new Path(unfinished, folder);
    lines.write().text(in.toString());
    Map<Integer, Path> parts = new TreeMap<>();
    for (FileStatus file : files.listStatus(in, part -> part.getName().startsWith("part-"))) {
      String number = file.getPath().getName().split("-", 3)[1];
      Path part = new Path(in, "part-" + number + ".jsonl");
      rename(file.getPath(), part);
      parts.put(Integer.parseInt(number), part);
    }
    return List.copyOf(parts.values());
  }

  /** Moves the folder into its place. */
  public void finish() throws IOException {
    files.mkdirs(unfinished);
    for (FileStatus folder : files.listStatus(unfinished)) {
      files.delete(new Path(folder.getPath(), "_SUCCESS"), false);
    }
    Path before = new Path(path.getParent(), ".neardup-before-" + UUID.randomUUID());
    boolean isReplaced = force && files.exists(path);
    if (isReplaced) {
      rename(path, before);
    }
    rename(unfinished, path);
    if (isReplaced) {
      files.delete(before, true);
    }
  }

  private void rename(Path from, Path to) throws IOException {
    if (files.exists(to) || !files.rename(from, to)) {
      throw new IOException("cannot rename " + from + " to " + to);
    }
  }

  /** Deletes what is not finished. */
  @Override
  public void close() throws IOException {
    files.delete(unfinished, true);
  }
}
