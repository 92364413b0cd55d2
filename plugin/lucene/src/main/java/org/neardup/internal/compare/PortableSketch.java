// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.Arrays;
import java.util.Base64;
import org.apache.lucene.util.BytesRef;

/**
 * The sketch of a document, with all that is needed to compare it elsewhere.
 *
 * <p>{@link #toString()} and {@link #parse} are inverse to each other: the {@link SketchValue} in
 * base64, a blank, and the {@link SketchParameters}.
 *
 * @param parameters of its field
 * @param sketch copied, so that it is all of its array; not to be written to
 */
public record PortableSketch(SketchParameters parameters, BytesRef sketch) {
  /**
   * Copies the sketch.
   *
   * @throws IllegalArgumentException if it has not the length of sketches with these parameters
   */
  public PortableSketch {
    int length = parameters.valueLength();
    if (sketch.length != length) {
      throw new IllegalArgumentException(
          "sketch must have " + length + " bytes, got " + sketch.length);
    }
    sketch = BytesRef.deepCopyOf(sketch);
  }

  /**
   * Reads what {@link #toString} gave.
   *
   * @throws IllegalArgumentException if the string is not of that form
   */
  public static PortableSketch parse(String string) {
    String[] parts = string.split(" ", 2);
    return new PortableSketch(
        SketchParameters.parse(parts.length == 2 ? parts[1] : ""),
        new BytesRef(Base64.getDecoder().decode(parts[0])));
  }

  @Override
  public String toString() {
    byte[] all = sketch.bytes;
    byte[] value = Arrays.copyOfRange(all, sketch.offset, sketch.offset + sketch.length);
    return Base64.getEncoder().encodeToString(value) + " " + parameters;
  }
}
