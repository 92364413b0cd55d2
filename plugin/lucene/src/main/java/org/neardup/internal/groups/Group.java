// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.IOFunction;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.sketch.SketchFormat;

/**
 * The documents that are in a group now, by preference, and by how far they are from its centre. It
 * outlives the view that it was read from, so that a group whose representatives go one after the
 * other is read once.
 *
 * <p>Two documents are not further from each other than both are from the centre together. So one
 * comparison with the centre bounds the distance to every member.
 *
 * <p>The centre is what most of a sample have in common, and has a sketch and a text. Distances
 * between sketches are the slots in which they differ; between texts, 1 - resemblance. Those are
 * known of documents only that sketches did not tell enough of, as it takes reading their texts,
 * once each.
 *
 * @see <a href="https://arxiv.org/abs/1612.02696">Kosub, A note on the triangle inequality for the
 *     Jaccard distance, 2016</a>
 */
final class Group {
  /** Where there are not more documents, each is compared. */
  static final int SMALL = 8;

  private static final int SAMPLE = 32;

  private static final int COPY = -1; // nearer than sketches that agree in all slots
  private static final int NOTHING = -2;

  /** Distance 1 of texts; distances are rounded up, so that no sum of them is too small. */
  private static final int ONE = 1 << 20;

  private static final int UNKNOWN = 2 * ONE; // further than any

  /** What stays of a document when the view goes that gave it its number. */
  static final class Member extends RankedDocument {
    /** About what a member takes of the heap, with what refers to it. */
    static final int BYTES = 450;

    private int distance; // from the centre
    private boolean isByText; // that distance

    private Member(String id, long order, byte[] value, byte[] rank) {
      super(id, order, value, rank);
    }
  }

  private final DocumentComparer comparer;
  private final SketchFormat format;
  private final Comparator<RankedDocument> preference;
  private final TreeSet<RankedDocument> ranked; // all members
  private final NavigableMap<Integer, Set<Member>> bySlots = new TreeMap<>();
  private final NavigableMap<Integer, Set<Member>> byText = new TreeMap<>();
  private final Set<Member> judged = new LinkedHashSet<>(); // those that verdicts are on
  private Member centre; // without a text, if nobody has one; null: nobody asked yet
  private ElementSet centreText; // null: not needed yet
  private int founders; // members when the centre was found
  private int joined; // since then
  private int lastUnsure;
  private byte[] lastRepresentative; // its sketch; null: not known

  /** Without documents; prefers the greater ones. */
  Group(Comparator<RankedDocument> preference, DocumentComparer comparer, SketchFormat format) {
    this.preference = preference;
    this.comparer = comparer;
    this.format = format;
    ranked = new TreeSet<>(preference);
  }

  int size() {
    return ranked.size();
  }

  void add(RankedDocument document) {
    Member member = new Member(document.id, document.order, document.value, document.rank);
    if (ranked.add(member)) {
      if (comparer.isJudged(member)) {
        judged.add(member);
      }
      if (centre != null) {
        put(member, false, slotDistance(member));
        joined++;
      }
    }
  }

  void remove(RankedDocument document) {
    RankedDocument same = ranked.floor(document);
    if (same instanceof Member member && preference.compare(member, document) == 0) {
      ranked.remove(member);
      judged.remove(member);
      if (centre != null) {
        take(member);
      }
    }
  }

  /** The preferred document, or null if there is none. */
  Member best() {
    return ranked.isEmpty() ? null : (Member) ranked.last();
  }

  /** All documents, the preferred last. */
  List<Member> all() {
    return ranked.stream().map(Member.class::cast).toList();
  }

  /**
   * The documents that may be no near-duplicates of the new representative, as far as distances can
   * tell; most often none. Where nothing may be lost, none if it has the text of the representative
   * before, and all unless it has all that this has. Those that verdicts are on are among them, as
   * distances tell nothing of verdicts.
   *
   * @param hasAll whether it has all that the representative before has
   * @param texts reads the elements of documents of the group, and of the representative; empty if
   *     there is no text available
   */
  Collection<Member> unsure(
      RankedDocument representative,
      boolean hasAll,
      IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    Set<Member> unsure = new LinkedHashSet<>(judged);
    unsure.addAll(unsureByDistance(representative, hasAll, texts));
    return unsure;
  }

  private List<Member> unsureByDistance(
      RankedDocument representative,
      boolean hasAll,
      IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    boolean isSameText = Arrays.equals(representative.value, lastRepresentative);
    lastRepresentative = representative.value;
    if (size() <= SMALL) {
      return all();
    }
    if (comparer.sketches().isLossless() && (isSameText || !hasAll)) {
      return isSameText ? List.of() : all();
    }
    if (centre == null || isOutdated()) {
      findCentre();
    }
    List<Member> unsure = beyond(slotReach(representative), bySlots);
    if (!(unsure.isEmpty() && byText.isEmpty()) && comparer.sketches().readsTexts()) {
      for (Member member : unsure) {
        take(member);
        put(member, true, textDistance(member, texts));
      }
      unsure = beyond(textReach(representative, texts), byText);
    }
    lastUnsure = unsure.size();
    return unsure;
  }

  /** Whether the centre tells little, and another one may tell more, as many came since. */
  boolean isOutdated() {
    return lastUnsure > founders / 8 && joined > founders / 2;
  }

  private void findCentre() {
    centre = new Member("", 0, mostCommonSketch(sample()), new byte[0]);
    centreText = null;
    bySlots.clear();
    byText.clear();
    all().forEach(member -> put(member, false, slotDistance(member)));
    founders = size();
    joined = 0;
  }

  /** Documents with sketches, from all over the group. */
  private List<Member> sample() {
    List<Member> all = all();
    List<Member> sample = new ArrayList<>();
    int step = Math.max(1, Math.ceilDiv(all.size(), SAMPLE));
    for (int i = 0; i < all.size(); i += step) {
      if (all.get(i).value != null) {
        sample.add(all.get(i));
      }
    }
    return sample;
  }

  private void put(Member member, boolean isByText, int distance) {
    member.isByText = isByText;
    member.distance = distance;
    ring(member).computeIfAbsent(distance, key -> new LinkedHashSet<>()).add(member);
  }

  private NavigableMap<Integer, Set<Member>> ring(Member member) {
    return member.isByText ? byText : bySlots;
  }

  private void take(Member member) {
    Set<Member> alike = ring(member).get(member.distance);
    alike.remove(member);
    if (alike.isEmpty()) {
      ring(member).remove(member.distance);
    }
  }

  private static List<Member> beyond(int reach, NavigableMap<Integer, Set<Member>> ring) {
    List<Member> beyond = new ArrayList<>();
    ring.tailMap(reach, false).values().forEach(beyond::addAll);
    return beyond;
  }

  // Distances tell nothing of one that is short, or that a guard parts from the centre, as a
  // verdict alone may have brought it here: it is near its copies only.
  private boolean isMeasured(RankedDocument document) {
    SketchComparer sketches = comparer.sketches();
    return !sketches.isShort(document.value)
        && !sketches.isShort(centre.value)
        && sketches.areAgreed(document.value, centre.value);
  }

  private int slotDistance(RankedDocument document) {
    if (centre.hasSameText(document)) {
      return COPY;
    }
    return isMeasured(document)
        ? comparer.differingSlots(centre.value, document.value)
        : Integer.MAX_VALUE;
  }

  /** How far documents may be from the centre to be near-duplicates of a document for sure. */
  private int slotReach(RankedDocument document) {
    int reach =
        isMeasured(document)
            ? comparer.sketches().sureSlots()
                - comparer.differingSlots(centre.value, document.value)
            : NOTHING;
    return reach >= 0 ? reach : centre.hasSameText(document) ? COPY : NOTHING;
  }

  private int textDistance(
      RankedDocument document, IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    if (!isMeasured(document)) {
      return UNKNOWN;
    }
    if (centreText == null) {
      centreText = mostCommonElements(texts);
    }
    return texts
        .apply(document)
        .map(text -> (int) Math.ceil((1 - text.resemblance(centreText)) * ONE))
        .orElse(UNKNOWN);
  }

  private int textReach(
      RankedDocument document, IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    return (int) ((1 - comparer.sketches().threshold()) * ONE) - textDistance(document, texts);
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

  private ElementSet mostCommonElements(IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    List<Member> sample = sample();
    Map<Long, Integer> counts = new HashMap<>();
    for (Member each : sample) {
      texts
          .apply(each)
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
