// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Document values with an index of sketch bands. Any doc values field may be kept in it; the values
 * themselves are handed to Lucene's own format.
 */
public final class NearDup1DocValuesFormat extends DocValuesFormat {
  /** The name that segments record. */
  public static final String NAME = "NearDup1";

  /** Attribute of a field that holds its {@link SketchParameters} as a string. */
  static final String PARAMETERS_ATTRIBUTE = NAME + ".parameters";

  static final String DELEGATE = "Lucene90";
  static final String META_CODEC = "NearDup1Meta";
  static final String META_EXTENSION = "ndm";
  static final int VERSION_START = 0;
  static final int VERSION_CURRENT = VERSION_START;
  static final int NO_MORE_FIELDS = -1;

  private final SketchParameters parameters;

  /**
   * For reading, as Lucene finds formats by name. Written through, fields get bands only if an
   * attribute of theirs says how, which is so for the updates of a field that already has them.
   */
  public NearDup1DocValuesFormat() {
    this(null);
  }

  /** For writing: every binary field of this format holds sketches of these parameters. */
  public NearDup1DocValuesFormat(SketchParameters parameters) {
    super(NAME);
    this.parameters = parameters;
  }

  /** Returns what a field's attribute says about its sketches, null if it has none. */
  static SketchParameters parametersOf(FieldInfo field) {
    String string = field.getAttribute(PARAMETERS_ATTRIBUTE);
    return string == null ? null : SketchParameters.parse(string);
  }

  @Override
  public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return new NearDup1Consumer(state, parameters);
  }

  @Override
  public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
    return new NearDup1Producer(state);
  }
}
