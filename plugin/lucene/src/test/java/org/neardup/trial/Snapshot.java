// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.Bits;
import org.neardup.index.Variants;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;

/**
 * What a reader over all documents shows to whoever reads stored fields, groups and the fields that
 * mark variants.
 */
final class Snapshot {
  /**
   * A document as it stands in the index.
   *
   * @param doc its number in the reader
   * @param isVariant whether it is behind another one,
   */
  record Shown(TrialDocument document, int doc, long group, boolean isVariant) {}

  private final DirectoryReader reader;
  private final Map<String, Shown> byId = new TreeMap<>();
  private final Map<Long, Shown> representatives = new HashMap<>();

  /** Reads everything, and fails where that contradicts itself. */
  Snapshot(DirectoryReader reader, TrialDocuments documents, Variants variants) throws IOException {
    this.reader = reader;
    RecordedGroups groups = new RecordedGroups(reader);
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int i = 0; i < leaf.reader().maxDoc(); i++) {
        if (live == null || live.get(i)) {
          add(leaf, i, groups, documents, variants);
        }
      }
    }
    for (Shown shown : byId.values()) {
      assertNotNull("no representative of " + shown, representative(shown));
    }
    assertOneVersion();
  }

  private void add(
      LeafReaderContext leaf,
      int docInLeaf,
      RecordedGroups groups,
      TrialDocuments documents,
      Variants variants)
      throws IOException {
    int doc = leaf.docBase + docInLeaf;
    Document stored = reader.storedFields().document(doc);
    TrialDocument document = documents.get(stored.getField("serial").numericValue().intValue());
    boolean hidden = isMarked(leaf, NearDupFields.HIDDEN, docInLeaf);
    assertEquals(hidden, groups.isHidden(doc));
    assertFalse(document + " hidden", hidden && variants != Variants.HIDE);
    Shown shown = new Shown(document, doc, groups.group(doc), hidden);
    assertNull("two of one id: " + shown, byId.put(stored.get("id"), shown));
    if (!shown.isVariant) {
      Shown other = representatives.put(shown.group, shown);
      assertNull("two visible in one group: " + shown + " and " + other, other);
    }
  }

  private static boolean isMarked(LeafReaderContext leaf, String field, int doc)
      throws IOException {
    NumericDocValues marks = leaf.reader().getNumericDocValues(field);
    return marks != null && marks.advanceExact(doc);
  }

  /** The live documents of a reader over one version are the visible ones. */
  private void assertOneVersion() throws IOException {
    DirectoryReader view = OneVersion.wrap(reader); // shares the reader, and is not closed
    List<LeafReaderContext> leaves = view.leaves();
    int visible = 0;
    for (Shown shown : byId.values()) {
      boolean isVisible = !shown.isVariant;
      visible += isVisible ? 1 : 0;
      for (LeafReaderContext leaf : leaves) {
        int doc = shown.doc - leaf.docBase;
        if (doc >= 0 && doc < leaf.reader().maxDoc()) {
          Bits live = leaf.reader().getLiveDocs();
          assertEquals(shown.toString(), isVisible, live == null || live.get(doc));
        }
      }
    }
    assertEquals(visible, view.numDocs());
  }

  DirectoryReader reader() {
    return reader;
  }

  Collection<Shown> all() {
    return byId.values();
  }

  /** The document of an id, or null. */
  Shown get(String id) {
    return byId.get(id);
  }

  /** The visible document of its group. */
  Shown representative(Shown shown) {
    return representatives.get(shown.group);
  }

  /** The documents that stand for their groups. */
  List<Shown> visible() {
    return byId.values().stream().filter(shown -> !shown.isVariant).toList();
  }
}
