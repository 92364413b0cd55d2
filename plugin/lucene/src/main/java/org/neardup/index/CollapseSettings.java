// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.SketchSettings;

/**
 * The settings of a {@link CollapseConfig}, which says what they mean; changed before it has them.
 */
final class CollapseSettings implements Cloneable {
  String idField = "id";
  List<String> textFields = List.of("text");
  Optional<String> scopeField = Optional.empty();
  SketchSettings sketch = SketchSettings.DEFAULTS;
  Variants variants = Variants.HIDE;
  Contained contained = Contained.SHOW;
  List<PairVerdict> verdicts = List.of();
  Preference preference = Preference.FIRST;
  Verification verification = Verification.AUTO;
  Optional<Retention> retention = Optional.empty();
  int maxPending = 1_000_000;
  long maxHeldBytes = 32 << 20;

  @Override
  public CollapseSettings clone() {
    try {
      return (CollapseSettings) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Throws an exception if some do not go with each other. */
  void check() {
    boolean comparesValues = sketch.shingling().unit() == Shingling.Unit.VALUE;
    List<Guard> guards = sketch.guards();
    if (contained == Contained.HIDE && (variants == Variants.REPORT || comparesValues)) {
      throw new IllegalArgumentException(
          "contained must be SHOW where "
              + (comparesValues
                  ? "sets of values are compared"
                  : "near-duplicates are only reported")
              + ", got "
              + contained);
    }
    if (contained == Contained.HIDE && guards.stream().anyMatch(Guard::hasKey)) {
      throw new IllegalArgumentException(
          "guards must be lossless alone where contained texts are hidden, as a quotation rarely"
              + " has all that its container has, got "
              + guards);
    }
    if (contained == Contained.HIDE && !verdicts.isEmpty()) {
      throw new IllegalArgumentException(
          "contained must be SHOW where there are verdicts on pairs, got " + contained);
    }
    if (comparesValues && guards.stream().anyMatch(Guard::isOfText)) {
      throw new IllegalArgumentException(
          "guards must be field:NAME or lossless where sets of values are compared, got " + guards);
    }
  }

  private Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("idField", idField);
    map.put("textFields", textFields);
    map.put("scopeField", scopeField);
    map.put("sketch", sketch);
    map.put("variants", variants);
    map.put("contained", contained);
    map.put("verdicts", verdicts);
    map.put("preference", preference);
    map.put("verification", verification);
    map.put("retention", retention);
    map.put("maxPending", maxPending);
    map.put("maxHeldBytes", maxHeldBytes);
    return map;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseSettings settings && asMap().equals(settings.asMap());
  }

  @Override
  public int hashCode() {
    return asMap().hashCode();
  }

  /** Without the seed, which may be secret. */
  @Override
  public String toString() {
    return asMap().toString();
  }
}
