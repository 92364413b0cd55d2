// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;

/**
 * The user data of a commit: how what is Neardup's is named there, and how it is read. Whatever it
 * holds, reading gives a value or throws a {@link CorruptIndexException} that names it.
 *
 * @param all the application's, too
 * @param commit the name of its file
 */
public record CommitData(Map<String, String> all, String commit) {
  /** What all names of ours, and none of an application, start with. */
  public static final String PREFIX = "neardup.";

  /** Name of the version of what is stored, after the prefix. */
  public static final String VERSION = "version";

  /** Name of the text fields, after the prefix. */
  public static final String TEXT_FIELDS = "textFields";

  /** Name of what makes elements of texts, after the prefix. */
  public static final String SHINGLING = "shingling";

  /** Name of the number of live documents, after the prefix. */
  public static final String DOCUMENTS = "documents";

  /** Name of the number for the next document or group, after the prefix. */
  public static final String NEXT_NUMBER = "nextNumber";

  /** Name of the verdicts on pairs of documents, after the prefix; only if there are some. */
  public static final String VERDICTS = "verdicts";

  /** The version that is written, and the only one that is read. */
  public static final String CURRENT_VERSION = "1";

  private static final String SEPARATOR = ",";
  private static final int MOST_SHOWN = 100; // characters of a value that is damaged

  /** Takes a copy. */
  public CommitData {
    all = Map.copyOf(all);
  }

  /** That of a commit. */
  public static CommitData of(SegmentInfos segments) {
    return new CommitData(segments.getUserData(), segments.getSegmentsFileName());
  }

  /** That of the commit that a reader was opened of. */
  public static CommitData of(DirectoryReader reader) throws IOException {
    return new CommitData(
        reader.getIndexCommit().getUserData(), reader.getIndexCommit().getSegmentsFileName());
  }

  /** The version that made the commit; null if it was not Neardup. */
  public String version() {
    return all.get(PREFIX + VERSION);
  }

  /** Whether Neardup made the commit, in this version. */
  public boolean isOurs() {
    return CURRENT_VERSION.equals(version());
  }

  /**
   * Reads a value.
   *
   * @param name after the prefix
   * @param parser throws any exception of a value that it does not understand
   * @throws CorruptIndexException naming the value, if there is none, or the parser throws
   */
  public <T> T read(String name, Function<String, T> parser) throws CorruptIndexException {
    String value = all.get(PREFIX + name);
    if (value == null) {
      throw new CorruptIndexException("commit data has no " + PREFIX + name, commit);
    }
    return read(name, value, parser);
  }

  /**
   * As {@link #read(String, Function)}, of a value that may be missing.
   *
   * @param otherwise what is read then
   */
  public <T> T read(String name, String otherwise, Function<String, T> parser)
      throws CorruptIndexException {
    String value = all.getOrDefault(PREFIX + name, otherwise);
    return checked(PREFIX + name + ' ' + start(value), () -> parser.apply(value));
  }

  private static String start(String value) {
    return value.length() <= MOST_SHOWN
        ? '"' + value + '"'
        : '"' + value.substring(0, MOST_SHOWN) + "\"…";
  }

  /** As {@link #read}, of something that follows from several values. */
  public <T> T checked(String what, Supplier<T> reading) throws CorruptIndexException {
    try {
      return reading.get();
    } catch (RuntimeException e) {
      throw new CorruptIndexException(
          "commit data is damaged, " + what + ": " + e.getMessage(), commit, e);
    }
  }

  /** Names as they are stored. */
  public static String join(Iterable<String> names) {
    return String.join(SEPARATOR, names);
  }

  /** Names that were stored. */
  public static List<String> split(String names) {
    return List.of(names.split(SEPARATOR, -1));
  }

  /** The text fields of the index; none if Neardup did not make it. */
  public static Set<String> textFields(DirectoryReader reader) throws IOException {
    CommitData data = of(reader);
    return data.isOurs() ? Set.copyOf(data.read(TEXT_FIELDS, CommitData::split)) : Set.of();
  }

  /**
   * Whether sketches of the index were made of the elements of all of some fields.
   *
   * @param shingling what makes elements, as it is stored
   */
  public static boolean areSketched(
      DirectoryReader reader, Collection<String> fields, String shingling) throws IOException {
    return shingling.equals(of(reader).all.get(PREFIX + SHINGLING))
        && textFields(reader).containsAll(fields);
  }
}
