// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.index.NaiveEngine.Place;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.NearDupFields;

/** What an index of documents with stored fields shows, in the terms of {@link NaiveEngine}. */
final class IndexState {
  private record Found(String id, Place place, long group, boolean hidden) {}

  private IndexState() {}

  static Map<String, Place> read(CollapsingIndexWriter writer, Variants variants)
      throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      return read(reader, variants);
    }
  }

  /** Fails if a group has not exactly one visible document. */
  static Map<String, Place> read(DirectoryReader reader, Variants variants) throws IOException {
    Map<String, Found> all = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          Found found = find(leaf, doc, variants);
          assertNull("two documents with one id", all.put(found.id, found));
        }
      }
    }
    return withRepresentatives(all);
  }

  /** The place of each document in the order of arrival. */
  static Map<String, Long> orders(CollapsingIndexWriter writer) throws IOException {
    Map<String, Long> orders = new TreeMap<>();
    try (DirectoryReader reader = writer.openReader()) {
      for (LeafReaderContext leaf : reader.leaves()) {
        NumericDocValues order = leaf.reader().getNumericDocValues(NearDupFields.ORDER);
        Bits live = leaf.reader().getLiveDocs();
        while (order != null && order.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          if (live == null || live.get(order.docID())) {
            Document stored = leaf.reader().storedFields().document(order.docID());
            orders.put(stored.get("id"), order.longValue());
          }
        }
      }
    }
    return orders;
  }

  private static Found find(LeafReaderContext leaf, int doc, Variants variants) throws IOException {
    Document stored = leaf.reader().storedFields().document(doc);
    String rank = stored.get("rank");
    boolean hidden = has(leaf, NearDupFields.HIDDEN, doc);
    assertFalse("hidden where " + variants, hidden && variants != Variants.HIDE);
    Long rankNumber = rank == null ? null : Long.valueOf(rank);
    return new Found(
        stored.get("id"),
        new Place(stored.get("text"), stored.get("scope"), rankNumber, null),
        new GroupReader(leaf.reader()).group(doc),
        hidden);
  }

  private static boolean has(LeafReaderContext leaf, String field, int doc) throws IOException {
    NumericDocValues values = leaf.reader().getNumericDocValues(field);
    return values != null && values.advanceExact(doc);
  }

  private static Map<String, Place> withRepresentatives(Map<String, Found> all) {
    Map<Long, String> representatives = new HashMap<>();
    for (Found found : all.values()) {
      if (!found.hidden) {
        String other = representatives.put(found.group, found.id);
        assertNull("two visible in a group: " + found.id + " and " + other, other);
      }
    }
    Map<String, Place> places = new TreeMap<>();
    for (Found found : all.values()) {
      String representative = representatives.get(found.group);
      assertNotNull("nothing visible in the group of " + found, representative);
      Place place = found.place;
      places.put(
          found.id,
          new Place(
              place.text(), place.scope(), place.rank(), found.hidden ? representative : null));
    }
    return places;
  }

  /**
   * I1 to I3 and I5 by the definition: each hidden document is a near-duplicate of its
   * representative, all guards agree on the two, and no two visible ones are near-duplicates.
   */
  static void assertInvariants(
      Map<String, Place> places, TextUniverse universe, CollapseConfig config) {
    assertInvariants(places, universe, config, Map.of());
  }

  /**
   * The same with verdicts.
   *
   * @param verdicts those that hold, by the ids of both documents
   */
  static void assertInvariants(
      Map<String, Place> places,
      TextUniverse universe,
      CollapseConfig config,
      Map<Set<String>, Kind> verdicts) {
    boolean isLossless = config.guards().contains(Guard.LOSSLESS);
    for (Map.Entry<String, Place> each : places.entrySet()) {
      Place place = each.getValue();
      if (place.representative() != null) {
        Place representative = places.get(place.representative());
        assertNull("hidden behind a hidden one", representative.representative());
        Kind verdict = verdicts.get(Set.of(each.getKey(), place.representative()));
        assertTrue(each + " parted by a verdict", verdict != Kind.DIFFERENT);
        boolean isSame = verdict == Kind.SAME && mayBeNear(place, representative, config);
        assertTrue(
            each + " unlike " + representative,
            isSame || isNear(place, representative, universe, config));
        assertTrue(
            each + " has more than " + representative,
            isSame || !isLossless || universe.contains(representative.text(), place.text()));
      } else {
        for (Map.Entry<String, Place> other : places.entrySet()) {
          if (other.getValue().representative() == null && !other.getKey().equals(each.getKey())) {
            Kind verdict = verdicts.get(Set.of(each.getKey(), other.getKey()));
            boolean isSame = verdict == Kind.SAME && mayBeNear(place, other.getValue(), config);
            boolean mayHide = // what is lost goes by which is preferred, which places do not tell
                !isLossless
                    || (universe.contains(other.getValue().text(), place.text())
                        && universe.contains(place.text(), other.getValue().text()));
            assertFalse(
                "both visible: " + each + " and " + other,
                isSame
                    || (verdict != Kind.DIFFERENT
                        && mayHide
                        && isNear(place, other.getValue(), universe, config)));
          }
        }
      }
    }
    if (config.variants() == Variants.DROP) {
      assertEquals(0, places.values().stream().filter(p -> p.representative() != null).count());
    }
  }

  /** Whether both are of one scope and have words. */
  private static boolean mayBeNear(Place a, Place b, CollapseConfig config) {
    return (config.scopeField().isEmpty() || Objects.equals(a.scope(), b.scope()))
        && !TextUniverse.words(a.text()).isEmpty()
        && !TextUniverse.words(b.text()).isEmpty();
  }

  private static boolean isNear(Place a, Place b, TextUniverse universe, CollapseConfig config) {
    if (!mayBeNear(a, b, config)) {
      return false;
    }
    if (!universe.areAgreed(config, a.text(), a.rank(), b.text(), b.rank())) {
      return false;
    }
    return TextUniverse.words(a.text()).equals(TextUniverse.words(b.text()))
        || (!TextUniverse.isShort(a.text())
            && !TextUniverse.isShort(b.text())
            && universe.resemblance(a.text(), b.text()) >= config.threshold());
  }
}
