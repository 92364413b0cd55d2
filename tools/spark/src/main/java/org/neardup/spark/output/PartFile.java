// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of one task among those of a folder. It has another name until it is whole; of several
 * attempts of the task, which write the same, one gives the file. For one thread.
 */
public final class PartFile {
  private final FileSystem files;
  private final Path path;
  private final Path unfinished;
  private final OutputStream out;
  private boolean isFinished;

  private PartFile(FileSystem files, Path path, Path unfinished) throws IOException {
    this.files = files;
    this.path = path;
    this.unfinished = unfinished;
    out = new BufferedOutputStream(files.create(unfinished, false));
  }

  /**
   * Begins the file of a number.
   *
   * @param folder as Hadoop names it; made if it is missing
   */
  public static PartFile create(String folder, int number, String ending, Configuration hadoop)
      throws IOException {
    Path parent = new Path(folder);
    FileSystem files = files(parent, hadoop);
    String name = name(number) + ending;
    return new PartFile(
        files, new Path(parent, name), new Path(parent, "." + name + "." + UUID.randomUUID()));
  }

  /**
   * The file system of a path, wherever the tasks reach it; on a local one, without files of
   * checksums beside ours.
   */
  static FileSystem files(Path path, Configuration hadoop) throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    files.setWriteChecksum(false);
    return files;
  }

  /** Names sort as numbers do. */
  static String name(int number) {
    return String.format(Locale.ROOT, "part-%07d", number);
  }

  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** Ends the file and gives it its name. */
  public void finish() throws IOException {
    out.close();
    if (!files.rename(unfinished, path)) { // another attempt was sooner
      files.delete(unfinished, false);
      if (!files.exists(path)) {
        throw new IOException("cannot rename to " + path);
      }
    }
    isFinished = true;
  }

  /** Deletes it unless it is finished. */
  public void discard() {
    if (!isFinished) {
      try {
        out.close();
        files.delete(unfinished, false);
      } catch (IOException e) {
        assert e != null; // it stays, in a folder that is deleted with it
      }
    }
  }
}
