// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.Place;

public class TestRecordReader extends LuceneTestCase {
  /** What was written of a document, and whether it is opaque; no record: not by Neardup. */
  private record Written(DocumentRecord record, boolean isOpaque) {}

  private final Map<Integer, Written> written = new HashMap<>(); // by order number
  private final Set<Integer> deleted = new TreeSet<>();

  @FunctionalInterface
  private interface Check {
    void accept(LeafReader leaf, List<Integer> orders) throws IOException;
  }

  /** Checks each segment of a random index, given the order numbers of its documents. */
  private void check(Check check) throws IOException {
    int size = atLeast(100);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (int order = 0; order < size; order++) {
        writer.addDocument(document(order));
        if (random().nextInt(size) < 3) {
          writer.flush();
        }
      }
      for (int i = 0; i < 10; i++) {
        int order = random().nextInt(size);
        writer.deleteDocuments(new Term("order", "" + order));
        deleted.add(order);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        for (LeafReaderContext context : reader.leaves()) {
          List<Integer> orders = new ArrayList<>();
          for (int doc = 0; doc < context.reader().maxDoc(); doc++) {
            Document stored = reader.storedFields().document(context.docBase + doc);
            orders.add(Integer.parseInt(stored.get("order")));
          }
          check.accept(context.reader(), orders);
        }
      }
    }
  }

  private Document document(int order) {
    Document document = new Document();
    document.add(new StringField("order", "" + order, Field.Store.YES));
    if (random().nextInt(10) == 0) {
      written.put(order, new Written(null, false));
      return document;
    }
    byte[] sketch = random().nextInt(5) == 0 ? null : randomBytes();
    byte[] rank = random().nextBoolean() ? new byte[0] : randomBytes();
    long scope = random().nextInt(3) == 0 ? random().nextLong(1, 9) : 0;
    Place place = RandomPicks.randomFrom(random(), Place.values());
    long group = random().nextInt(20);
    long first = random().nextInt(3) == 0 ? random().nextInt(20) : group;
    document.add(new BinaryDocValuesField(NearDupFields.ID, new BytesRef("id" + order)));
    document.add(new NumericDocValuesField(NearDupFields.ORDER, order));
    document.add(new NumericDocValuesField(NearDupFields.GROUP, first));
    document.add(new StringField(NearDupFields.GROUP, "" + first, Field.Store.NO));
    if (first != group || random().nextInt(9) == 0) {
      document.add(new NumericDocValuesField(NearDupFields.MOVED, group));
    }
    if (sketch != null) {
      document.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch)));
    }
    if (rank.length > 0) {
      document.add(new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(rank)));
    }
    if (scope != 0) {
      document.add(new NumericDocValuesField(NearDupFields.SCOPE, scope));
    }
    boolean isOpaque = random().nextInt(4) == 0;
    if (isOpaque) {
      document.add(new NumericDocValuesField(NearDupFields.OPAQUE, 1));
      document.add(new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, 1));
    }
    if (place == Place.CONTAINED) {
      document.add(new NumericDocValuesField(NearDupFields.WITHIN, group + 1));
    } else if (place == Place.HIDDEN) {
      document.add(new NumericDocValuesField(Marker.FIELD, 1));
    }
    written.put(
        order,
        new Written(
            new DocumentRecord("id" + order, order, group, sketch, rank, scope, place), isOpaque));
    return document;
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[1 + random().nextInt(20)];
    random().nextBytes(bytes);
    return bytes;
  }

  public void testReadsWhatWasWrittenInAnyOrder() throws IOException {
    check(
        (leaf, orders) -> {
          RecordReader records = new RecordReader(leaf);
          for (int i = 0; i < 300; i++) {
            int doc = random().nextInt(orders.size());
            Written expected = written.get(orders.get(doc));
            assertEquals(expected.record() != null, records.isOurs(doc));
            assertRecord(expected.record(), records.read(doc));
            assertEquals(expected.isOpaque(), records.isStoredOtherwise(doc));
            assertTelling(expected, records.tellingSketch(doc));
          }
        });
  }

  private static void assertRecord(DocumentRecord expected, DocumentRecord record) {
    if (expected == null) {
      assertNull(record);
      return;
    }
    assertEquals(expected.id(), record.id());
    assertEquals(expected.order(), record.order());
    assertEquals(expected.group(), record.group());
    assertArrayEquals(expected.sketch(), record.sketch());
    assertArrayEquals(expected.rank(), record.rank());
    assertEquals(expected.scope(), record.scope());
    assertEquals(expected.place(), record.place());
  }

  private static void assertTelling(Written expected, BytesRef sketch) {
    boolean tells =
        expected.record() != null && expected.record().sketch() != null && !expected.isOpaque();
    assertEquals(tells ? new BytesRef(expected.record().sketch()) : null, sketch);
  }

  public void testGroupsHaveThoseThatStayedAndThoseThatMoved() throws IOException {
    check(
        (leaf, orders) -> {
          GroupReader groups = new GroupReader(leaf);
          for (long group = 0; group < 20; group++) {
            Set<Integer> members = new TreeSet<>();
            groups.forEachMember(group, doc -> assertTrue(members.add(orders.get(doc))));
            assertEquals(members(group, orders), members);
            Set<Integer> parts = new TreeSet<>();
            long wanted = group;
            groups.forEachThatStayed(group, doc -> assertTrue(parts.add(orders.get(doc))));
            groups.forEachThatMoved(
                (doc, to) -> {
                  if (to == wanted && !deleted.contains(orders.get(doc))) {
                    assertTrue(parts.add(orders.get(doc)));
                  }
                });
            assertEquals(members, parts);
          }
        });
  }

  private Set<Integer> members(long group, List<Integer> orders) {
    Set<Integer> members = new TreeSet<>(orders);
    members.removeAll(deleted);
    members.removeIf(
        order ->
            written.get(order).record() == null || written.get(order).record().group() != group);
    return members;
  }

  public void testADocumentOfNoGroupIsRefused() throws IOException {
    check(
        (leaf, orders) -> {
          GroupReader groups = new GroupReader(leaf);
          for (int doc = 0; doc < orders.size(); doc++) {
            int asked = doc;
            DocumentRecord record = written.get(orders.get(doc)).record();
            assertEquals(record != null, groups.advance(doc));
            if (record == null) {
              IllegalArgumentException e =
                  expectThrows(IllegalArgumentException.class, () -> groups.group(asked));
              assertEquals(
                  "document "
                      + doc
                      + " has no group; IndexCheck.repair takes in what Neardup did not write: "
                      + leaf,
                  e.getMessage());
            } else {
              assertEquals(record.group(), groups.group());
              assertEquals(record.group(), groups.group(doc));
            }
          }
        });
  }

  public void testWhatIsHiddenAndWhereItIsShown() throws IOException {
    check(
        (leaf, orders) -> {
          RecordReader records = new RecordReader(leaf);
          GroupReader asShown = GroupReader.asShown(leaf);
          FixedBitSet hidden = HiddenGroups.hidden(leaf);
          FixedBitSet shown = HiddenGroups.shown(leaf);
          for (int doc = 0; doc < orders.size(); doc++) {
            DocumentRecord record = written.get(orders.get(doc)).record();
            Place place = record == null ? Place.VISIBLE : record.place();
            boolean isHidden = place == Place.HIDDEN || place == Place.CONTAINED;
            assertEquals(isHidden, HiddenGroups.hides(leaf, doc));
            assertEquals(isHidden && !deleted.contains(orders.get(doc)), hidden.get(doc));
            assertEquals(!isHidden, shown == null || shown.get(doc));
            boolean isContained = place == Place.CONTAINED;
            assertEquals(
                isContained ? record.group() + 1 : RecordReader.NOT_WITHIN, records.within(doc));
            if (record != null) {
              long group = record.group() + (isContained ? 1 : 0);
              assertEquals(group, asShown.group(doc));
              Set<Integer> members = new TreeSet<>();
              asShown.forEachMember(group, other -> assertTrue(members.add(other)));
              assertEquals(!deleted.contains(orders.get(doc)), members.contains(doc));
            }
          }
        });
  }

  public void testMarkersPartTheLiveDocuments() throws IOException {
    check(
        (leaf, orders) -> {
          FixedBitSet live = Marker.live(leaf);
          FixedBitSet marked = Marker.marked(leaf);
          FixedBitSet visible = Marker.visible(leaf);
          for (int doc = 0; doc < orders.size(); doc++) {
            boolean isLive = !deleted.contains(orders.get(doc));
            DocumentRecord record = written.get(orders.get(doc)).record();
            boolean isMarked = record != null && record.place() == Place.HIDDEN;
            assertEquals(isLive, live.get(doc));
            assertEquals(isLive && isMarked, marked.get(doc));
            assertEquals(isLive && !isMarked, visible.get(doc));
            assertTrue(!isMarked || Marker.isIn(leaf.getFieldInfos()));
          }
        });
  }
}
