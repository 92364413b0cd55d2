// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Weight;

/** Which documents of groups a search has seen to match. Documents are numbers in the index. */
final class Matches {
  private final VersionMap versions;
  private final List<LeafReaderContext> leaves;
  private final DocSet[] byLeaf;
  private Weight weight;
  private int hiddenCount;

  Matches(
      VersionMap versions,
      List<LeafReaderContext> leaves,
      Collection<OneVersionCollector> collectors) {
    this.versions = versions;
    this.leaves = leaves;
    byLeaf = new DocSet[leaves.size()];
    for (OneVersionCollector collector : collectors) {
      weight = weight == null ? collector.weight() : weight;
      for (int ord = 0; ord < byLeaf.length; ord++) {
        add(ord, collector.matches(ord));
      }
    }
  }

  /** A segment may be searched in parts, by several collectors. */
  private void add(int ord, DocSet docs) {
    if (byLeaf[ord] == null) {
      byLeaf[ord] = docs;
    } else if (docs != null) {
      byLeaf[ord] = DocSet.union(byLeaf[ord], docs);
    }
  }

  VersionMap versions() {
    return versions;
  }

  /** Whether a document of a group was seen to match. */
  boolean contains(int doc) {
    int ord = versions.ord(doc);
    return byLeaf[ord] != null && byLeaf[ord].contains(doc - versions.docBase(ord));
  }

  /** The hidden documents seen whose representative was not. */
  Orphans orphans() {
    Orphans orphans = new Orphans();
    hiddenCount = 0;
    for (int ord = 0; ord < byLeaf.length; ord++) {
      if (byLeaf[ord] != null) {
        addOrphans(ord, orphans);
      }
    }
    return orphans;
  }

  private void addOrphans(int ord, Orphans orphans) {
    LeafVersions leaf = versions.leaf(ord);
    DocSet docs = byLeaf[ord];
    int docBase = versions.docBase(ord);
    int maxDoc = leaves.get(ord).reader().maxDoc();
    docs.forEachIn(
        leaf.hidden,
        doc -> {
          hiddenCount++;
          int representative = leaf.representative(doc);
          int inLeaf = representative - docBase;
          boolean isHere = inLeaf >= 0 && inLeaf < maxDoc;
          if (isHere ? !docs.contains(inLeaf) : !contains(representative)) {
            orphans.add(docBase + doc, representative);
          }
        });
  }

  /** How many hidden documents {@link #orphans} has gone through. */
  int hiddenCount() {
    return hiddenCount;
  }

  /** Goes through the documents that match once more. */
  MatchCursor cursor() {
    if (weight == null) {
      throw new IllegalStateException(
          "setWeight was not called: whoever wraps a OneVersionCollector must pass it on");
    }
    return new MatchCursor(weight, leaves);
  }
}
