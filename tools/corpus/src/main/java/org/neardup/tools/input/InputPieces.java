// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Divides the arguments of a command into {@link InputPiece}s: large files of plain JSON Lines by
 * ranges of bytes, folders by runs of their files; any other argument is one piece. What cannot be
 * read is a piece, too, whose reading tells so.
 */
public final class InputPieces {
  private final InputRules rules;
  private final long pieceBytes;
  private final Consumer<String> notes;
  private final List<InputPiece> pieces = new ArrayList<>();

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
    for (int i = 0; i < arguments.size(); i++) {
      all.add(i, arguments.get(i));
    }
    return List.copyOf(all.pieces);
  }

  private void add(int argument, String name) throws InterruptedException {
    try {
      Path path = Path.of(name);
      boolean exists = Files.exists(path);
      if (exists && Files.isDirectory(path)) {
        addFolder(argument, path);
      } else if (exists && Files.isRegularFile(path)) {
        addFile(argument, name, path);
      } else {
        addWhole(argument, name, 0);
      }
    } catch (IOException | InvalidPathException e) {
      addWhole(argument, name, 0); // reading tells what is wrong
    }
  }

  /** An argument that is read from its beginning to its end. */
  private void addWhole(int argument, String name, long size) {
    add(
        argument,
        0,
        size,
        (by, problems, sink) ->
            new Inputs(List.of(name), InputStream.nullInputStream(), by, problems).read(sink));
  }

  private void add(int argument, long place, long bytes, InputPiece.Reading reading) {
    pieces.add(new InputPiece(argument, place, bytes, reading));
  }

  private void addFile(int argument, String name, Path path) throws IOException {
    long size = Files.size(path);
    if (size <= pieceBytes || !JsonSources.canBeSplit(path, rules)) {
      addWhole(argument, name, size);
      return;
    }
    long count = (size + pieceBytes - 1) / pieceBytes;
    for (long i = 0; i < count; i++) {
      long start = size / count * i;
      long end = i == count - 1 ? size : size / count * (i + 1);
      // There are fewer documents than bytes.
      add(
          argument,
          start,
          end - start,
          (by, problems, sink) -> readRange(name, start, end, by, sink));
    }
  }

  private static void readRange(
      String name, long start, long end, InputRules rules, Inputs.Sink sink)
      throws InterruptedException {
    try {
      JsonLinesSource.ofRange(Path.of(name), start, end, rules)
          .read(document -> sink.accept(document.checked(rules)));
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(name, Inputs.problem(e)));
    }
  }

  private void addFolder(int argument, Path folder) throws IOException, InterruptedException {
    Run run = new Run(argument);
    new FolderSource(folder, rules, notes).list(run::add);
    run.end();
  }

  /** Gathers files until there are enough for a piece. */
  private final class Run {
    private final int argument;
    private List<FolderSource.Found> files = new ArrayList<>();
    private long place;
    private long bytes;

    Run(int argument) {
      this.argument = argument;
    }

    void add(FolderSource.Found file) {
      files.add(file);
      bytes += file.problem() == null ? new File(file.file()).length() : 0;
      if (bytes >= pieceBytes) {
        end();
      }
    }

    void end() {
      if (!files.isEmpty()) {
        List<FolderSource.Found> found = files;
        InputPieces.this.add(
            argument,
            place,
            bytes,
            (by, problems, sink) -> {
              for (FolderSource.Found file : found) {
                sink.accept(file.read(by).checked(by));
              }
            });
        place += files.size();
        files = new ArrayList<>();
        bytes = 0;
      }
    }
  }
}
