// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.record.NearDupFields;

/**
 * Document values with an index of sketch bands: which documents of a segment have a band key.
 *
 * <p>Any doc values field may be kept in this format. All values go to Lucene's own format, {@code
 * Lucene90}, and are read back from it. Of each binary field that holds {@link SketchValue}s there
 * are besides all pairs (key, document), one for each of {@link SketchParameters#bandKeys}, in
 * ascending order. Of a key its leading 40 bits are kept, in every segment, so that a merge can
 * merge pairs and need not make keys again.
 *
 * <p>Documents that are hidden ({@link NearDupFields#HIDDEN}) when they are written or merged have
 * no pairs, if {@link NearDupCodec} is what writes: nothing is ever compared with a hidden document
 * but what asks for hidden ones, and that scans their sketches. So a text that is there a million
 * times costs bands once. Documents that become visible later get theirs at the next merge; until
 * then the writer knows them.
 *
 * <p>A directory tells for each value of the leading bits of a key where its pairs begin. A lookup
 * reads two numbers there and about 8 to 16 pairs. It is sized so for any number of pairs, and a
 * pair of a segment of 10 million documents takes less than 6 bytes.
 *
 * <p>Writing holds at most 4 million pairs on the heap, 16 bytes each, whatever the size of the
 * segment. A merge streams; with an index sort it holds the documents of one key at a time.
 *
 * <p>Headers and footers are those of {@link org.apache.lucene.codecs.CodecUtil}; numbers in them
 * are big-endian, all others little-endian. A string is a vInt of its length in bytes, then UTF-8.
 * The checksum of the meta file is verified when a segment is opened, that of the band file in
 * {@code checkIntegrity}, which every merge calls.
 *
 * <pre>
 *   .ndm, meta
 *     IndexHeader     "NearDup1Meta", version, segment id, suffix
 *     string          name of the format that holds the values
 *     for each field with bands
 *       int32         field number
 *       string        parameters: {@link SketchParameters#toString()}
 *       int64         start: first byte of the field's entries in the band file
 *       int64         pairs
 *       int8          docBits: bits of a document number, 1 to 31
 *       int8          directoryBits: leading bits of a key that the directory resolves, 0 to 39
 *       int32         unbanded: documents with a sketch and no entries
 *     int32           -1
 *     Footer
 *
 *   .ndb, bands
 *     IndexHeader     "NearDup1Bands", version, segment id, suffix
 *     for each field with bands
 *       entries       pairs times, in ascending order:
 *                       rest of the key   40 - directoryBits bits
 *                       document          docBits bits
 *       directory     2^directoryBits + 1 times:
 *                       first entry whose leading bits are at least this number
 *                                         as many bits as the number of pairs takes
 *       unbanded      a bit for each document of the segment; not there if there are none
 *     Footer
 * </pre>
 *
 * Entries, directory and unbanded are bit strings, the lowest bit of a number and of a byte first,
 * each filled up with zeros to a whole byte.
 *
 * <p>The number of directoryBits is chosen by the writer, now log2(pairs / 8), rounded down.
 * Version: 2, the first to be released.
 *
 * <p>Doc values of a sketch should not be updated: it is correct, but Lucene rewrites or overlays
 * all values of the segment, and in the latter case they are scanned until the next merge.
 */
public final class NearDup1DocValuesFormat extends DocValuesFormat {
  /** The name that segments record. */
  public static final String NAME = "NearDup1";

  /** Attribute of a field that holds its {@link SketchParameters} as a string. */
  static final String PARAMETERS_ATTRIBUTE = NAME + ".parameters";

  static final String DELEGATE = "Lucene90";
  static final String META_CODEC = "NearDup1Meta";
  static final String META_EXTENSION = "ndm";
  static final String BANDS_CODEC = "NearDup1Bands";
  static final String BANDS_EXTENSION = "ndb";
  static final int VERSION_START = 2;
  static final int VERSION_CURRENT = VERSION_START;
  static final int NO_MORE_FIELDS = -1;

  private final SketchParameters parameters;
  private final HiddenDocs hiddenDocs;

  /**
   * For reading, as Lucene finds formats by name. Written through, fields get bands only if an
   * attribute of theirs says how, which is so for the updates of a field that already has them.
   */
  public NearDup1DocValuesFormat() {
    this(null);
  }

  /** For writing: every binary field of this format holds sketches of these parameters. */
  public NearDup1DocValuesFormat(SketchParameters parameters) {
    this(parameters, new HiddenDocs());
  }

  /** For one write, in which it becomes known which documents are hidden. */
  NearDup1DocValuesFormat(SketchParameters parameters, HiddenDocs hiddenDocs) {
    super(NAME);
    this.parameters = parameters;
    this.hiddenDocs = hiddenDocs;
  }

  /** Returns what a field's attribute says about its sketches, null if it has none. */
  static SketchParameters parametersOf(FieldInfo field) {
    String string = field.getAttribute(PARAMETERS_ATTRIBUTE);
    return string == null ? null : SketchParameters.parse(string);
  }

  @Override
  public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return new NearDup1Consumer(state, parameters, hiddenDocs);
  }

  @Override
  public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
    return new NearDup1Producer(state);
  }
}
