// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The files of a folder that are read, with those of the folders in it, in the order of their
 * names. The id of a text or HTML file is its path below the folder, with {@code /} between names.
 * A folder without any file that is read is a failure; files of other kinds are counted and named
 * in a note.
 *
 * <p>Only regular files are opened. Symbolic links to files are followed within the folder; one
 * that leads out of it is a failure, unless the rules allow it. Each folder is read once: a link to
 * a folder below this one is skipped, as its files have their own paths, so circular links end.
 */
final class FolderSource implements Inputs.Source {
  private final Path root;
  private final InputRules rules;

  /** The real paths of folders elsewhere that were read. */
  private final Set<Path> elsewhere = new HashSet<>();

  private final OtherKinds skipped = OtherKinds.files();
  private final OtherKinds besidePages =
      new OtherKinds(
          "file", "read besides text and HTML (--input-format html leaves them out)", "ending");
  private boolean hasPages;
  private final Consumer<String> notes;
  private Path realRoot;

  /**
   * @param notes takes a line on the files that are not read
   */
  FolderSource(Path root, InputRules rules, Consumer<String> notes) {
    this.root = root;
    this.rules = rules;
    this.notes = notes;
  }

  /**
   * A file that was found and not yet opened, or what is wrong with a place.
   *
   * @param where its path, for messages
   * @param file the same, with names in other character sets than the system's as they are
   * @param id of its document; null where there is a problem
   * @param problem null where there is none
   */
  record Found(String where, URI file, String id, String problem) implements Serializable {
    static Found problem(Path place, String problem) {
      return new Found(place.toString(), place.toUri(), null, problem);
    }

    /** One that is an argument, or was found. */
    static Found file(Path file, String id) {
      return new Found(file.toString(), file.toUri(), id, null);
    }

    Path path() {
      Path shown = Path.of(where);
      return shown.toUri().equals(file) ? shown : Path.of(file);
    }

    /** Whether it is one document. */
    boolean isPage() {
      return problem != null || FileFormat.of(FileFormat.nameOf(where)).isPage();
    }

    /** Passes on its documents. */
    void read(InputRules rules, Consumer<String> notes, Inputs.Sink sink)
        throws InterruptedException {
      try {
        if (problem != null) {
          throw new BadInputException(problem);
        }
        new InputFile(path(), id).source(FileKind.REGULAR, rules, notes).read(sink);
      } catch (BadInputException | IOException e) {
        sink.accept(RawDocument.unreadable(where, Inputs.problem(e)));
      }
    }
  }

  /** Takes what is found, in its order. */
  @FunctionalInterface
  interface Finder {
    void accept(Found file) throws IOException, InterruptedException;
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    list(file -> file.read(rules, notes, sink));
  }

  /** Finds all files without opening them. */
  void list(Finder finder) throws IOException, InterruptedException {
    realRoot = root.toRealPath();
    boolean[] isEmpty = {true};
    listAll(
        root,
        file -> {
          isEmpty[0] = false;
          finder.accept(file);
        });
    if (isEmpty[0]) {
      finder.accept(Found.problem(root, "no file in it that is read: " + FileFormat.all()));
    }
    skipped.tell(root, notes);
    if (hasPages) {
      besidePages.tell(root, notes);
    }
  }

  private void listAll(Path folder, Finder finder) throws IOException, InterruptedException {
    for (Path path : sorted(folder)) {
      boolean isFolder = Files.isDirectory(path);
      if (!isFolder && !rules.include(path.toString())) {
        skipped.addFile(root.relativize(path).toString());
        continue;
      }
      try { // what cannot be read does not end its siblings
        if (isFolder) {
          listBelow(path, finder);
        } else {
          finder.accept(file(path));
        }
      } catch (BadInputException | IOException e) {
        finder.accept(Found.problem(path, Inputs.problem(e)));
      }
    }
  }

  private void listBelow(Path folder, Finder finder)
      throws IOException, InterruptedException, BadInputException {
    Path real = real(folder);
    boolean isHere = real.equals(realRoot.resolve(root.relativize(folder)));
    if (isHere || (!real.startsWith(realRoot) && elsewhere.add(real))) {
      listAll(folder, finder);
    }
  }

  private Found file(Path file) throws IOException, BadInputException {
    FileKind kind = FileKind.of(real(file));
    if (kind != FileKind.REGULAR) {
      throw new BadInputException("a file of a folder must be a regular file, got " + kind);
    }
    Found found = Found.file(file, id(file));
    if (found.isPage()) {
      hasPages = true;
    } else {
      besidePages.addFile(root.relativize(file).toString());
    }
    return found;
  }

  /** With bytes that are no characters of the system's set as in an address: else names collide. */
  private String id(Path file) {
    String id = root.relativize(file).toString().replace(File.separatorChar, '/');
    return id.indexOf('\uFFFD') < 0 ? id : root.toUri().relativize(file.toUri()).getRawPath();
  }

  /** Where a path leads to: within the folder, unless the rules allow more. */
  private Path real(Path path) throws IOException, BadInputException {
    Path real = path.toRealPath();
    if (!real.startsWith(realRoot) && !rules.followsLinks()) {
      throw new BadInputException(
          "a link must not lead out of the folder without --follow-links, got one to " + real);
    }
    return real;
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    }
  }
}
