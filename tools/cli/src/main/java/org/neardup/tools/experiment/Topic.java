// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
