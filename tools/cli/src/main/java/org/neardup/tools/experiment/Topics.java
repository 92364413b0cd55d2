// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Reads topics: lines of id, tab, text. */
final class Topics {
  private final List<Topic> topics = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  private Topics() {}

  /**
   * The topics of a file, in its order.
   *
   * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
   */
  static List<Topic> read(Path file, Consumer<String> problems) throws IOException {
    Topics read = new Topics();
    TextLines.read(file, read::add, problems);
    return read.topics;
  }

  private void add(String line) {
    int tabulator = line.indexOf('\t');
    if (tabulator < 0) {
      throw new IllegalArgumentException("a topic must be id, tab, text, got " + line);
    }
    String id = TextLines.id("topic id", line.substring(0, tabulator).strip());
    String text = line.substring(tabulator + 1).strip();
    if (text.isEmpty()) {
      throw new IllegalArgumentException("topic " + id + " has no text");
    }
    if (!ids.add(id)) {
      throw new IllegalArgumentException("topic " + id + " was there before");
    }
    topics.add(new Topic(id, text));
  }
}
