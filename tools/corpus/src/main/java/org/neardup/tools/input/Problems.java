// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.ToolException;

/**
 * Tells what of an input cannot be used: the first ten of a kind as they come and, when closed, how
 * many more there are; all of them in a file, if one is wanted. For any number of threads.
 */
public final class Problems implements Closeable {
  private static final String NOTE = ": note: ";
  private static final Pattern LINE = Pattern.compile("^.*?[0-9]: ");

  private final Consumer<String> messages;
  private final Path path;
  private final ProblemCounts counts = new ProblemCounts();
  private OutputStream file;

  /**
   * Tells nothing yet.
   *
   * @param messages takes lines
   * @param path of a file that is not there, and made for the first problem, complete or not at
   *     all; null for none
   */
  public Problems(Consumer<String> messages, Path path) {
    this.messages = messages;
    this.path = path;
  }

  /**
   * Tells of a document that is not used.
   *
   * @param where its place: {@code file:line}, {@code archive!entry} or a file
   */
  public synchronized void add(String where, String reason) {
    note(where + ": " + reason, reason);
    if (path != null) {
      write(record(where, reason));
    }
  }

  /** Tells what of a document was read otherwise than it is there. */
  public void notes(String where, List<String> notes) {
    notes.forEach(note -> note(where + NOTE + note));
  }

  /** Whether nothing is wrong with what a message tells of. */
  public static boolean isNote(String message) {
    return message.contains(NOTE);
  }

  /** Tells of anything: {@code place: note: what}, or {@code place number: what}. */
  public void note(String message) {
    int note = message.indexOf(NOTE);
    boolean isNote = note >= 0;
    note(
        message,
        isNote ? message.substring(note + NOTE.length()) : LINE.matcher(message).replaceFirst(""));
  }

  /**
   * Tells of anything.
   *
   * @param kind of which there may be many
   */
  public synchronized void note(String message, String kind) {
    if (counts.add(message, kind)) {
      messages.accept(message);
    }
  }

  /** A line of a file: an object of JSON. */
  public static byte[] record(String where, String reason) {
    return Json.line(new Rejected(where, reason));
  }

  /** Component names are the keys of the JSON. */
  private record Rejected(String where, String reason) {}

  private void write(byte[] record) {
    try {
      if (file == null) {
        file = new BufferedOutputStream(Files.newOutputStream(partial()));
      }
      file.write(record);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What is written to until it is complete; what a killed run left there is replaced. */
  private Path partial() {
    return path.resolveSibling(path.getFileName() + ".partial");
  }

  private ToolException failed(IOException e) {
    return new ToolException(ExitCode.INDEX, "cannot write " + path + ": " + Failures.describe(e));
  }

  /** What was told until now. */
  public ProblemCounts counts() {
    return counts;
  }

  /** Makes no file, as the command will be repeated. */
  public synchronized void abandonFile() throws IOException {
    if (file != null) {
      file.close();
      file = null;
      Files.delete(partial());
    }
  }

  /** Ends the messages and the file. */
  @Override
  public synchronized void close() {
    counts.more().forEach(messages);
    try {
      if (file != null) {
        file.close();
        file = null;
        Files.move(partial(), path); // throws if one was made meanwhile
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
