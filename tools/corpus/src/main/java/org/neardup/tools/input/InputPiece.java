// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/**
 * A part of the inputs that is read on its own, by whichever thread or process has the time. All
 * pieces, one after the other, are what {@link Inputs} reads. Immutable.
 */
public abstract sealed class InputPiece implements Serializable {
  /** Bits of a position that number the documents of an argument. */
  private static final int PLACE_BITS = 40;

  /** Of the first document. */
  private final long position;

  private final long bytes;

  private InputPiece(int argument, long place, long bytes) {
    this.position = ((long) argument << PLACE_BITS) + place;
    this.bytes = bytes;
  }

  /**
   * The position of the first document. Each other has that of the one before plus 1; positions of
   * later pieces are larger.
   */
  public final long position() {
    return position;
  }

  /** About how many bytes there are to read. */
  public final long bytes() {
    return bytes;
  }

  /**
   * Passes on all documents in their order, as {@link Inputs#read} does.
   *
   * @param problems as there
   * @throws InterruptedException if the sink was interrupted
   */
  public abstract void read(InputRules rules, Problems problems, Inputs.Sink sink)
      throws InterruptedException;

  /** An argument that is read from its beginning to its end. */
  static final class Whole extends InputPiece {
    private final String name;

    Whole(int argument, String name, long bytes) {
      super(argument, 0, bytes);
      this.name = name;
    }

    @Override
    public void read(InputRules rules, Problems problems, Inputs.Sink sink)
        throws InterruptedException {
      new Inputs(List.of(name), InputStream.nullInputStream(), rules, problems).read(sink);
    }
  }

  /** Some bytes of a file of JSON Lines. There are fewer documents than bytes. */
  static final class Range extends InputPiece {
    private final String name;
    private final long start;
    private final long end;

    Range(int argument, String name, long start, long end) {
      super(argument, start, end - start);
      this.name = name;
      this.start = start;
      this.end = end;
    }

    @Override
    public void read(InputRules rules, Problems problems, Inputs.Sink sink)
        throws InterruptedException {
      try {
        JsonLinesSource.ofRange(Path.of(name), start, end, rules)
            .read(document -> sink.accept(document.checked(rules)));
      } catch (IOException e) {
        sink.accept(RawDocument.unreadable(name, "cannot be read: " + Inputs.reason(e)));
      }
    }
  }

  /** Some files of a folder. Each is one document. */
  static final class Files extends InputPiece {
    private final List<FolderSource.Found> files;

    Files(int argument, long place, List<FolderSource.Found> files, long bytes) {
      super(argument, place, bytes);
      this.files = List.copyOf(files);
    }

    @Override
    public void read(InputRules rules, Problems problems, Inputs.Sink sink)
        throws InterruptedException {
      for (FolderSource.Found file : files) {
        sink.accept(file.read(rules).checked(rules));
      }
    }
  }
}
