// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.Guard;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.console.Compared;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/**
 * An index: its groups, and its stored fields, by Lucene's document numbers. Memory: about 200
 * bytes a hidden document, and 8 bytes any other.
 */
final class IndexSource implements GroupSource {
  private final NeardupIndex index;
  private final Sketching sketching;
  private final Cards cards;
  private final Explainer explainer;
  private final IndexSketches sketches;
  private final List<Grouped> groups = new ArrayList<>();
  private final FixedBitSet isHidden;
  private int standIns;

  /**
   * When documents arrived: threads write them in any order. Those of another program come last.
   */
  private final long[] arrivals;

  /** Of all documents of an index. */
  IndexSource(NeardupIndex index, Cards cards) throws IOException {
    this.index = index;
    this.cards = cards;
    sketching = Sketching.of(index);
    explainer = sketching.explainer(Verification.AUTO);
    sketches = new IndexSketches(index.all());
    arrivals = arrivals();
    Map<Long, List<Integer>> hidden = new TreeMap<>(); // by group
    Map<Long, Integer> representatives = new TreeMap<>();
    Map<Integer, Integer> behind = new TreeMap<>();
    index.groups().forEachHidden(behind::put);
    isHidden = new FixedBitSet(arrivals.length);
    behind.keySet().forEach(isHidden::set);
    for (Map.Entry<Integer, Integer> each : behind.entrySet()) {
      long group = index.groups().group(each.getKey());
      hidden.computeIfAbsent(group, none -> new ArrayList<>()).add(each.getKey());
      representatives.put(group, each.getValue());
    }
    for (Map.Entry<Long, List<Integer>> group : hidden.entrySet()) {
      add(group.getKey(), representatives.get(group.getKey()), group.getValue());
    }
  }

  private long[] arrivals() throws IOException {
    long[] all = new long[index.all().maxDoc()];
    NumericDocValues orders =
        MultiDocValues.getNumericValues(index.all(), DocumentRecord.ORDER_FIELD);
    for (int doc = 0; doc < all.length; doc++) {
      boolean isOurs = orders != null && orders.advanceExact(doc);
      all[doc] = isOurs ? orders.longValue() : Long.MAX_VALUE;
    }
    return all;
  }

  private void add(long number, int representative, List<Integer> hidden) throws IOException {
    hidden.sort(Comparator.comparingLong(doc -> arrivals[doc]));
    standIns += index.groups().isHidden(representative) ? 1 : 0;
    byte[] shown = sketches.sketch(representative);
    List<Integer> copies = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    for (int doc : hidden) {
      byte[] sketch = sketches.sketch(doc); // only texts that are not empty are hidden
      if (IndexSketches.areOfOneText(sketch, shown)) {
        copies.add(doc);
      } else {
        double estimate = IndexSketches.resemblance(sketching.packing(), shown, sketch);
        near.add(new Grouped.Near(doc, estimate, null));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    groups.add(new Grouped(number, representative, "", copies, near));
  }

  @Override
  public IndexCounts counts() throws IOException {
    return index.counts();
  }

  @Override
  public Compared compared() {
    return Compared.by(index.config().comparesValues());
  }

  @Override
  public List<Grouped> groups() {
    return groups;
  }

  @Override
  public DocumentCard card(int doc) throws IOException {
    return cards.of(index, doc);
  }

  @Override
  public List<DocumentCard> cards(List<Integer> docs) throws IOException {
    return cards.of(index, docs);
  }

  @Override
  public String text(int doc) throws IOException {
    return index.text(doc);
  }

  @Override
  public TextDifference difference(String a, String b) {
    return sketching.difference(a, b);
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) throws IOException {
    return Version.resemblance(explainer.compare(representative, variant.doc()));
  }

  @Override
  public String measure() {
    return "estimated resemblance";
  }

  /** Takes note of the dates and the sketches of all documents. */
  void addTo(Timeline timeline, ThresholdSweep sweep) throws IOException {
    Bits live = MultiBits.getLiveDocs(index.all());
    StoredFields stored = index.all().storedFields();
    Set<String> date = Set.of(cards.dateField());
    for (int doc = 0; doc < arrivals.length; doc++) {
      if (live == null || live.get(doc)) {
        timeline.add(
            Fields.value(stored.document(doc, date), cards.dateField()), isHidden.get(doc));
        sweep.add(arrivals[doc], sketches.sketch(doc));
      }
    }
  }

  /** Whether what is hidden depends on more of the texts than sketches tell. */
  boolean losesNothing() {
    return index.config().guards().contains(Guard.LOSSLESS);
  }

  /** Counts no documents yet, by the settings of the index. */
  ThresholdSweep sweep() {
    return new ThresholdSweep(index.config().sketchSettings(), sketching.sketcher().parameters());
  }

  @Override
  public String note() {
    String dropped =
        index.config().variants() == Variants.DROP
            ? "The index drops variants: what was dropped is not in it, nor counted here. "
            : "";
    return standIns == 0
        ? dropped
        : dropped
            + "Groups without a visible document, as another program deleted it: "
            + standIns
            + ". The first hidden one represents each here, until 'neardup check --repair' shows"
            + " one.";
  }
}
