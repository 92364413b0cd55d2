// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import org.neardup.compare.SketchParameters;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** The sketch of a document, with all that is needed to compare it elsewhere. Immutable. */
public final class PortableSketch implements Writeable {
  private final SketchParameters parameters;
  private final byte[] sketch;

  /**
   * A sketch.
   *
   * @param parameters of its field
   * @param sketch not to be written to
   */
  public PortableSketch(SketchParameters parameters, byte[] sketch) {
    this.parameters = parameters;
    this.sketch = sketch;
  }

  /** Reads what {@link #writeTo} wrote. */
  public PortableSketch(StreamInput in) throws IOException {
    this(SketchParameters.parse(in.readString()), in.readByteArray());
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
        Base64.getDecoder().decode(parts[0]));
  }

  /** What the sketches of its field share. */
  public SketchParameters parameters() {
    return parameters;
  }

  /** The sketch; not to be written to. */
  public byte[] sketch() {
    return sketch;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(parameters.toString());
    out.writeByteArray(sketch);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PortableSketch that
        && parameters.equals(that.parameters)
        && Arrays.equals(sketch, that.sketch);
  }

  @Override
  public int hashCode() {
    return 31 * parameters.hashCode() + Arrays.hashCode(sketch);
  }

  @Override
  public String toString() {
    return Base64.getEncoder().encodeToString(sketch) + " " + parameters;
  }
}
