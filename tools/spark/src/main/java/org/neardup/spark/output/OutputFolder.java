// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;

/**
 * A folder that is written under another name beside its place and then moved there, so that it is
 * complete or absent. What is there before is replaced only if it was written by us.
 */
public final class OutputFolder implements Closeable {
  /** A file of clusters in their order. */
  public static final String CLUSTERS_FILE = "clusters.jsonl";

  /** A folder of clusters. */
  public static final String CLUSTERS = "clusters";

  /** A folder of surviving documents. */
  public static final String DOCUMENTS = "documents";

  /** A folder of what could not be used. */
  public static final String REJECTED = "rejected";

  /** What another one may hold to be replaced. */
  private static final Set<String> OURS = Set.of(CLUSTERS_FILE, CLUSTERS, DOCUMENTS, REJECTED);

  private final String name;
  private final Path path;
  private final FileSystem files;
  private final Path unfinished;
  private final boolean force;

  private OutputFolder(String name, Path path, FileSystem files, boolean force) {
    this.name = name;
    this.path = path;
    this.files = files;
    this.force = force;
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
    Path path;
    FileSystem files;
    try {
      Path given = new Path(name);
      files = PartFile.files(given, hadoop);
      path = files.makeQualified(given);
    } catch (IllegalArgumentException e) {
      throw refused(name, "is not the name of a folder: " + e.getMessage());
    }
    if (path.getParent() == null || !files.exists(path.getParent())) {
      throw refused(name, "would be in a folder that does not exist");
    } else if (files.exists(path)) {
      requireReplaceable(name, path, files, force);
    }
    return new OutputFolder(name, path, files, force);
  }

  private static void requireReplaceable(String name, Path path, FileSystem files, boolean force)
      throws IOException {
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
  public void requireOther(List<String> inputs, Configuration hadoop) throws IOException {
    for (String input : inputs) {
      Path read = qualified(input, hadoop);
      for (Path at = read; at != null; at = at.getParent()) {
        if (at.equals(path)) {
          throw refused(name, "is an input, and would be overwritten");
        }
      }
    }
  }

  private static Path qualified(String input, Configuration hadoop) throws IOException {
    try {
      Path path = new Path(input);
      return path.getFileSystem(hadoop).makeQualified(path);
    } catch (IllegalArgumentException e) {
      return null; // a name of the local system, which reading tells of
    }
  }

  /** A place in it for a file or folder, as Hadoop names it. */
  public String place(String child) {
    return new Path(unfinished, child).toString();
  }

  /** What it is called, for messages. */
  public String name() {
    return name;
  }

  /** Makes one file of the parts that are in a folder, which is then deleted. */
  public void merge(String folder, String file, byte[] beginning) throws IOException {
    Path parts = new Path(unfinished, folder);
    try (OutputStream out = files.create(new Path(unfinished, file), false)) {
      out.write(beginning);
      for (Path part : parts(parts)) {
        try (InputStream in = files.open(part)) {
          in.transferTo(out);
        }
      }
    }
    files.delete(parts, true);
  }

  /** In the order of their numbers. */
  private Path[] parts(Path folder) throws IOException {
    if (!files.exists(folder)) {
      return new Path[0];
    }
    return Arrays.stream(files.listStatus(folder, part -> part.getName().startsWith("part-")))
        .map(FileStatus::getPath)
        .sorted()
        .toArray(Path[]::new);
  }

  /** Moves the folder into its place. */
  public void finish() throws IOException {
    files.mkdirs(unfinished);
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
