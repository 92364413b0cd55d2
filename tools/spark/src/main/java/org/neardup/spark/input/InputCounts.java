// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;
import org.neardup.tools.input.ProblemCounts;

/**
 * What was read, of a piece or of all.
 *
 * @param documents that were accepted
 * @param failed records that could not be used
 * @param bytes size of the accepted documents, uncompressed
 * @param problems failures and notes, in the order of the input
 * @param names of fields that documents have
 */
public record InputCounts(
    long documents, long failed, long bytes, ProblemCounts problems, Set<String> names)
    implements Serializable {
  /** Nothing yet. */
  public static InputCounts none() {
    return new InputCounts(0, 0, 0, new ProblemCounts(), new TreeSet<>());
  }

  /** With what another piece gave, which comes after this one, and which is added to ours. */
  InputCounts plus(InputCounts other) {
    problems.addAll(other.problems);
    names.addAll(other.names);
    return new InputCounts(
        documents + other.documents, failed + other.failed, bytes + other.bytes, problems, names);
  }
}
