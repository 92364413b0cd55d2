// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.util.List;

/**
 * What becomes of a field. Component names are the keys of the JSON.
 *
 * @param field its name
 * @param carried {@code stored}, {@code words}, {@code term}, {@code term vectors}, {@code doc
 *     values}, {@code points}, {@code vectors}
 * @param lost what is not carried over, in words
 */
public record FieldReport(String field, List<String> carried, List<String> lost) {
  /** Takes copies. */
  public FieldReport {
    carried = List.copyOf(carried);
    lost = List.copyOf(lost);
  }
}
