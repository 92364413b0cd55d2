// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes a collection of an index: each title is a topic, and the documents that have it are
 * relevant, with grade 1. So it asks whether a search for the title of a page finds the page.
 */
final class Titles {
  private Titles() {}

  /**
   * The collection.
   *
   * @param removed what titles are freed of first, such as the version of a manual: documents whose
   *     titles are the same then have one topic
   */
  static TestCollection collection(OpenIndex index, Pattern removed) throws IOException {
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
}
