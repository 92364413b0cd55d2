// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.util.Set;

/**
 * The fields whose values are compared as sets: an object in one is not kept as its JSON, but
 * stands for its keys.
 *
 * @param names of the fields
 * @param areBags whether a key counts as often as its number says; otherwise once if that is above
 *     0
 */
public record SetFields(Set<String> names, boolean areBags) implements Serializable {
  /** No field. */
  public static final SetFields NONE = new SetFields(Set.of(), false);
}
