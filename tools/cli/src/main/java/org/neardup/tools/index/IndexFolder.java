// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.neardup.tools.console.ExitCode.INDEX;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.neardup.index.IndexInfo;
import org.neardup.index.IndexSettingsException;
import org.neardup.internal.record.LastCommit;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.output.TemporaryFolder;

/** The folder of an index. Refuses to open a folder that holds anything else. */
public record IndexFolder(Path path) {

  /** Opens the folder for writing; it must hold a Neardup index or nothing. */
  Directory openForWriting() throws IOException {
    if (hasFiles()) {
      return open();
    }
    Files.createDirectories(path);
    return FSDirectory.open(path);
  }

  /**
   * Opens the folder for a dry run: writes go to a temporary folder, which is deleted when the
   * directory is closed.
   *
   * @param replace whether the index is to be replaced
   */
  Directory openForDryRun(boolean replace) throws IOException {
    Directory below = hasFiles() ? open() : new ByteBuffersDirectory();
    if (replace) {
      below.close();
      below = new ByteBuffersDirectory();
    }
    return new OverlayDirectory(below, TemporaryFolder.create());
  }

  /**
   * The name of the analyzer of the index in the folder, as in {@link Analyzers}; if it has one.
   */
  public Optional<String> analyzer() throws IOException {
    if (!hasFiles()) {
      return Optional.empty();
    }
    try (Directory directory = open()) {
      return Optional.of(Analyzers.nameOf(directory));
    }
  }

  /** Opens the folder for reading; it must hold a Neardup index. */
  public Directory openForReading() throws IOException {
    if (!Files.exists(path)) {
      throw refused("there is no such folder; 'neardup index' makes an index");
    }
    return open();
  }

  /**
   * What made reading the index fail: damage, for which Lucene may throw anything; else the failure
   * itself.
   */
  public Throwable causeOf(Throwable failure) {
    try (Directory directory = FSDirectory.open(requireFolder())) {
      LastCommit.compareChecksums(directory);
    } catch (CorruptIndexException | EOFException damage) {
      return damage;
    } catch (IOException | RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private Directory open() throws IOException {
    Directory directory = FSDirectory.open(requireFolder());
    try {
      IndexInfo.read(directory); // or it throws
      return directory;
    } catch (IndexSettingsException e) {
      directory.close();
      throw new ToolException(
          INDEX,
          path
              + ": "
              + e.problem()
              + "; 'neardup rebuild --from "
              + path
              + " --to NEW --text-field FIELD' makes one of its documents");
    } catch (IllegalArgumentException e) { // thrown by Lucene for an unknown codec
      directory.close();
      throw refused("it holds a Lucene index that was not made by neardup: " + e.getMessage());
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Deletes an index without documents, such as a run leaves that accepted none, unless somebody
   * else writes to it by now.
   *
   * @param keepFolder whether the folder was there before
   */
  void deleteEmptyIndex(boolean keepFolder) throws IOException {
    if (!Files.isDirectory(path)) {
      return;
    }
    try (Directory directory = FSDirectory.open(path)) {
      try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
        lock.ensureValid();
        if (hasFiles() && SegmentInfos.readLatestCommit(directory).totalMaxDoc() == 0) {
          for (Path file : files()) {
            Files.delete(file);
          }
        }
      } catch (LockObtainFailedException e) {
        return;
      }
    }
    if (!keepFolder && !hasFiles()) {
      Files.deleteIfExists(path.resolve(IndexWriter.WRITE_LOCK_NAME));
      Files.delete(path);
    }
  }

  private Path requireFolder() throws IOException {
    List<Path> files = files();
    if (files.isEmpty()) {
      throw refused("it is empty; 'neardup index' makes an index");
    } else if (files.stream()
        .noneMatch(file -> file.getFileName().toString().startsWith("segments_"))) {
      throw refused("it holds something else, such as " + files.get(0).getFileName());
    }
    return path;
  }

  /** Whether it holds an index or anything else. */
  boolean hasFiles() throws IOException {
    return Files.exists(path) && !files().isEmpty();
  }

  /** All files but those that a writer leaves behind which was killed before its first commit. */
  private List<Path> files() throws IOException {
    if (!Files.isDirectory(path)) {
      throw refused("it is not a folder");
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> !isLeftBehind(file.getFileName().toString())).sorted().toList();
    }
  }

  private static boolean isLeftBehind(String file) {
    return file.equals(IndexWriter.WRITE_LOCK_NAME)
        || file.startsWith(IndexFileNames.PENDING_SEGMENTS);
  }

  private ToolException refused(String why) {
    return new ToolException(INDEX, path + " is not a neardup index: " + why);
  }
}
