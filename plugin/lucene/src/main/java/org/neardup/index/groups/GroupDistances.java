// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.SketchFormat;

/**
 * The documents of a group by how far they are from its centre: two documents are not further from
 * each other than both are from the centre together. So one comparison tells of all that are not
 * too far that they are near another document as well.
 *
 * <p>The centre is what most of a sample have in common, and has a sketch and a text. Distances
 * between sketches are the slots in which they differ; between texts, 1 - resemblance. Those are
 * known of documents only that sketches did not tell enough of, as it takes reading their texts,
 * once each.
 *
 * @see <a href="https://arxiv.org/abs/1612.02696">Kosub, A note on the triangle inequality for the
 *     Jaccard distance, 2016</a>
 */
final class GroupDistances {
  private static final int SAMPLE = 32;

  private static final int COPY = -1; // nearer than sketches that agree in all slots
  private static final int NOTHING = -2;

  /** Distance 1 of texts; distances are rounded up, so that no sum of them is too small. */
  private static final int ONE = 1 << 20;

  private static final int UNKNOWN = 2 * ONE; // further than any

  /** Reads the elements of documents; empty if there is no text available. */
  @FunctionalInterface
  interface Texts {
    Optional<ElementSet> of(RankedDocument profile) throws IOException;
  }

  private final EntryComparer comparer;
  private final SketchFormat format;
  private final Supplier<List<Member>> members;
  private final Member centre; // without a text, if nobody has one
  private ElementSet centreText; // null: not needed yet
  private final NavigableMap<Integer, Set<Member>> bySlots = new TreeMap<>();
  private final NavigableMap<Integer, Set<Member>> byText = new TreeMap<>();
  private final int founders;
  private int joined;
  private int lastUnsure;

  /**
   * Of the documents of a group.
   *
   * @param members those that are in it when asked, always in the same order
   */
  GroupDistances(Supplier<List<Member>> members, EntryComparer comparer, SketchFormat format) {
    this.comparer = comparer;
    this.format = format;
    this.members = members;
    centre = new Member("", 0, mostCommonSketch(sample()), new byte[0]);
    List<Member> all = members.get();
    founders = all.size();
    all.forEach(this::put);
  }

  /** Documents with sketches, from all over the group. */
  private List<Member> sample() {
    List<Member> all = members.get();
    List<Member> sample = new ArrayList<>();
    int step = Math.max(1, Math.ceilDiv(all.size(), SAMPLE));
    for (int i = 0; i < all.size(); i += step) {
      if (all.get(i).value != null) {
        sample.add(all.get(i));
      }
    }
    return sample;
  }

  /** Takes in a document that came to the group. */
  void add(Member member) {
    put(member);
    joined++;
  }

  private void put(Member member) {
    put(member, false, slotDistance(member));
  }

  private void put(Member member, boolean isByText, int distance) {
    member.isByText = isByText;
    member.distance = distance;
    ring(member).computeIfAbsent(distance, key -> new LinkedHashSet<>()).add(member);
  }

  private NavigableMap<Integer, Set<Member>> ring(Member member) {
    return member.isByText ? byText : bySlots;
  }

  /** Forgets a document that left the group. */
  void remove(Member member) {
    Set<Member> alike = ring(member).get(member.distance);
    alike.remove(member);
    if (alike.isEmpty()) {
      ring(member).remove(member.distance);
    }
  }

  /** Whether it tells little, and another centre may tell more, as many documents came since. */
  boolean isOutdated() {
    return lastUnsure > founders / 8 && joined > founders / 2;
  }

  /** The documents of the group that may be no near-duplicates of one, as far as this can tell. */
  List<Member> unsure(RankedDocument profile, Texts texts) throws IOException {
    List<Member> unsure = beyond(slotReach(profile), bySlots);
    if (!(unsure.isEmpty() && byText.isEmpty()) && comparer.sketches().readsTexts()) {
      for (Member member : unsure) {
        remove(member);
        put(member, true, textDistance(member, texts));
      }
      unsure = beyond(textReach(profile, texts), byText);
    }
    lastUnsure = unsure.size();
    return unsure;
  }

  private static List<Member> beyond(int reach, NavigableMap<Integer, Set<Member>> ring) {
    List<Member> beyond = new ArrayList<>();
    ring.tailMap(reach, false).values().forEach(beyond::addAll);
    return beyond;
  }

  private boolean isShort(RankedDocument profile) {
    return comparer.sketches().isShort(profile.value);
  }

  private int slotDistance(RankedDocument profile) {
    if (centre.hasSameText(profile)) {
      return COPY;
    }
    // A short one is near its copies only.
    return isShort(profile) || isShort(centre)
        ? Integer.MAX_VALUE
        : comparer.differingSlots(centre.value, profile.value);
  }

  /** How far documents may be from the centre to be near-duplicates of a document for sure. */
  private int slotReach(RankedDocument profile) {
    int reach =
        isShort(profile) || isShort(centre)
            ? NOTHING
            : comparer.sketches().sureSlots()
                - comparer.differingSlots(centre.value, profile.value);
    return reach >= 0 ? reach : centre.hasSameText(profile) ? COPY : NOTHING;
  }

  private int textDistance(RankedDocument profile, Texts texts) throws IOException {
    if (isShort(profile)) {
      return UNKNOWN;
    }
    if (centreText == null) {
      centreText = mostCommonElements(texts);
    }
    return texts
        .of(profile)
        .map(text -> (int) Math.ceil((1 - text.resemblance(centreText)) * ONE))
        .orElse(UNKNOWN);
  }

  private int textReach(RankedDocument profile, Texts texts) throws IOException {
    return (int) ((1 - comparer.sketches().threshold()) * ONE) - textDistance(profile, texts);
  }

  /** That of the text that most have, if most have the same; null if none has a sketch. */
  private byte[] mostCommonSketch(List<Member> sample) {
    for (Member each : sample) {
      if (2 * sample.stream().filter(each::hasSameText).count() > sample.size()) {
        return each.value;
      }
    }
    return sample.isEmpty()
        ? null
        : SketchValue.mostCommon(format, sample.stream().map(each -> each.value).toList());
  }

  private ElementSet mostCommonElements(Texts texts) throws IOException {
    List<Member> sample = sample();
    Map<Long, Integer> counts = new HashMap<>();
    for (Member each : sample) {
      texts
          .of(each)
          .ifPresent(
              text -> {
                for (long element : text.toArray()) {
                  counts.merge(element, 1, Integer::sum);
                }
              });
    }
    counts.values().removeIf(count -> 2 * count <= sample.size());
    long[] elements = counts.keySet().stream().mapToLong(Long::longValue).toArray();
    return ElementSet.of(elements, elements.length);
  }
}
