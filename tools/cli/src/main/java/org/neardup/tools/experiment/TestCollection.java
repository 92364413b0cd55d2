// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.List;

/** Topics and what was judged for them. */
record TestCollection(List<Topic> topics, Qrels qrels) {

  /** The topics that can be measured: documents were judged for them. */
  List<Topic> judgedTopics() {
    return topics.stream().filter(topic -> !qrels.of(topic.id()).isEmpty()).toList();
  }
}
