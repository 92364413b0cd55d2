// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.List;

/** Topics and what was judged for them. */
record TestCollection(List<Topic> topics, Qrels qrels) {

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
