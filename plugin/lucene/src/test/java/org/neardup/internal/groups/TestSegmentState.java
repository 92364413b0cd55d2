// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseTestCase;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.NearDupFields;

/** What moved is found by group as by a pass over all documents. */
public class TestSegmentState extends CollapseTestCase {
  private static final int GROUPS = 20;

  public void testFindsWhatMoved() throws IOException {
    for (int i = 0; i < 20; i++) {
      try (Directory directory = newDirectory();
          IndexWriter writer =
              new IndexWriter(
                  directory, newIndexWriterConfig(random(), new WhitespaceAnalyzer()))) {
        int docs = random().nextInt(200);
        for (int doc = 0; doc < docs; doc++) {
          writer.addDocument(List.of(new StringField("id", "" + doc, Field.Store.NO)));
        }
        for (int doc = 0; doc < docs; doc++) {
          if (random().nextBoolean()) {
            long group = random().nextInt(GROUPS) - 1L;
            writer.updateDocValues(
                new Term("id", "" + doc), new NumericDocValuesField(NearDupFields.MOVED, group));
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          for (LeafReaderContext leaf : reader.leaves()) {
            assertFound(leaf.reader());
          }
        }
      }
    }
  }

  private static void assertFound(LeafReader leaf) throws IOException {
    SegmentState.MovedDocs moved = new SegmentState.MovedDocs();
    GroupReader groups = new GroupReader(leaf);
    List<Integer> ignored = new ArrayList<>();
    for (int i = random().nextInt(20); i > 0; i--) {
      moved.forEach(groups, 0, ignored::add); // a few are looked for in another way
    }
    Map<Long, List<Integer>> expected = new TreeMap<>();
    Map<Long, List<Integer>> found = new TreeMap<>();
    for (long group = -2; group < GROUPS + 2; group++) {
      List<Integer> all = new ArrayList<>();
      List<Integer> some = new ArrayList<>();
      groups.forEachMember(group, all::add);
      moved.forEach(groups, group, some::add);
      expected.put(group, all);
      found.put(group, some);
    }
    assertEquals(expected, found);
  }
}
