// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.Base64;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.SketchParameters;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * The sketch of a document, with all that is needed to compare it elsewhere.
 *
 * @param parameters of its field
 * @param sketch copied, so that it is all of its array; not to be written to
 */
public record PortableSketch(SketchParameters parameters, BytesRef sketch) implements Writeable {
  /** Copies the sketch. */
  public PortableSketch {
    sketch = BytesRef.deepCopyOf(sketch);
  }

  /** Reads what {@link #writeTo} wrote. */
  public PortableSketch(StreamInput in) throws IOException {
    this(SketchParameters.parse(in.readString()), new BytesRef(in.readByteArray()));
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
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(parameters.toString());
    out.writeByteArray(sketch.bytes);
  }

  @Override
  public String toString() {
    return Base64.getEncoder().encodeToString(sketch.bytes) + " " + parameters;
  }
}
