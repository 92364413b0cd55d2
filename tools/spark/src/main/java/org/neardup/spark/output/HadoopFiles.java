// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * File systems by Hadoop's names of files, so that an output can be wherever the tasks reach it.
 */
final class HadoopFiles {
  private HadoopFiles() {}

  /** The file system of a path; on a local one, without files of checksums beside ours. */
  static FileSystem of(Path path, Configuration hadoop) throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    files.setWriteChecksum(false);
    return files;
  }
}
