// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.SketchSettings;

/** The values of all settings of a {@link CollapseConfig}, which says what they mean. Immutable. */
final class CollapseSettings {
  static final CollapseSettings DEFAULTS =
      new CollapseSettings(
          Setting.ofConfig().stream().collect(Collectors.toMap(each -> each, Setting::initial)));

  private final Map<Setting<?>, Object> values;

  private CollapseSettings(Map<Setting<?>, Object> values) {
    this.values = values;
  }

  @SuppressWarnings("unchecked") // as with() has it
  <T> T get(Setting<T> setting) {
    return (T) values.get(setting);
  }

  /** The same with another value, not yet checked: some go only with others. */
  <T> CollapseSettings with(Setting<T> setting, T value) {
    Map<Setting<?>, Object> changed = new HashMap<>(values);
    changed.put(setting, Objects.requireNonNull(value, setting.key()));
    return new CollapseSettings(changed);
  }

  /** The same with what a commit says; throws any exception if no writer leaves that. */
  <T> CollapseSettings read(Setting<T> setting, String value) {
    T read = setting.read(value);
    return read == null ? this : with(setting, read);
  }

  /** What a writer leaves in a commit of a setting. */
  <T> String written(Setting<T> setting, Setting.Made made) {
    return setting.written(get(setting), made);
  }

  /**
   * How sketches are made.
   *
   * @throws IllegalArgumentException if a setting is out of its range
   */
  SketchSettings sketch() {
    return new SketchSettings(
        get(Setting.SHINGLING),
        get(Setting.THRESHOLD),
        get(Setting.SLOTS),
        get(Setting.BITS),
        get(Setting.MIN_ELEMENTS),
        get(Setting.SEED),
        get(Setting.GUARDS));
  }

  /** Throws an exception if one is out of its range, or some do not go with each other. */
  void check() {
    Setting.ofConfig().forEach(this::check);
    checkTogether(get(Setting.CONTAINED), get(Setting.GUARDS));
  }

  private <T> void check(Setting<T> setting) {
    setting.check(get(setting));
  }

  private void checkTogether(ContainedTexts contained, List<Guard> guards) {
    boolean comparesValues = get(Setting.SHINGLING).unit() == Shingling.Unit.VALUE;
    if (contained == ContainedTexts.HIDE) {
      Setting.require(
          !comparesValues, "contained must be SHOW where sets of values are compared", contained);
      Setting.require(
          guards.stream().noneMatch(Guard::hasKey),
          "guards must be lossless alone where contained texts are hidden, as a quotation rarely"
              + " has all that its container has",
          guards);
      Setting.require(
          get(Setting.VERDICTS).isEmpty(),
          "contained must be SHOW where there are verdicts on pairs",
          contained);
    }
    Setting.require(
        !comparesValues || guards.stream().noneMatch(Guard::isOfText),
        "guards must be field:NAME or lossless where sets of values are compared",
        guards);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseSettings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Without the seed, which may be secret. */
  @Override
  public String toString() {
    return Setting.ofConfig().stream()
        .filter(setting -> setting != Setting.SEED)
        .map(setting -> setting.key() + "=" + get(setting))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
