// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.Bits;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.index.groups.LiveDocument;
import org.neardup.record.DocumentRecord;
import org.neardup.record.RecordReader;

/**
 * Checks what an index hides as contained: each with all of its group, behind a visible document
 * that contains it.
 *
 * @param least share of a contained document
 * @param representatives the visible documents of groups, by group, as groups were decided
 */
record ContainedExamination(
    DirectoryReader reader,
    double least,
    Map<Long, LiveDocument> representatives,
    Certainty certainty,
    IndexExamination.Findings findings) {

  /** Returns how many documents represent a group and are hidden all the same. */
  int run() throws IOException {
    Map<Long, Long> within = within();
    for (Map.Entry<Long, Long> each : within.entrySet()) {
      examine(representatives.get(each.getKey()), each.getValue(), within);
    }
    for (LeafReaderContext leaf : reader.leaves()) {
      examineMarks(leaf, within);
    }
    return within.size();
  }

  /** The groups that groups are shown as parts of, by group. */
  private Map<Long, Long> within() throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    List<RecordReader> records =
        leaves.stream().map(leaf -> new RecordReader(leaf.reader())).toList();
    List<Map.Entry<Long, LiveDocument>> asStored = new ArrayList<>(representatives.entrySet());
    asStored.sort(Comparator.comparingInt(each -> each.getValue().doc));
    Map<Long, Long> within = new HashMap<>();
    for (Map.Entry<Long, LiveDocument> each : asStored) {
      int doc = each.getValue().doc;
      int leaf = ReaderUtil.subIndex(doc, leaves);
      long outer = records.get(leaf).within(doc - leaves.get(leaf).docBase);
      if (outer != RecordReader.NOT_WITHIN) {
        within.put(each.getKey(), outer);
      }
    }
    return within;
  }

  private void examine(LiveDocument entry, long outer, Map<Long, Long> within) throws IOException {
    LiveDocument container = representatives.get(outer);
    if (container == null) {
      findings.add(
          Kind.NO_REPRESENTATIVE, entry.id, "contained in group " + outer + ", none is visible");
    } else if (within.containsKey(outer)) {
      findings.add(
          Kind.NOT_CONTAINED, entry.id, "behind " + container.id + ", which is contained itself");
    } else {
      Optional<Double> share = certainty.containment(entry, container);
      if (share.isPresent() && share.get() < least) {
        findings.add(
            Kind.NOT_CONTAINED,
            entry.id,
            String.format(
                Locale.ROOT, "behind %s, which contains %.3f of it", container.id, share.get()));
      }
    }
  }

  /** Compares the marks of all documents with those of the visible ones of their groups. */
  private void examineMarks(LeafReaderContext leaf, Map<Long, Long> within) throws IOException {
    RecordReader records = new RecordReader(leaf.reader());
    Bits live = leaf.reader().getLiveDocs();
    for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
      if ((live == null || live.get(doc)) && records.isOurs(doc)) {
        long expected = within.getOrDefault(records.group(), RecordReader.NOT_WITHIN);
        if (records.within(doc) != expected) {
          DocumentRecord record = records.read(doc);
          findings.add(
              Kind.NOT_CONTAINED,
              record.id(),
              "shown in group "
                  + records.within(doc)
                  + ", and the visible document of its group in "
                  + expected);
        }
      }
    }
  }
}
