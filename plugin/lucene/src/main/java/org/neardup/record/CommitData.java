// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;

/** What readers of an index take from the user data of its commits, and how it is named there. */
public final class CommitData {
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

  /** The version that is written, and the only one that is read. */
  public static final String CURRENT_VERSION = "3";

  /** Name of the verdicts on pairs of documents, after the prefix. */
  public static final String VERDICTS = "verdicts";

  private static final String SEPARATOR = ",";

  private CommitData() {}

  /** Text fields as they are stored. */
  public static String join(Iterable<String> textFields) {
    return String.join(SEPARATOR, textFields);
  }

  /** Text fields that were stored. */
  public static String[] split(String textFields) {
    return textFields.split(SEPARATOR, -1);
  }

  /** The text fields of the index; none if it was not made by this version. */
  public static Set<String> textFields(DirectoryReader reader) throws IOException {
    Map<String, String> data = reader.getIndexCommit().getUserData();
    return CURRENT_VERSION.equals(data.get(PREFIX + VERSION))
        ? Set.copyOf(List.of(split(data.get(PREFIX + TEXT_FIELDS))))
        : Set.of();
  }

  /** The verdicts of an index as they are stored. */
  public static String verdicts(Map<String, String> userData) {
    return userData.getOrDefault(PREFIX + VERDICTS, "");
  }

  /**
   * Whether sketches of the index were made of the elements of all of some fields.
   *
   * @param shingling what makes elements, as it is stored
   */
  public static boolean areSketched(
      DirectoryReader reader, Collection<String> fields, String shingling) throws IOException {
    String made = reader.getIndexCommit().getUserData().get(PREFIX + SHINGLING);
    return shingling.equals(made) && textFields(reader).containsAll(fields);
  }
}
