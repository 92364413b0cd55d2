// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.neardup.tools.experiment.TestCollection.Topic;

/** What people judged: the grade of each judged document for each topic. */
final class Qrels {
  private final Map<String, Map<String, Integer>> grades = new LinkedHashMap<>();

  /**
   * Reads the format of TREC: topic, anything, document, grade.
   *
   * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
   */
  static Qrels read(Path file, Consumer<String> problems) {
    Qrels qrels = new Qrels();
    TextLines.read(file, qrels::add, problems);
    return qrels;
  }

  /** Writes what {@link #read} reads, with 0 for anything. */
  void write(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (var topic : grades.entrySet()) {
            for (var judged : topic.getValue().entrySet()) {
              out.write(topic.getKey() + " 0 " + judged.getKey() + ' ' + judged.getValue() + '\n');
            }
          }
        });
  }

  /**
   * Writes the relevant documents as programs read them that measure diversity, such as ndeval:
   * topic, subtopic, document, 1; the subtopic is the number of the group of near-copies.
   *
   * @param level least grade of a relevant document
   */
  void writeGroups(Path file, int level, Copies copies) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (var topic : grades.entrySet()) {
            Map<Object, Integer> groups = new HashMap<>();
            for (var judged : topic.getValue().entrySet()) {
              if (judged.getValue() >= level) {
                int next = groups.size() + 1;
                int group = groups.computeIfAbsent(copies.classOf(judged.getKey()), any -> next);
                out.write(topic.getKey() + " " + group + ' ' + judged.getKey() + " 1\n");
              }
            }
          }
        });
  }

  private void add(String line) {
    String[] parts = line.strip().split("\\s+", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "a judgement must be topic, 0, document, grade, got " + line);
    }
    try {
      add(parts[0], parts[2], Integer.parseInt(parts[3]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a grade must be a whole number of 32 bits, got " + parts[3], e);
    }
  }

  /** Adds a judgement; a document has one for a topic. */
  void add(String topic, String document, int grade) {
    Map<String, Integer> ofTopic = grades.computeIfAbsent(topic, id -> new LinkedHashMap<>());
    if (ofTopic.putIfAbsent(document, grade) != null) {
      throw new IllegalArgumentException(
          "document " + document + " was judged for topic " + topic + " before");
    }
  }

  /** The same for some topics alone. */
  Qrels only(List<Topic> topics) {
    Qrels some = new Qrels();
    topics.forEach(topic -> some.grades.put(topic.id(), of(topic.id())));
    return some;
  }

  /**
   * The same, and each document that was not judged for a topic has the best grade of those of its
   * near-copies that were.
   */
  Qrels passedOn(Copies copies) {
    Qrels all = new Qrels();
    grades.forEach(
        (topic, judged) -> {
          Map<Object, Integer> best = new LinkedHashMap<>();
          judged.forEach(
              (document, grade) -> {
                all.add(topic, document, grade);
                best.merge(copies.classOf(document), grade, Math::max);
              });
          best.forEach(
              (copyClass, grade) ->
                  copies.members(copyClass).stream()
                      .filter(document -> !judged.containsKey(document))
                      .forEach(document -> all.add(topic, document, grade)));
        });
    return all;
  }

  /** The grades of all judged documents by topic, in the order of the input. */
  Map<String, Map<String, Integer>> grades() {
    return grades;
  }

  /** The grades of the documents judged for a topic; empty if none was. */
  Map<String, Integer> of(String topic) {
    return grades.getOrDefault(topic, Map.of());
  }
}
