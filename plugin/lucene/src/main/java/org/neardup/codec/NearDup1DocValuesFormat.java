// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.neardup.internal.codec.HiddenDocs;
import org.neardup.internal.codec.NearDup1Consumer;
import org.neardup.internal.codec.NearDup1Producer;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.Marker;

/**
 * Document values with an index of sketch bands: which documents of a segment have a band key.
 *
 * <p>Any doc values field may be kept in this format. All values go to Lucene's own format, {@code
 * Lucene90}, and are read back from it. For each binary field that holds {@link SketchValue}s there
 * are also all pairs (key, document), one for each of {@link SketchParameters#bandKeys}, in
 * ascending order. The leading 40 bits of a key are stored, in every segment, so a merge can merge
 * pairs and need not compute keys again.
 *
 * <p>Documents that are hidden ({@link Marker}) when they are written or merged have no pairs, if
 * {@link NearDupCodec} writes them: only queries that ask for hidden documents compare anything
 * with them, and those scan their sketches. So a text that occurs a million times takes bands once.
 * Documents that become visible later get pairs at the next merge; until then the writer keeps
 * track of them.
 *
 * <p>A directory gives, for each value of the leading bits of a key, where its pairs begin. It is
 * sized so that a lookup reads two numbers there and about 8 to 16 pairs, whatever the number of
 * pairs. In a segment of 10 million documents a pair takes less than 6 bytes.
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
 * <p>Avoid updating the doc values of a sketch. It is correct, but Lucene rewrites or overlays all
 * values of the segment, and overlaid values are scanned until the next merge.
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public final class NearDup1DocValuesFormat extends DocValuesFormat {
  /** The name that segments record. */
  public static final String NAME = "NearDup1";

  /** Attribute of a field that holds its {@link SketchParameters} as a string. */
  public static final String PARAMETERS_ATTRIBUTE = NAME + ".parameters";

  public static final String DELEGATE = "Lucene90";
  public static final String META_CODEC = "NearDup1Meta";
  public static final String META_EXTENSION = "ndm";
  public static final String BANDS_CODEC = "NearDup1Bands";
  public static final String BANDS_EXTENSION = "ndb";
  public static final int VERSION_START = 2;
  public static final int VERSION_CURRENT = VERSION_START;
  public static final int NO_MORE_FIELDS = -1;

  private final SketchParameters parameters;
  private final HiddenDocs hiddenDocs;

  /**
   * For reading: Lucene finds formats by name. A field that is written with this instance gets
   * bands only if its attribute says how, as in updates of a field that already has them.
   */
  public NearDup1DocValuesFormat() {
    this(null);
  }

  /** For writing: every binary field of this format holds sketches of these parameters. */
  public NearDup1DocValuesFormat(SketchParameters parameters) {
    this(parameters, new HiddenDocs());
  }

  /** For one write, during which the hidden documents become known. */
  public NearDup1DocValuesFormat(SketchParameters parameters, HiddenDocs hiddenDocs) {
    super(NAME);
    this.parameters = parameters;
    this.hiddenDocs = hiddenDocs;
  }

  /** Returns what a field's attribute says about its sketches, null if it has none. */
  public static SketchParameters parametersOf(FieldInfo field) {
    String string = field.getAttribute(PARAMETERS_ATTRIBUTE);
    return string == null ? null : SketchParameters.parse(string);
  }

  @Override
  public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return new NearDup1Consumer(state, parameters, hiddenDocs);
  }

  @Override
  public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
    return NearDup1Producer.open(state);
  }
}
