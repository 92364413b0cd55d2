// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The documents of a command's arguments, read one after the other: memory holds one document and
 * what the {@link Sink} keeps.
 *
 * <p>An argument is a file of JSON (see {@link JsonSources}) or a table (see {@link TableSource}),
 * {@code -} for JSON on standard input, a text or HTML file, or an archive (.jar, .zip or .tar) of
 * HTML, or messages of protocol buffers ({@code .pb.gz}, see {@link MessageSource}), or a web
 * archive (.warc, .wet or .arc, also with .gz, or .wacz), or a folder of any of these.
 *
 * @param arguments as the user gave them
 * @param stdin what {@code -} stands for
 * @param rules what of them is read
 * @param problems is told what is not read though nothing is wrong with it, and where whoever
 *     parses the documents tells what is wrong with them
 */
public record Inputs(
    List<String> arguments, InputStream stdin, InputRules rules, Problems problems) {
  /** Takes documents one by one, in the order of the input. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes the next document; may wait until there is room for it.
     *
     * @throws InterruptedException if reading is to stop
     */
    void accept(RawDocument document) throws InterruptedException;
  }

  /** One argument of the command line. */
  @FunctionalInterface
  interface Source {
    /**
     * Passes on every document, and an unreadable one for each that cannot be read.
     *
     * @throws IOException if nothing more can be read from this source
     */
    void read(Sink sink) throws IOException, InterruptedException;
  }

  /** The documented inputs, for messages. */
  static final String KINDS =
      FileFormat.all()
          + ", a folder, or - for standard input; --input-format names it where the ending of a file"
          + " does not";

  /** Telling nothing of what is not read. */
  public Inputs(List<String> arguments, InputStream stdin, InputRules rules) {
    this(arguments, stdin, rules, new Problems(message -> {}, null));
  }

  /** The same documents, but those whose ids are no words are refused. */
  public Inputs withWordsAsIds() {
    InputRules words = rules.withFormat(rules.format(), rules.roles().withWordsAsIds());
    return new Inputs(arguments, stdin, words, problems);
  }

  /** Copies the arguments. */
  public Inputs {
    arguments = List.copyOf(arguments);
  }

  /**
   * Passes on all documents in a fixed order: arguments as given, lines and archive entries in
   * their order, files of a folder sorted by path. What cannot be read is passed on too, as a
   * document whose parser throws.
   *
   * @throws InterruptedException if the sink was interrupted
   */
  public void read(Sink sink) throws InterruptedException {
    for (String argument : arguments) {
      try {
        source(argument).read(checked(rules, sink));
      } catch (BadInputException | IOException e) {
        sink.accept(RawDocument.unreadable(argument, problem(e)));
      }
    }
  }

  /** Checks what it passes on, and tells of damage in the place of another document. */
  static Sink checked(InputRules rules, Sink sink) {
    return document -> {
      sink.accept(document.checked(rules));
      if (document.damage() != null) {
        sink.accept(RawDocument.unreadable(document.where(), document.damage()));
      }
    };
  }

  /**
   * About how many bytes there are to read, uncompressed; negative if that cannot be told before.
   */
  public long bytes() {
    return bytes(arguments, rules);
  }

  /** The same of some arguments. */
  public static long bytes(List<String> arguments, InputRules rules) {
    return InputSizes.of(arguments, rules);
  }

  /** Whether a file is among what is read: an argument, or in one that is a folder. */
  public boolean include(Path file) throws IOException {
    for (String argument : arguments) {
      if (Files.exists(file) && include(argument, file)) {
        return true;
      }
    }
    return false;
  }

  private boolean include(String argument, Path file) throws IOException {
    try {
      Path path = existing(argument);
      return Files.isSameFile(path, file)
          || (rules.include(file.toString()) && file.toRealPath().startsWith(path.toRealPath()));
    } catch (BadInputException e) { // there is no such argument
      return false;
    }
  }

  /**
   * Reads one file: HTML if its name says so, else plain text. If that fails, the document's parser
   * throws.
   */
  public static RawDocument page(String file, InputRules rules) {
    try {
      Path path = existing(file);
      requireFile(FileKind.of(path));
      return PageFile.read(path, file, rules).checked(rules);
    } catch (BadInputException | IOException e) {
      return RawDocument.unreadable(file, problem(e));
    }
  }

  /** A FIFO is accepted as an argument, as shells make them; a device may have no end. */
  private static void requireFile(FileKind kind) throws BadInputException {
    if (kind != FileKind.REGULAR && kind != FileKind.FIFO && kind != FileKind.FOLDER) {
      throw new BadInputException(
          "an input must be a regular file, a FIFO or a folder, got " + kind);
    }
  }

  /** The file or folder of a name. */
  private static Path existing(String name) throws BadInputException {
    try {
      Path path = Path.of(name);
      if (!name.isEmpty() && Files.exists(path)) { // empty, it would be the working directory
        return path;
      }
    } catch (InvalidPathException e) {
      throw new BadInputException("not the name of a file: " + e.getReason());
    }
    throw new BadInputException("no such file or folder");
  }

  private Source source(String argument) throws IOException, BadInputException {
    if (argument.equals("-")) {
      FileFormat format = FileFormat.of(rules.nameOf(argument));
      if (format != null && !format.isStream()) {
        throw new BadInputException(
            "standard input must be JSON or a table, got --input-format " + rules.format());
      }
      return InputFile.stream(format, "stdin", () -> stdin, rules, problems::note);
    }
    Path path = existing(argument);
    FileKind kind = FileKind.of(path);
    if (kind == FileKind.FOLDER) {
      return new FolderSource(path, rules, problems::note);
    }
    requireFile(kind);
    return new InputFile(path, path.getFileName().toString()).source(kind, rules, problems::note);
  }

  /** What to say of a document that cannot be used, or read. */
  public static String problem(Exception e) {
    return e instanceof IOException io ? "cannot be read: " + reason(io) : e.getMessage();
  }

  /** Says in words what the JDK's file exceptions say by their type alone. */
  static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "no such file or folder";
      case AccessDeniedException denied -> "permission denied";
      case EOFException end -> "it ends too early";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
