// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;
import org.neardup.tools.input.ProblemCounts;

/** What was read, of a piece by the task that reads it, or of all. For one thread. */
public final class InputCounts implements Serializable {
  /** More of a piece are of no help in a message. */
  private static final int MAX_NAMES = 1000;

  private long documents;
  private long failed;
  private long bytes;
  private ProblemCounts problems = new ProblemCounts();
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

  /** Adds what another piece gave, which comes after this one. */
  void addAll(InputCounts other) {
    documents += other.documents;
    failed += other.failed;
    bytes += other.bytes;
    problems.addAll(other.problems);
    names.addAll(other.names);
  }

  /** Documents that were accepted. */
  public long documents() {
    return documents;
  }

  /** Pieces of input that could not be used. */
  public long failed() {
    return failed;
  }

  /** Size of the accepted documents, uncompressed. */
  public long bytes() {
    return bytes;
  }

  /** Failures and notes, in the order of the input. */
  public ProblemCounts problems() {
    return problems;
  }

  /** Names of the fields that documents have; none unless asked for. */
  public Set<String> names() {
    return names;
  }
}
