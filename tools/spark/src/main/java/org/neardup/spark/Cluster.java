// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.List;

/**
 * A group of near-duplicates.
 *
 * @param representative id of the document that stands for the others
 * @param documents at least two, that one included
 * @param kind and {@code reason}: why there are several, as {@code neardup cluster} has it
 * @param members the others, in the order of the documents
 */
public record Cluster(
    String representative, long documents, String kind, String reason, List<Member> members)
    implements Serializable {

  /**
   * A document that another one stands for.
   *
   * @param resemblance of its text to that of the representative
   * @param by how the resemblance is known
   */
  public record Member(String id, double resemblance, String by) implements Serializable {}
}
