// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.IndexSettingsException;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Progress;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.index.UserData;
import org.neardup.tools.input.Problems;
import org.neardup.tools.output.TemporaryFolder;

/**
 * Rebuilds the index of a folder into another one. The new index is written to a folder beside its
 * place and renamed when it is complete. For one run.
 *
 * @param force whether indexes that are in the way are replaced
 * @param interruption ends it early, unless it is a dry run
 */
public record Rebuilder(
    Terminal terminal, Rebuild rebuild, boolean force, Interruption interruption) {
  /** Reports what a rebuild would do. */
  public RebuildReport dryRun(Path from) throws IOException, InterruptedException {
    try (Directory source = open(from)) {
      return run(from, source, from, TemporaryFolder.create(), true, new Interruption());
    } catch (IOException | IllegalStateException e) {
      throw Failures.writing("temporary files", "nothing was changed", e);
    }
  }

  /** Rebuilds into a folder that is not there yet, or may be replaced. */
  public RebuildReport rebuild(Path from, Path to) throws IOException, InterruptedException {
    Path partial = beside(to, ".partial");
    requireApart(from, to);
    requireApart(from, partial);
    requireRoom(to, "it exists already");
    RebuildReport report;
    try (Directory source = open(from)) {
      report = run(from, source, partial);
    }
    makeRoom(to, "it exists already");
    Files.move(partial, to, ATOMIC_MOVE);
    return report;
  }

  /** Nothing is written into the source, nor around it, whatever the folders are called. */
  private static void requireApart(Path from, Path written) throws IOException {
    Path source = realPath(from);
    Path target = realPath(written);
    boolean mayMeet = target.getFileSystem().equals(source.getFileSystem());
    if (mayMeet && (target.startsWith(source) || source.startsWith(target))) {
      throw new ToolException(
          ExitCode.USAGE,
          "the new index and the old one must be apart, neither in the other, got "
              + written
              + " and "
              + from);
    }
  }

  /**
   * Puts the rebuilt index into the place of the source, which is kept beside it. If that broke off
   * between the two moves, it is finished. An index that lacks documents of the source, or anything
   * else unless that is allowed, does not take its place.
   */
  public RebuildReport annotate(Path folder) throws IOException, InterruptedException {
    if (Files.isSymbolicLink(folder)) { // which would be replaced, and not what it leads to
      throw refused(folder, "it is a symbolic link; give the folder that it leads to");
    }
    Path partial = beside(folder, ".partial");
    Path before = beside(folder, ".before");
    boolean isMoved = !Files.exists(folder) && Files.exists(before) && Files.exists(partial);
    String why = "it exists already, and would be replaced by " + folder;
    if (!isMoved) {
      requireRoom(before, why);
    }
    Path from = isMoved ? before : folder;
    requireReplaceable(from);
    try (Directory source = open(from)) {
      RebuildReport report = run(from, source, partial);
      if (!isMoved) {
        requireAll(report, folder, partial);
        makeRoom(before, why);
        moveAside(folder, source, partial, before);
      }
      Files.move(partial, folder, ATOMIC_MOVE);
      return report;
    }
  }

  /**
   * Refuses a folder that holds something, unless that is an index that may be replaced.
   *
   * @param why it is refused
   */
  private void requireRoom(Path folder, String why) throws IOException {
    if (!Files.exists(folder) || isEmpty(folder)) {
      return;
    }
    if (!force) {
      throw refused(folder, why + "; --force replaces it");
    }
    if (!Files.isDirectory(folder)) {
      throw refused(folder, "it is not a folder");
    }
    try (Directory index = FSDirectory.open(folder);
        Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.sorted().toList()) {
        if (Files.isDirectory(path) || !isOfIndex(path.getFileName().toString())) {
          throw refused(folder, "it holds something else, such as " + path.getFileName());
        }
      }
      index.obtainLock(IndexWriter.WRITE_LOCK_NAME).close(); // or somebody writes to it
    }
  }

  private static boolean isOfIndex(String file) {
    return file.equals(IndexWriter.WRITE_LOCK_NAME)
        || file.startsWith(IndexFileNames.SEGMENTS)
        || file.startsWith(IndexFileNames.PENDING_SEGMENTS)
        || IndexFileNames.CODEC_FILE_PATTERN.matcher(file).matches();
  }

  private void makeRoom(Path folder, String why) throws IOException {
    requireRoom(folder, why);
    IOUtils.rm(folder);
  }

  /** Looks now for what would make the last step fail, after all the work. */
  private static void requireReplaceable(Path folder) throws IOException {
    if (!Files.isWritable(beside(folder, "").getParent())) {
      throw refused(folder, "it cannot be replaced: permission denied in the folder that holds it");
    }
    try (Directory source = open(folder);
        Lock lock = source.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      lock.ensureValid();
    }
  }

  private void requireAll(RebuildReport report, Path folder, Path partial) {
    if (report.isRefused()) {
      report.losses().forEach(loss -> terminal.message(folder + ": not carried over: " + loss));
      throw new ToolException(
          ExitCode.INPUT_FAILED,
          folder
              + ": not all is carried over, so it stays as it was; --lossy replaces it by the new"
              + " index, which is in "
              + partial);
    }
    if (report.failed() > 0) {
      throw new ToolException(
          ExitCode.INPUT_FAILED,
          folder
              + ": "
              + Counted.of(report.failed(), "document")
              + " could not be written, so it stays as it was; the new index, without them, is in "
              + partial);
    }
  }

  /** The source must not change after the last check of it. */
  private static void moveAside(Path folder, Directory source, Path partial, Path before)
      throws IOException {
    try (Lock lock = source.obtainLock(IndexWriter.WRITE_LOCK_NAME);
        Directory target = FSDirectory.open(partial)) {
      lock.ensureValid();
      Rebuild.requireUnchanged(source, target);
      Files.move(folder, before, ATOMIC_MOVE);
    } catch (RebuildException e) {
      throw refused(folder, e.getMessage());
    }
  }

  /** Resumes what an earlier rebuild began, or starts over if that may be replaced. */
  private RebuildReport run(Path from, Directory source, Path partial)
      throws IOException, InterruptedException {
    try {
      return runOnce(from, source, partial);
    } catch (OtherRebuildException e) {
      if (!force) {
        throw new ToolException(ExitCode.INDEX, e.getMessage() + "; --force starts over");
      }
      makeRoom(partial, e.getMessage());
      return runOnce(from, source, partial);
    }
  }

  private RebuildReport runOnce(Path from, Directory source, Path partial)
      throws IOException, InterruptedException {
    interruption.defer();
    try {
      return run(from, source, partial, FSDirectory.open(partial), false, interruption);
    } catch (OtherRebuildException e) {
      throw e;
    } catch (IOException | IllegalStateException e) {
      throw Failures.writing(partial, "the same command resumes once there is disk space", e);
    } finally {
      if (isEmpty(partial)) { // the source was refused
        Files.delete(partial);
      }
    }
  }

  /** Closes the target. */
  private RebuildReport run(
      Path from,
      Directory source,
      Path targetPath,
      Directory target,
      boolean dryRun,
      Interruption toEnd)
      throws IOException, InterruptedException {
    try (target) {
      Rebuild.Result result = run(from, source, targetPath, target, toEnd);
      try (NeardupIndex index = NeardupIndex.open(target)) {
        return new RebuildReport(
            result.documents(),
            result.resumedAt(),
            result.outcomes().dropped(),
            result.failed(),
            NeardupIndex.bytes(source),
            index.bytes(),
            dryRun,
            rebuild.lossy(),
            index.counts(),
            StatsReport.largestGroups(index),
            result.fields(),
            result.notes());
      }
    }
  }

  private Rebuild.Result run(
      Path from, Directory source, Path targetPath, Directory target, Interruption toEnd)
      throws IOException, InterruptedException {
    String analyzer = UserData.of(target).getOrDefault(Analyzers.KEY, rebuild.analyzer());
    if (!analyzer.equals(rebuild.analyzer())) {
      throw new OtherRebuildException(
          targetPath
              + ": index was made with analyzer "
              + analyzer
              + ", not "
              + rebuild.analyzer());
    }
    try (Progress progress = Progress.of(terminal, "rebuilding", () -> -1);
        Problems problems = new Problems(terminal::message, null)) {
      return rebuild.run(
          source, target, progress::step, problem -> problems.note(from + ": " + problem), toEnd);
    } catch (OtherRebuildException e) {
      throw new OtherRebuildException(from + ": " + e.getMessage());
    } catch (RebuildException e) {
      throw refused(from, e.getMessage());
    } catch (IndexSettingsException e) {
      throw new OtherRebuildException(targetPath + ": " + e.problem());
    }
  }

  private static Directory open(Path from) throws IOException {
    if (!Files.isDirectory(from)) { // or Lucene would make it
      throw refused(from, "there is no such folder");
    }
    return FSDirectory.open(from);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    return Files.isDirectory(folder) && PathUtils.isEmptyDirectory(folder);
  }

  private static Path beside(Path folder, String ending) {
    Path absolute = folder.toAbsolutePath().normalize();
    return absolute.resolveSibling(absolute.getFileName() + ending);
  }

  private static ToolException refused(Path path, String why) {
    return new ToolException(ExitCode.INDEX, path + ": " + why);
  }

  /** Where a path leads, through links and {@code ..}, even if nothing is there yet. */
  private static Path realPath(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (Files.exists(absolute) || absolute.getParent() == null) {
      return absolute.toRealPath();
    }
    return realPath(absolute.getParent()).resolve(absolute.getFileName()).normalize();
  }
}
