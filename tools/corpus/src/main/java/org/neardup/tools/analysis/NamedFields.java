// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.neardup.index.Preference;
import org.neardup.index.Preference.Criterion;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;

/**
 * The fields that documents have, to refuse an option that names another one: a misspelled name
 * would filter everything away, or have no effect, in silence.
 *
 * @param what has the documents, for messages
 * @param names of the fields; where there is none, as in an empty index, nothing is refused
 */
public record NamedFields(String what, Collection<String> names) {

  /** Sorts the names. */
  public NamedFields {
    names = new TreeSet<>(names);
  }

  /** Those of an index. */
  public static NamedFields of(IndexReader reader) {
    return new NamedFields(
        "the index",
        StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
            .map(info -> info.name)
            .toList());
  }

  /**
   * Makes sure that some document has a field, before anything is done.
   *
   * @param option that names it
   */
  public void require(String option, String field) {
    String problem = problem(option, field);
    if (problem != null) {
      throw new ToolException(ExitCode.USAGE, problem);
    }
  }

  /** Makes sure that some document has each field that a preference compares. */
  public void require(Preference keep) {
    for (Criterion criterion : keep.criteria()) {
      if (!criterion.field().isEmpty()) {
        require("--keep", criterion.field());
      }
    }
  }

  /** What is wrong with a name, or null. */
  public String problem(String option, String field) {
    if (names.isEmpty() || names.contains(field)) {
      return null;
    }
    return option + " must name a field of " + what + ", which has " + shown() + "; got " + field;
  }

  /** The names that people gave, in a list. */
  public String shown() {
    return names.stream()
        .filter(name -> !name.startsWith(DocumentRecord.FIELD_PREFIX))
        .collect(Collectors.joining(", "));
  }
}
