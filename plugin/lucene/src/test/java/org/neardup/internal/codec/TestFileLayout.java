// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.codec.NearDup1DocValuesFormat;
import org.neardup.internal.record.NearDupFields;

/** Reads fresh files by the table in {@link NearDup1DocValuesFormat}, and by nothing else. */
public class TestFileLayout extends LuceneTestCase {
  private static final String SUFFIX = "NearDup1_0";

  public void testFilesAreAsTheTableSays() throws IOException {
    List<byte[]> sketches = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      sketches.add(
          i % 5 == 1
              ? null
              : i % 7 == 6 ? RandomSketches.copyOfShort(i) : RandomSketches.random(random()));
    }
    try (Directory dir = newDirectory()) {
      write(dir, sketches);
      ByteBuffer meta = read(dir, ".ndm");
      checkHeader(meta, "NearDup1Meta");
      assertEquals("Lucene90", string(meta));
      assertEquals("field number", 0, meta.getInt());
      assertEquals(RandomSketches.PARAMETERS.toString(), string(meta));
      long start = meta.getLong();
      long pairs = meta.getLong();
      int docBits = meta.get();
      int directoryBits = meta.get();
      assertEquals("unbanded", 3, meta.getInt()); // documents 10, 32 and 43
      assertEquals(-1, meta.getInt());
      checkFooter(meta);

      List<long[]> expected = expectedPairs(sketches);
      assertEquals(expected.size(), pairs);
      assertEquals(6, docBits);
      assertEquals(63 - Long.numberOfLeadingZeros(pairs / 8), directoryBits);

      ByteBuffer bands = read(dir, ".ndb");
      checkHeader(bands, "NearDup1Bands");
      assertEquals(start, bands.position());
      BitString entries = new BitString(bands);
      for (long[] pair : expected) {
        long rest = pair[0] & (1L << (40 - directoryBits)) - 1;
        assertEquals(rest, entries.next(40 - directoryBits));
        assertEquals(pair[1], entries.next(docBits));
      }
      entries.finish();
      BitString directory = new BitString(bands);
      int offsetBits = 64 - Long.numberOfLeadingZeros(pairs);
      for (long slot = 0; slot <= 1L << directoryBits; slot++) {
        long first = slot << (40 - directoryBits);
        long before = expected.stream().filter(pair -> pair[0] < first).count();
        assertEquals(before, directory.next(offsetBits));
      }
      directory.finish();
      BitString unbanded = new BitString(bands);
      for (int doc = 0; doc < sketches.size(); doc++) {
        assertEquals(sketches.get(doc) != null && isHidden(doc) ? 1 : 0, unbanded.next(1));
      }
      unbanded.finish();
      checkFooter(bands);
    }
  }

  private static void write(Directory dir, List<byte[]> sketches) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(RandomSketches.codec());
    config.setUseCompoundFile(false).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(dir, config)) {
      for (int doc = 0; doc < sketches.size(); doc++) {
        Document document = RandomSketches.document(sketches.get(doc));
        if (isHidden(doc)) {
          document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
        }
        writer.addDocument(document);
      }
    }
  }

  private static List<long[]> expectedPairs(List<byte[]> sketches) {
    List<long[]> pairs = new ArrayList<>();
    long[] keys = new long[RandomSketches.PARAMETERS.keyCount()];
    for (int doc = 0; doc < sketches.size(); doc++) {
      if (sketches.get(doc) != null && !isHidden(doc)) {
        int count = RandomSketches.PARAMETERS.bandKeys(sketches.get(doc), 0, keys);
        for (int i = 0; i < count; i++) {
          pairs.add(new long[] {keys[i] >>> 24, doc});
        }
      }
    }
    pairs.sort(Arrays::compare);
    return pairs;
  }

  private static boolean isHidden(int doc) {
    return doc % 11 == 10;
  }

  private static ByteBuffer read(Directory dir, String extension) throws IOException {
    TreeSet<String> names = new TreeSet<>(Arrays.asList(dir.listAll()));
    names.removeIf(name -> !name.endsWith(extension));
    assertEquals(names.toString(), "_0_" + SUFFIX + extension, names.first());
    try (IndexInput in = dir.openInput(names.first(), IOContext.READONCE)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private static String string(ByteBuffer in) {
    int length = in.get();
    if (length < 0) {
      length = (length & 0x7f) | in.get() << 7;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void checkHeader(ByteBuffer in, String codec) {
    assertEquals("magic", 0x3fd76c17, Integer.reverseBytes(in.getInt()));
    assertEquals(codec, string(in));
    assertEquals("version", 2, Integer.reverseBytes(in.getInt()));
    in.position(in.position() + 16); // segment id
    assertEquals(SUFFIX, string(in));
  }

  private static void checkFooter(ByteBuffer in) {
    assertEquals(16, in.remaining());
    CRC32 crc = new CRC32();
    crc.update(in.duplicate().position(0).limit(in.limit() - 8));
    assertEquals("magic", ~0x3fd76c17, Integer.reverseBytes(in.getInt()));
    assertEquals("algorithm", 0, in.getInt());
    assertEquals("checksum", crc.getValue(), Long.reverseBytes(in.getLong()));
  }

  private static final class BitString {
    private final ByteBuffer in;
    private int bit = 8;
    private byte current;

    BitString(ByteBuffer in) {
      this.in = in;
    }

    long next(int bits) {
      long value = 0;
      for (int i = 0; i < bits; i++) {
        if (bit == 8) {
          current = in.get();
          bit = 0;
        }
        value |= (long) (current >>> bit++ & 1) << i;
      }
      return value;
    }

    void finish() {
      assertEquals("padding", 0, (current & 0xff) >>> bit);
    }
  }
}
