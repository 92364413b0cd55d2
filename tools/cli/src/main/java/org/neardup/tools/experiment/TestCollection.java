// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Topics and what was judged for them. */
record TestCollection(List<Topic> topics, Qrels qrels) {

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
      String title = index.title(doc);
      String topic = title == null ? "" : removed.matcher(title).replaceAll("").strip();
      if (!topic.isEmpty()) {
        documents
            .computeIfAbsent(topic.replaceAll("\\s+", " "), text -> new ArrayList<>())
            .add(index.id(doc));
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
    WholeFile.write(
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
}
