// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.SketchFormat;

/**
 * The documents that are in a group now, by preference, and by how far they are from its centre. It
 * outlives the view that it was read from, so that a group whose representatives go one after the
 * other is read once.
 */
final class Group {
  /** Where there are not more documents, each is compared. */
  static final int SMALL = 8;

  private static final int SAMPLE = 32;

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
  private Centre centre; // null: nobody asked yet
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
    if (ranked.add(member) && centre != null) {
      centre.add(member);
      centre.joined++;
    }
  }

  void remove(RankedDocument document) {
    RankedDocument same = ranked.floor(document);
    if (same instanceof Member member && preference.compare(member, document) == 0) {
      ranked.remove(member);
      if (centre != null) {
        centre.remove(member);
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
   * The documents that may be no near-duplicates of the new representative: usually none, as far as
   * distances tell. They do not tell what a document has that another one lacks. So where nothing
   * may be lost, these are all documents, unless the new one has all that the former one has.
   *
   * @param isFormerBehind whether the former representative goes behind the new one
   * @param texts reads the elements of documents of the group, and of the representative; empty if
   *     there is no text available
   */
  List<Member> unsure(
      RankedDocument representative,
      boolean isFormerBehind,
      IOFunction<RankedDocument, Optional<ElementSet>> texts)
      throws IOException {
    boolean isLossless = comparer.sketches().isLossless();
    boolean isSameText = Arrays.equals(representative.value, lastRepresentative);
    lastRepresentative = representative.value;
    if (size() <= SMALL || (isLossless && !isSameText && !isFormerBehind)) {
      return all();
    } else if (isLossless && isSameText && comparer.verdicts().isEmpty()) {
      return List.of(); // each was compared with this text
    }
    if (isOutdated()) {
      centre = new Centre();
    }
    return centre.beyondReach(representative, texts);
  }

  /** Whether the centre tells little, and another one may tell more, as many came since. */
  boolean isOutdated() {
    return centre == null
        || (centre.lastUnsure > centre.founders / 8 && centre.joined > centre.founders / 2);
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

  /**
   * What most of a sample have in common, which has a sketch and a text, and how far the documents
   * are from it. Two of them are not further from each other than both are from the centre
   * together: so one comparison with the centre bounds the distance to every document.
   *
   * <p>Distances between sketches are those of {@link DocumentComparer#distance}; between texts, 1
   * - resemblance. Those are known of documents only that sketches did not tell enough of, as it
   * takes reading their texts, once each.
   *
   * @see <a href="https://arxiv.org/abs/1612.02696">Kosub, A note on the triangle inequality for
   *     the Jaccard distance, 2016</a>
   */
  private final class Centre {
    private static final int NOWHERE = DocumentComparer.COPY - 1;

    /** Distance 1 of texts; distances are rounded up, so that no sum of them is too small. */
    private static final int ONE = 1 << 20;

    private final NavigableMap<Integer, Set<Member>> bySlots = new TreeMap<>();
    private final NavigableMap<Integer, Set<Member>> byText = new TreeMap<>();
    private final byte[] sketch = mostCommonSketch(sample()); // null: no document has one
    private final int founders = size(); // members when it was found
    private ElementSet text; // null: not needed yet
    private int joined; // since it was found
    private int lastUnsure;

    Centre() {
      all().forEach(this::add);
    }

    void add(Member member) {
      put(member, false, comparer.distance(member, sketch));
    }

    private void put(Member member, boolean isByText, int distance) {
      member.isByText = isByText;
      member.distance = distance;
      ring(member).computeIfAbsent(distance, key -> new LinkedHashSet<>()).add(member);
    }

    private NavigableMap<Integer, Set<Member>> ring(Member member) {
      return member.isByText ? byText : bySlots;
    }

    void remove(Member member) {
      Set<Member> alike = ring(member).get(member.distance);
      alike.remove(member);
      if (alike.isEmpty()) {
        ring(member).remove(member.distance);
      }
    }

    /** The documents that are not near-duplicates of another one for sure. */
    List<Member> beyondReach(
        RankedDocument document, IOFunction<RankedDocument, Optional<ElementSet>> texts)
        throws IOException {
      int distance = comparer.distance(document, sketch);
      if (distance == DocumentComparer.UNKNOWN) {
        return all();
      }
      List<Member> unsure = beyond(slotReach(distance), bySlots);
      if (!(unsure.isEmpty() && byText.isEmpty()) && comparer.sketches().readsTexts()) {
        for (Member member : unsure) {
          remove(member);
          boolean isKnown = member.distance != DocumentComparer.UNKNOWN;
          put(member, true, isKnown ? textDistance(member, texts) : member.distance);
        }
        int most = (int) ((1 - comparer.sketches().threshold()) * ONE);
        unsure = beyond(most - textDistance(document, texts), byText);
      }
      lastUnsure = unsure.size();
      return unsure;
    }

    private static List<Member> beyond(int reach, NavigableMap<Integer, Set<Member>> ring) {
      List<Member> beyond = new ArrayList<>();
      ring.tailMap(reach, false).values().forEach(beyond::addAll);
      return beyond;
    }

    /** How far documents may be to be near-duplicates for sure of one at this distance. */
    private int slotReach(int distance) {
      int reach = comparer.sketches().sureSlots() - Math.max(0, distance);
      return reach >= 0 ? reach : distance == DocumentComparer.COPY ? distance : NOWHERE;
    }

    private int textDistance(
        RankedDocument document, IOFunction<RankedDocument, Optional<ElementSet>> texts)
        throws IOException {
      if (text == null) {
        text = mostCommonElements(texts);
      }
      return texts
          .apply(document)
          .map(own -> (int) Math.ceil((1 - own.resemblance(text)) * ONE))
          .orElse(DocumentComparer.UNKNOWN);
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
                own -> {
                  for (long element : own.toArray()) {
                    counts.merge(element, 1, Integer::sum);
                  }
                });
      }
      counts.values().removeIf(count -> 2 * count <= sample.size());
      long[] elements = counts.keySet().stream().mapToLong(Long::longValue).toArray();
      return ElementSet.of(elements, elements.length);
    }
  }
}
