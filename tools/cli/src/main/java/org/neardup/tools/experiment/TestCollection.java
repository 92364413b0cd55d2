// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Topics and what was judged for them. */
public final class TestCollection {
  private final List<Topic> topics;
  private final Qrels qrels;

  private TestCollection(List<Topic> topics, Qrels qrels) {
    this.topics = topics;
    this.qrels = qrels;
  }

  /**
   * Reads files.
   *
   * @param topics lines of id, tab, text
   * @param qrels lines of topic, anything, document, grade
   * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
   * @throws IllegalArgumentException if a file is missing or not UTF-8, or no document was judged
   *     for any of the topics
   */
  public static TestCollection read(Path topics, Path qrels, Consumer<String> problems)
      throws IOException {
    TestCollection read =
        new TestCollection(Topic.read(topics, problems), Qrels.read(qrels, problems));
    read.requireTopics();
    return read;
  }

  Qrels qrels() {
    return qrels;
  }

  /**
   * That of an index: each title is a topic, and the documents that have it are relevant, with
   * grade 1. So it asks whether a search for the title of a page finds the page.
   *
   * @param removed what titles are freed of first, such as the version of a manual: documents whose
   *     titles are the same then have one topic
   */
  static TestCollection ofTitles(OpenIndex index, Pattern removed) throws IOException {
    Map<String, List<String>> documents = new LinkedHashMap<>();
    for (int doc : index.documents()) {
      String title = index.index().name(doc).title();
      String topic = removed.matcher(title).replaceAll("").strip();
      if (!topic.isEmpty()) {
        documents
            .computeIfAbsent(topic.replaceAll("\\s+", " "), text -> new ArrayList<>())
            .add(index.ids()[doc]);
      }
    }
    List<Topic> topics = new ArrayList<>();
    Qrels qrels = new Qrels();
    documents.forEach(
        (text, ids) -> {
          Topic topic = new Topic(Integer.toString(topics.size() + 1), text);
          topics.add(topic);
          ids.forEach(id -> qrels.add(topic.id(), id, 1));
        });
    return new TestCollection(topics, qrels);
  }

  /** Writes the topics as {@link Topic#read} reads them. */
  void writeTopics(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (Topic topic : topics) {
            out.write(topic.id() + '\t' + topic.text() + '\n');
          }
        });
  }

  /** The ids of the other topics. */
  List<String> unjudged() {
    return topics.stream().map(Topic::id).filter(id -> qrels.of(id).isEmpty()).toList();
  }

  /** The topics that can be measured: documents were judged for them. There must be one. */
  List<Topic> requireTopics() {
    List<Topic> judged = topics.stream().filter(topic -> !qrels.of(topic.id()).isEmpty()).toList();
    if (judged.isEmpty()) {
      throw new IllegalArgumentException("no document was judged for any of the topics");
    }
    return judged;
  }

  /**
   * A question that documents were judged for.
   *
   * @param id without white space
   * @param text words to look for
   */
  record Topic(String id, String text) {

    /**
     * Reads topics, in the order of a file: lines of id, tab, text.
     *
     * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
     */
    static List<Topic> read(Path file, Consumer<String> problems) throws IOException {
      Map<String, Topic> topics = new LinkedHashMap<>();
      TextLines.read(
          file,
          line -> {
            Topic topic = parse(line);
            if (topics.putIfAbsent(topic.id, topic) != null) {
              throw new IllegalArgumentException("topic " + topic.id + " was there before");
            }
          },
          problems);
      return List.copyOf(topics.values());
    }

    private static Topic parse(String line) {
      int tabulator = line.indexOf('\t');
      if (tabulator < 0) {
        throw new IllegalArgumentException("a topic must be id, tab, text, got " + line);
      }
      String id = TextLines.id("topic id", line.substring(0, tabulator).strip());
      String text = line.substring(tabulator + 1).strip();
      if (text.isEmpty()) {
        throw new IllegalArgumentException("topic " + id + " has no text");
      }
      return new Topic(id, text);
    }
  }
}
