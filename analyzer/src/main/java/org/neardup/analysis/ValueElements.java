// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.HashMap;
import java.util.Map;
import org.neardup.sketch.Hashing;

/**
 * Makes the elements of values, one after the other: of a set, each value of a field once; of a
 * bag, each occurrence is one of its own. For one thread.
 */
final class ValueElements {
  private final Shingling shingling;
  private Map<Long, Integer> counts = new HashMap<>(); // by value
  private long sum;
  private long count;
  private long element;

  /**
   * @param shingling of values
   */
  ValueElements(Shingling shingling) {
    this.shingling = shingling;
  }

  /** Forgets all values. */
  void reset() {
    counts = new HashMap<>(); // clearing one that was large takes long
    sum = 0;
    count = 0;
  }

  /**
   * Takes a value. The same string in two fields is two values.
   *
   * @return whether it makes an element that is kept
   */
  boolean add(String field, String value) {
    long ofField = Hashing.hash(field, shingling.seed());
    element = Hashing.hash(value, ofField);
    int earlier = counts.merge(element, 1, Integer::sum) - 1;
    if (earlier > 0 && !shingling.occurrences()) {
      return false;
    }
    if (earlier > 0) {
      element = Hashing.combine(element, earlier);
    }
    sum += Hashing.mix(element);
    count++;
    return shingling.modulo() == 1 || Long.remainderUnsigned(element, shingling.modulo()) == 0;
  }

  /** That of the value taken last. */
  long element() {
    return element;
  }

  /** Equal for the same values, in whatever order. */
  long textHash() {
    return Hashing.combine(sum, count);
  }
}
