// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/** Made-up sketches for tests. */
public final class RandomSketches {
  public static final String FIELD = "sketch";
  static final SketchFormat FORMAT = new SketchFormat("test-v1", 128, 8, 42, "tests, nothing else");
  public static final SketchParameters PARAMETERS =
      new SketchParameters(FORMAT, new Bands(21, 6), 8);

  private RandomSketches() {}

  /** Writes {@link #FIELD} with {@link #PARAMETERS}. */
  static Codec codec() {
    return NearDupCodec.wrap(TestUtil.getDefaultCodec(), FIELD, PARAMETERS);
  }

  /** A document with this sketch and nothing else; without it if null. */
  static Document document(byte[] sketch) {
    Document document = new Document();
    if (sketch != null) {
      document.add(new BinaryDocValuesField(FIELD, new BytesRef(sketch)));
    }
    return document;
  }

  /** Those that share band keys with a sketch, except documents without bands. */
  static Candidates candidates(SketchReader reader, byte[] sketch, Bits liveDocs, int cap)
      throws IOException {
    BandKeys keys = new BandKeys(reader.parameters(), sketch);
    return reader.bandedCandidates(BandLookUp.candidates(keys, cap), liveDocs);
  }

  /** A sketch like no other, of a text long enough for bands. */
  public static byte[] random(Random random) {
    return SketchValue.encode(FORMAT, random.nextLong(), 8 + random.nextInt(1000), slots(random));
  }

  /** The sketch of a text too short for bands; equal numbers give equal fingerprints. */
  static byte[] copyOfShort(int number) {
    return SketchValue.encode(FORMAT, number, 3, slots(new Random(number)));
  }

  private static long[] slots(Random random) {
    return random.longs(FORMAT.slots()).toArray();
  }

  /** A copy that differs in one slot, and so in one band or, beyond slot 125, in none. */
  static byte[] withSlotChanged(byte[] sketch, int slot) {
    byte[] copy = sketch.clone();
    int block = SketchValue.SLOTS_OFFSET + slot / 64 * 8 * FORMAT.bits();
    copy[block + slot % 64 / 8] ^= (byte) (1 << slot % 8); // the lowest bit: in the first plane
    return copy;
  }
}
