// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;
import org.neardup.tools.input.ProblemCounts;

/** What reading a piece gave. Filled by one task, then sent to the driver. */
final class PieceCount implements Serializable {
  /** More are of no help in a message. */
  private static final int MAX_NAMES = 1000;

  private long documents;
  private long failed;
  private long bytes;
  private ProblemCounts problems;
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

  void addFailed() {
    failed++;
  }

  void setProblems(ProblemCounts all) {
    problems = all;
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

  /** Null until they are set. */
  ProblemCounts problems() {
    return problems;
  }

  /** The names of the fields that documents have. */
  Set<String> names() {
    return names;
  }
}
