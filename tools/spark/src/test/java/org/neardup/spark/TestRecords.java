// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.Test;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.config.ClusterConfig;

/** Each kind of record is read as it was written, byte for byte, and refused where it is cut. */
public class TestRecords {
  private static final int ROUNDS = 200;

  private final Random random = new Random(51);

  /** Writes what is read again, which must give the same bytes; no shorter record is read. */
  private static void check(
      Consumer<BlockWriter> record, Function<BlockReader, Consumer<BlockWriter>> reading) {
    byte[] written = Records.packed(record);
    BlockReader in = new BlockReader(written);
    assertArrayEquals(written, Records.packed(reading.apply(in)));
    assertFalse("all is read", in.hasNext());
    for (int length = 0; length < written.length; length += 1 + length / 8) {
      BlockReader cut = new BlockReader(Arrays.copyOf(written, length));
      assertThrows(IllegalStateException.class, () -> reading.apply(cut));
    }
  }

  @Test
  public void testDocuments() {
    for (int round = 0; round < ROUNDS; round++) {
      DocumentEntry document = Records.document(random);
      check(document::write, in -> new DocumentEntry().read(in)::write);
      DocumentEntry read =
          new DocumentEntry().read(Records.reader(Records.packed(document::write)));
      assertEquals(document.number, read.number);
      assertArrayEquals(document.sortKey, read.sortKey);
      assertEquals(document.rowHash, read.rowHash);
      assertEquals(document.textHash, read.textHash);
      assertEquals(document.print, read.print);
      assertEquals(document.elements, read.elements);
      assertArrayEquals(document.page, read.page);
      assertEquals(new String(document.id, UTF_8), read.idText());
      assertEquals(document.host, read.host);
      assertArrayEquals(document.sketch, read.sketch);
      assertEquals(document.host, read.traits().host());
      assertArrayEquals(
          new long[] {document.page[0], document.page[1], document.page[2], document.page[3]},
          Arrays.copyOf(read.traits().toLongs(), 4));
    }
  }

  /** One object is read over and over: nothing of the record before may stay. */
  @Test
  public void testDocumentsAreReadIntoOneObject() {
    List<DocumentEntry> documents = new ArrayList<>();
    BlockWriter out = new BlockWriter();
    for (int i = 0; i < 20; i++) {
      documents.add(Records.document(random));
      documents.getLast().write(out);
    }
    DocumentEntry read = new DocumentEntry();
    BlockReader in = new BlockReader(out.take());
    for (DocumentEntry each : documents) {
      assertTrue(in.hasNext());
      assertArrayEquals(Records.packed(each::write), Records.packed(read.read(in)::write));
    }
  }

  @Test
  public void testPairs() {
    for (int round = 0; round < ROUNDS; round++) {
      TextPair pair = Records.pair(random);
      check(pair::write, in -> new TextPair().read(in)::write);
      TextPair read = new TextPair().read(Records.reader(Records.packed(pair::write)));
      assertEquals(Records.told(pair), Records.told(read));
      assertEquals(pair.basis == TextPair.OPEN, read.isOpen());
    }
  }

  @Test
  public void testMembersOfGroups() {
    for (int round = 0; round < ROUNDS; round++) {
      GroupPartition.Member member =
          new GroupPartition.Member(
              Records.document(random), random.nextDouble(), (byte) random.nextInt(0, 3));
      check(member::write, in -> GroupPartition.Member.read(in)::write);
      GroupPartition.Member read =
          GroupPartition.Member.read(Records.reader(Records.packed(member::write)));
      assertEquals(member.resemblance(), read.resemblance(), 0);
      assertEquals(member.basis(), read.basis());
      assertEquals(new RowKey(member.document().rowHash, member.document().textHash), read.key());
    }
  }

  @Test
  public void testKeysOfRows() {
    for (int round = 0; round < ROUNDS; round++) {
      RowKey key = new RowKey(random.nextLong(), random.nextLong());
      check(key::write, in -> RowKey.read(in)::write);
      assertEquals(key, RowKey.read(Records.reader(Records.packed(key::write))));
      int homes = 1 + random.nextInt(9);
      assertTrue(key.home(homes) >= 0 && key.home(homes) < homes);
    }
  }

  @Test
  public void testWordsForHowAResemblanceIsKnown() {
    assertEquals("same_text", TextPair.basis(TextPair.SAME_TEXT));
    assertEquals("exact", TextPair.basis(TextPair.EXACT));
    assertEquals("estimate", TextPair.basis(TextPair.ESTIMATE));
    assertEquals(
        "basis must be decided, got -1",
        assertThrows(IllegalArgumentException.class, () -> TextPair.basis(TextPair.OPEN))
            .getMessage());
  }

  /** Only an estimate has an error. */
  @Test
  public void testWhatIsShownOfAResemblance() {
    var packing = new SketchComparison(ClusterConfig.defaults()).packing();
    assertEquals(0, TextPair.shown(TextPair.EXACT, .9, packing).standardError(), 0);
    assertEquals(0, TextPair.shown(TextPair.SAME_TEXT, 1, packing).standardError(), 0);
    assertTrue(TextPair.shown(TextPair.ESTIMATE, .9, packing).standardError() > 0);
    assertEquals(.9, TextPair.shown(TextPair.EXACT, .9, packing).value(), 0);
  }
}
