// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.FieldNames;

/**
 * The settings of a {@link CollapseConfig}, which says what they mean; changed before it has them,
 * in any order.
 */
final class CollapseSettings implements Cloneable {
  String idField = "id";
  List<String> textFields = List.of("text");
  Optional<String> scopeField = Optional.empty();
  Shingling shingling = SketchSettings.DEFAULTS.shingling();
  double threshold = SketchSettings.DEFAULTS.threshold();
  int slots = SketchSettings.DEFAULTS.slots();
  int bits = SketchSettings.DEFAULTS.bits();
  int minElements = SketchSettings.DEFAULTS.minElements();
  long seed = SketchSettings.DEFAULTS.seed();
  List<Guard> guards = List.of();
  Variants variants = Variants.HIDE;
  ContainedTexts contained = ContainedTexts.SHOW;
  List<PairVerdict> verdicts = List.of();
  Preference preference = Preference.FIRST;
  Verification verification = Verification.AUTO;
  Optional<Retention> retention = Optional.empty();
  boolean requiresText = true;
  int maxPending = 1_000_000;
  long maxHeldBytes = 32 << 20;

  private SketchSettings sketch = SketchSettings.DEFAULTS;

  @Override
  public CollapseSettings clone() {
    try {
      return (CollapseSettings) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** How sketches are made, by settings that were checked. */
  SketchSettings sketch() {
    return sketch;
  }

  /** Throws an exception if one is out of its range, or some do not go with each other. */
  void check() {
    FieldNames.check("idField", idField);
    scopeField.ifPresent(name -> FieldNames.check("scopeField", name));
    checkTextFields();
    sketch = new SketchSettings(shingling, threshold, slots, bits, minElements, seed, guards);
    for (Guard guard : guards) {
      if (guard.field() != null) {
        FieldNames.check("fields of guards", guard.field());
      }
    }
    verdicts.forEach(new Verdicts()::add); // throws if they are too many
    require(maxPending >= 1, "maxPending must be at least 1", maxPending);
    require(maxHeldBytes >= 0, "maxHeldBytes must be at least 0", maxHeldBytes);
    checkTogether();
  }

  private void checkTextFields() {
    require(!textFields.isEmpty(), "textFields must name at least one field", textFields);
    require(
        textFields.equals(CommitData.split(CommitData.join(textFields))),
        "names of textFields must have no comma",
        textFields);
    textFields.forEach(name -> FieldNames.check("names of textFields", name));
    require(
        Set.copyOf(textFields).size() == textFields.size(),
        "textFields must name each field once",
        textFields);
  }

  private void checkTogether() {
    boolean comparesValues = shingling.unit() == Shingling.Unit.VALUE;
    if (contained == ContainedTexts.HIDE) {
      require(
          !comparesValues, "contained must be SHOW where sets of values are compared", contained);
      require(
          guards.stream().noneMatch(Guard::hasKey),
          "guards must be lossless alone where contained texts are hidden, as a quotation rarely"
              + " has all that its container has",
          guards);
      require(
          verdicts.isEmpty(),
          "contained must be SHOW where there are verdicts on pairs",
          contained);
    }
    require(
        !comparesValues || guards.stream().noneMatch(Guard::isOfText),
        "guards must be field:NAME or lossless where sets of values are compared",
        guards);
  }

  private static void require(boolean condition, String constraint, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(constraint + ", got " + value);
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
    map.put("requiresText", requiresText);
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
