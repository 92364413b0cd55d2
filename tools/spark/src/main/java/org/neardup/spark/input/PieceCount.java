// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What reading a piece gave. Filled by one task, then sent to the driver. */
final class PieceCount implements Serializable {
  /** So many bad records are named on the console. */
  static final int NAMED = 10;

  /** More are of no help in a message. */
  private static final int MAX_NAMES = 1000;

  private long documents;
  private long failed;
  private long bytes;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> names = new TreeSet<>();

  void addDocument(long size) {
    documents++;
    bytes += size;
  }

  void addNames(Set<String> ofDocument) {
    if (names.size() < MAX_NAMES) {
      names.addAll(ofDocument);
    }
  }

  void addProblem(String line) {
    failed++;
    if (problems.size() < NAMED) {
      problems.add(line);
    }
  }

  long documents() {
    return documents;
  }

  long failed() {
    return failed;
  }

  long bytes() {
    return bytes;
  }

  /** The first ones, a line each. */
  List<String> problems() {
    return problems;
  }

  /** The names of the fields that documents have. */
  Set<String> names() {
    return names;
  }
}
