// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits.Relation;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.compare.SketchComparer;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.RemoteClusterAware;

/** A hit that resembles no earlier one, and what was found of its other versions. */
final class DistinctHit {
  private static final String FIELD = "_neardup";

  private final Key key;
  private SearchHit hit;
  private HitSketch ofHit;
  private final List<Variant> variants = new ArrayList<>();
  private int versions;

  private record Variant(String index, String id, BytesRef sketch) {}

  /** Tells documents apart. A document that is updated meanwhile is another one. */
  record Key(String cluster, ShardId shard, long seqNo) {}

  DistinctHit(SearchHit hit) {
    this.hit = hit;
    ofHit = HitSketch.in(hit);
    key = new Key(hit.getClusterAlias(), hit.getShard().getShardId(), ofHit.seqNo());
    addVariantsOf(this);
  }

  /** Those of a response. Read one after another, as so memory is waited for less often. */
  static List<DistinctHit> of(SearchResponse response) {
    return Arrays.stream(response.getHits().getHits()).map(DistinctHit::new).toList();
  }

  SearchHit hit() {
    return hit;
  }

  /** The hit without its sketch. */
  SearchHit shown() {
    hit.removeDocumentField(HitSketch.FIELD);
    return hit;
  }

  Key key() {
    return key;
  }

  BytesRef sketch() {
    return ofHit.sketch();
  }

  /** The full name of its index. */
  String index() {
    return RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
  }

  /** Whether another version may be preferred to this one. */
  boolean isOrdered() {
    return ofHit.sketch() != null && ofHit.rank() != null;
  }

  /** As in {@link HitSketch}. */
  long rank() {
    return ofHit.rank();
  }

  /** Shows another version at the place of this hit. */
  void replaceBy(DistinctHit other) {
    Variant shown = other.variant();
    if (!variants.contains(shown)) { // it ranks so low that it was not met
      absorb(other);
    }
    variants.remove(shown);
    variants.addFirst(variant());
    DocValueFormat[] formats = new DocValueFormat[hit.getSortValues().length];
    Arrays.fill(formats, DocValueFormat.RAW);
    other.hit.sortValues(hit.getSortValues(), formats); // after which the next page begins
    other.hit.score(hit.getScore());
    hit = other.hit;
    ofHit = other.ofHit;
  }

  /** Adds a hit that is not shown because it resembles this one. */
  void absorb(DistinctHit other) {
    variants.add(other.variant());
    addVariantsOf(other);
  }

  private void addVariantsOf(DistinctHit other) {
    versions += other.ofHit.versions();
    String index = other.hit.getIndex();
    Map<String, BytesRef> more = other.ofHit.variants();
    more.forEach((id, sketch) -> variants.add(new Variant(index, id, sketch)));
  }

  private Variant variant() {
    return new Variant(hit.getIndex(), hit.getId(), ofHit.sketch());
  }

  /**
   * Puts the versions into the hit, which has a sketch, and the summary of its shard.
   *
   * @param most how many to name; 0 to say nothing of them
   * @param relation of the number of versions that were found to that of all: as in totals
   */
  void showVersions(int most, Relation relation, SketchComparer comparer) {
    Map<String, Object> value = new HashMap<>();
    if (most > 0) {
      value.put("versions", versions);
      value.put("relation", relation == Relation.EQUAL_TO ? "eq" : "gte");
      value.put(
          "variants",
          variants.stream()
              .filter(variant -> variant.id() != null)
              .limit(most)
              .map(variant -> shown(variant, comparer))
              .toList());
    }
    if (ofHit.summary() != null) {
      value.put("summary", ofHit.summary());
    }
    if (!value.isEmpty()) {
      hit.setDocumentField(FIELD, new DocumentField(FIELD, List.of(value)));
    }
  }

  private Map<String, Object> shown(Variant variant, SketchComparer comparer) {
    double resemblance = comparer.estimated(ofHit.sketch().bytes, variant.sketch().bytes).value();
    return Map.of("_index", variant.index(), "_id", variant.id(), "resemblance", resemblance);
  }
}
