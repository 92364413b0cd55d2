// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import org.opensearch.common.document.DocumentField;
import org.opensearch.search.SearchHit;

/** A hit that resembles no earlier one, and what was found of its other versions. */
final class DistinctHit {
  private static final String FIELD = "_neardup";

  private final SearchHit hit;
  private final byte[] sketch;
  private final List<Variant> variants = new ArrayList<>();
  private int versions;

  private record Variant(String index, String id, byte[] sketch) {}

  DistinctHit(SearchHit hit, HitSketch ofHit) {
    this.hit = hit;
    sketch = ofHit.sketch();
    addVariantsOf(hit, ofHit);
  }

  SearchHit hit() {
    return hit;
  }

  byte[] sketch() {
    return sketch;
  }

  /** Adds a hit that is not shown because it resembles this one. */
  void absorb(SearchHit other, HitSketch ofOther) {
    variants.add(new Variant(other.getIndex(), other.getId(), ofOther.sketch()));
    addVariantsOf(other, ofOther);
  }

  private void addVariantsOf(SearchHit other, HitSketch ofOther) {
    versions += ofOther.versions();
    for (int i = 0; i < ofOther.variantIds().size(); i++) {
      String id = ofOther.variantIds().get(i);
      variants.add(new Variant(other.getIndex(), id, ofOther.variantSketches().get(i)));
    }
  }

  /** Puts the versions into the hit. */
  void showVariants(int most, ToDoubleBiFunction<byte[], byte[]> resemblance) {
    List<Map<String, Object>> shown =
        variants.stream()
            .filter(variant -> variant.id() != null)
            .limit(most)
            .map(variant -> shown(variant, resemblance.applyAsDouble(sketch, variant.sketch())))
            .toList();
    Map<String, Object> value = Map.of("versions", versions, "variants", shown);
    hit.setDocumentField(FIELD, new DocumentField(FIELD, List.of(value)));
  }

  private static Map<String, Object> shown(Variant variant, double resemblance) {
    return Map.of("_index", variant.index(), "_id", variant.id(), "resemblance", resemblance);
  }
}
