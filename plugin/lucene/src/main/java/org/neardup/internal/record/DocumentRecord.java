// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import org.neardup.record.Place;

/**
 * What Neardup stores of a document.
 *
 * @param id the document's id
 * @param order its place in the order of arrival, unique in the index
 * @param group the group that it is in: the order number of the group's founder
 * @param sketch as stored, of any length; null if the text has no tokens
 * @param rank what it is preferred by as a representative; empty if only the order counts
 * @param scope hash of the name of its scope; 0 if it has none
 * @param place whether it is visible
 */
@SuppressWarnings("ArrayRecordComponent") // records are read, not compared
public record DocumentRecord(
    String id, long order, long group, byte[] sketch, byte[] rank, long scope, Place place) {

  /** The field that has the sketches: binary doc values. */
  public static final String SKETCH_FIELD = NearDupFields.SKETCH;

  /** The field that has the place in the order of arrival: numeric doc values, to sort by. */
  public static final String ORDER_FIELD = NearDupFields.ORDER;

  /** What the names of all fields of Neardup start with, and those of no other. */
  public static final String FIELD_PREFIX = NearDupFields.PREFIX;
}
