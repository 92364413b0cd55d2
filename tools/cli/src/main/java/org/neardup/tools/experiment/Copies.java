// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.neardup.tools.console.Counted;

/** Which documents are near-copies of each other. */
record Copies(Map<String, Object> classes, Map<Object, List<String>> members) {
  /**
   * Of all documents.
   *
   * @param classes by document id: equal for near-copies
   */
  Copies(Map<String, Object> classes) {
    this(classes, classes.keySet().stream().collect(Collectors.groupingBy(classes::get)));
  }

  /** Stands for a document and all its near-copies; a document that is nowhere has none. */
  Object classOf(String id) {
    return classes.getOrDefault(id, id);
  }

  /** The documents of a class; none of that of a document that is nowhere. */
  List<String> members(Object ofClass) {
    return members.getOrDefault(ofClass, List.of());
  }

  boolean contains(String id) {
    return classes.containsKey(id);
  }

  /**
   * Near-copies among judged documents. Component names are the keys of the JSON.
   *
   * @param judgements grades that were given
   * @param missing of these, the ones of documents that are not in the index
   * @param redundant of these, the ones of near-copies of another document judged for the same
   *     topic
   * @param sets near-copies judged for one topic, taken together
   * @param contradictory of these, the ones whose documents have different grades
   */
  record Judged(long judgements, long missing, long redundant, long sets, long contradictory) {

    static Judged of(Qrels qrels, Copies copies) {
      long judgements = 0;
      long missing = 0;
      long redundant = 0;
      long sets = 0;
      long contradictory = 0;
      for (Map<String, Integer> grades : qrels.grades().values()) {
        judgements += grades.size();
        missing += grades.keySet().stream().filter(id -> !copies.contains(id)).count();
        for (List<Integer> ofClass : gradesByClass(grades, copies)) {
          redundant += ofClass.size() - 1;
          sets += ofClass.size() > 1 ? 1 : 0;
          contradictory += ofClass.stream().distinct().count() > 1 ? 1 : 0;
        }
      }
      return new Judged(judgements, missing, redundant, sets, contradictory);
    }

    private static Collection<List<Integer>> gradesByClass(
        Map<String, Integer> grades, Copies copies) {
      return grades.entrySet().stream()
          .collect(
              Collectors.groupingBy(
                  judged -> copies.classOf(judged.getKey()),
                  Collectors.mapping(Map.Entry::getValue, Collectors.toList())))
          .values();
    }

    /** For people, without a line break at the end. */
    String text() {
      return String.format(
          Locale.ROOT,
          "%s, %,d of documents that are not in the index\n"
              + "%s judged for the same topic; %s, %,d with different grades",
          Counted.of(judgements, "judgement"),
          missing,
          redundant == 1
              ? "1 judged document is a near-copy of another"
              : Counted.of(redundant, "judged document") + " are near-copies of others",
          Counted.of(sets, "set"),
          contradictory);
    }
  }
}
