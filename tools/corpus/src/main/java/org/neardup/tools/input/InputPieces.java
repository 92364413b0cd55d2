// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.neardup.tools.input.FolderSource.Found;

/**
 * Divides the arguments of a command into {@link InputPiece}s: large files of plain JSON Lines by
 * ranges of bytes, the pages of folders by runs; any other file is one piece. What cannot be read
 * is a piece, too, whose reading tells so.
 */
public final class InputPieces {
  private final InputRules rules;
  private final long pieceBytes;
  private final Consumer<String> notes;
  private final List<InputPiece> pieces = new ArrayList<>();
  private int part = -1; // that of the last file

  private InputPieces(InputRules rules, long pieceBytes, Consumer<String> notes) {
    this.rules = rules;
    this.pieceBytes = pieceBytes;
    this.notes = notes;
  }

  /**
   * The pieces in the order of the input.
   *
   * @param arguments files and folders
   * @param pieceBytes what can be divided is divided into pieces of about this size
   * @param notes takes a line on what is not read though nothing is wrong with it
   */
  public static List<InputPiece> of(
      List<String> arguments, InputRules rules, long pieceBytes, Consumer<String> notes)
      throws InterruptedException {
    if (pieceBytes < 1) {
      throw new IllegalArgumentException("pieceBytes must be at least 1, got " + pieceBytes);
    }
    InputPieces all = new InputPieces(rules, pieceBytes, notes);
    for (String argument : arguments) {
      all.add(argument);
    }
    return List.copyOf(all.pieces);
  }

  private void add(String name) throws InterruptedException {
    try {
      Path path = Path.of(name);
      boolean exists = Files.exists(path);
      if (exists && Files.isDirectory(path)) {
        addFolder(path);
      } else if (exists && Files.isRegularFile(path)) {
        addFile(Found.file(path, path.getFileName().toString()));
      } else {
        addUnread(name);
      }
    } catch (IOException | InvalidPathException e) {
      addUnread(name);
    }
  }

  /** Reading tells what is wrong. */
  private void addUnread(String name) {
    part++;
    add(
        0,
        0,
        (by, problems, sink) ->
            new Inputs(List.of(name), InputStream.nullInputStream(), by, problems).read(sink));
  }

  /** A piece whose documents have positions of their own, from the place on. */
  private void add(long place, long bytes, InputPiece.Reading reading) {
    pieces.add(new InputPiece(part, place, bytes, reading));
  }

  private void addFile(Found file) throws IOException {
    part++;
    Path path = file.path();
    long size = Files.size(path);
    if (size <= pieceBytes || !JsonSources.canBeSplit(path, rules)) {
      add(0, size, (by, problems, sink) -> read(List.of(file), by, problems, sink));
      return;
    }
    long count = (size + pieceBytes - 1) / pieceBytes;
    for (long i = 0; i < count; i++) {
      long start = size / count * i;
      long end = i == count - 1 ? size : size / count * (i + 1);
      // There are fewer documents than bytes.
      add(start, end - start, (by, problems, sink) -> readRange(file, start, end, by, sink));
    }
  }

  private static void read(List<Found> files, InputRules rules, Problems problems, Inputs.Sink sink)
      throws InterruptedException {
    for (Found file : files) {
      file.read(rules, problems::note, Inputs.checked(rules, sink));
    }
  }

  private static void readRange(
      Found file, long start, long end, InputRules rules, Inputs.Sink sink)
      throws InterruptedException {
    try {
      JsonLinesSource.ofRange(file.path(), start, end, rules).read(Inputs.checked(rules, sink));
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(file.where(), Inputs.problem(e)));
    }
  }

  /** Runs of its pages, and each other file. */
  private void addFolder(Path folder) throws IOException, InterruptedException {
    Run run = new Run();
    new FolderSource(folder, rules, notes)
        .list(
            file -> {
              if (file.isPage()) {
                run.add(file);
              } else {
                run.end();
                addFile(file);
              }
            });
    run.end();
  }

  /** Gathers pages until there are enough for a piece. */
  private final class Run {
    private List<Found> files = new ArrayList<>();
    private long bytes;

    void add(Found file) {
      files.add(file);
      bytes += file.problem() == null ? file.path().toFile().length() : 0;
      if (bytes >= pieceBytes) {
        end();
      }
    }

    void end() {
      if (!files.isEmpty()) {
        List<Found> found = files;
        part++;
        InputPieces.this.add(0, bytes, (by, problems, sink) -> read(found, by, problems, sink));
        files = new ArrayList<>();
        bytes = 0;
      }
    }
  }
}
