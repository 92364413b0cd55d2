// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.LockObtainFailedException;
import org.neardup.index.IndexSettingsException;

/** Turns the failure of a command into a message and an exit code. */
public final class Failures {

  /** The messages of Unix and Windows for a full disk; Java has no type for it. */
  private static final Pattern NO_ROOM =
      Pattern.compile("No space left|quota exceeded|not enough space", Pattern.CASE_INSENSITIVE);

  private static final String PERMISSION_DENIED = "permission denied";

  private Failures() {}

  public static int report(Throwable failure, Terminal terminal) {
    return switch (failure) {
      case ToolException mistake -> report(mistake.getMessage(), mistake.exitCode(), terminal);
      // Failures of inputs are handled where they are read: this is the index.
      case IOException io -> report(describe(io), ExitCode.INDEX, terminal);
      case IllegalStateException closed when ioCause(closed) != null ->
          report(describe(ioCause(closed)), ExitCode.INDEX, terminal);
      case OutOfMemoryError memory ->
          report(
              "not enough memory: "
                  + memory.getMessage()
                  + "; NEARDUP_JAVA_OPTIONS=-Xmx8g gives 8 GB",
              ExitCode.FAILED,
              terminal);
      default -> {
        int exitCode = report("this is a bug, please report it:", ExitCode.FAILED, terminal);
        terminal.messages(stackTrace(failure));
        yield exitCode;
      }
    };
  }

  private static String stackTrace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return trace.toString().stripTrailing();
  }

  private static int report(String message, ExitCode exitCode, Terminal terminal) {
    terminal.message("neardup: " + message);
    return exitCode.code();
  }

  /**
   * The I/O failure that closed a writer, such as that of a merge; null if something else closed
   * it.
   *
   * @param closed what Lucene throws then, from a commit or another call
   */
  private static IOException ioCause(IllegalStateException closed) {
    Throwable cause = closed.getCause();
    while (cause != null && !(cause instanceof IOException)) {
      cause = cause.getCause();
    }
    return (IOException) cause;
  }

  /**
   * The exception to throw for a failure to write: if the disk is full, one that names the place
   * and its state; else the failure itself.
   *
   * @param place that was written to
   * @param state of it now, in words
   * @param failure of a call, or of a merge before it, which closed the writer
   */
  public static IOException writing(Object place, String state, Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (NO_ROOM.matcher(String.valueOf(cause.getMessage())).find()) {
        throw new ToolException(
            ExitCode.INDEX, "cannot write " + place + ": " + cause.getMessage() + "; " + state);
      }
    }
    return switch (failure) {
      case IOException io -> io;
      case RuntimeException other -> throw other;
      default -> new IOException(failure);
    };
  }

  /** Java says most of it by the type alone. */
  private static String describe(FileSystemException e) {
    String what =
        switch (e) {
          case AccessDeniedException denied -> PERMISSION_DENIED;
          case NoSuchFileException missing when isDenied(missing) -> PERMISSION_DENIED;
          case NoSuchFileException missing -> "no such file or folder";
          case FileAlreadyExistsException taken -> "a file with this name is in the way";
          case NotDirectoryException file -> "it is not a folder";
          default -> e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
        };
    return e.getFile() + ": " + what;
  }

  /** A lock that could not be made is missing, to Lucene. */
  private static boolean isDenied(IOException missing) {
    return Arrays.stream(missing.getSuppressed()).anyMatch(AccessDeniedException.class::isInstance);
  }

  /** Says in words what went wrong. */
  public static String describe(IOException e) {
    return switch (e) {
      case LockObtainFailedException locked ->
          "another process is writing to the index: " + locked.getMessage();
      case IndexFormatTooOldException old ->
          "only indexes of Lucene 9.0 or later can be read: " + old.getMessage();
      case IndexFormatTooNewException later ->
          "the index is damaged, or of a later version: " + later.getMessage();
      case CorruptIndexException damaged -> "the index is damaged: " + damaged.getMessage();
      case EOFException cut -> "the index is damaged: " + cut.getMessage();
      case FileSystemException file -> describe(file);
      case IndexSettingsException other -> other.problem(); // its advice is for callers in Java
      default -> String.valueOf(e.getMessage());
    };
  }
}
