// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

/** How the terms of a field are recreated. */
enum Inversion {
  /** There are none. */
  NONE,
  /** Its stored values are analysed. */
  WORDS,
  /** Each stored value is one term. */
  TERM,
  /** Each of its doc values is one term. */
  DOC_VALUES,
  /** They cannot be recreated: nothing in the index holds what was indexed. */
  LOST
}
