// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.report.LookFirst;

/**
 * The words in which a document and another version of it differ, for rows that are closed. Those
 * last asked for are kept, as long as the index is the same. For any number of threads.
 */
final class ChangedWords {
  private static final int MOST_KEPT = 10_000;
  private static final int MOST_CHANGES = 3;

  /** So many others are looked at for one with another text. */
  private static final int MOST_VERSIONS = 8;

  private static final int MAX_WORDS_CHARACTERS = 40; // longer ones have no room in a row
  private static final int MAX_CHARACTERS = 100_000; // of both texts: more take too long

  private final Map<Integer, List<Change>> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, List<Change>> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private Object commit;

  /** The most telling changes; none if texts are the same, not stored or long. */
  List<Change> of(NeardupIndex index, int doc) throws IOException {
    Object latest = index.all().getReaderCacheHelper().getKey();
    synchronized (kept) {
      if (!latest.equals(commit)) {
        kept.clear();
        commit = latest;
      }
      List<Change> known = kept.get(doc);
      if (known != null) {
        return known;
      }
    }
    List<Change> changes = changes(index, doc);
    synchronized (kept) {
      if (latest.equals(commit)) {
        kept.put(doc, changes);
      }
    }
    return changes;
  }

  private static List<Change> changes(NeardupIndex index, int doc) throws IOException {
    IndexSketches sketches = new IndexSketches(index.all());
    byte[] sketch = sketches.sketch(doc);
    int looked = 0;
    for (int version : index.groups().members(doc)) {
      byte[] other = version == doc ? null : sketches.sketch(version);
      if (sketch != null && other != null && !IndexSketches.areOfOneText(sketch, other)) {
        String a = DocumentCard.text(index, doc);
        String b = DocumentCard.text(index, version);
        boolean isShort = !a.isEmpty() && !b.isEmpty() && a.length() + b.length() <= MAX_CHARACTERS;
        if (!isShort) {
          return List.of();
        }
        List<Change> changes = LookFirst.telling(a, b, MAX_WORDS_CHARACTERS);
        return changes.subList(0, Math.min(MOST_CHANGES, changes.size()));
      }
      if (++looked > MOST_VERSIONS) {
        break;
      }
    }
    return List.of();
  }
}
