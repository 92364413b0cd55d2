// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.List;

/**
 * Where the values stand in the rows that {@link InputColumns} selects: those of fixed places
 * first, then the text columns, the order, and the fields of the preference.
 *
 * @param texts how many text columns there are
 * @param orders how many columns of the order
 * @param preference criteria
 * @param preferred fields of the preference
 * @param numbered whether the position is the number, and no documents need be sorted
 */
record RowLayout(int texts, int orders, String preference, List<String> preferred, boolean numbered)
    implements Serializable {
  static final int ID = 0;
  static final int SCOPE = 1;
  static final int URL = 2;
  static final int DATE = 3;
  static final int PATH = 4;
  static final int MAIN_TEXT = 5;
  static final int POSITION = 6;
  static final int FIRST_TEXT = 7;

  int firstOrder() {
    return FIRST_TEXT + texts;
  }

  int firstPreferred() {
    return firstOrder() + orders;
  }
}
