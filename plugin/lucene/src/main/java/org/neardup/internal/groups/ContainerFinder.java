// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.group.HotKeyLimits;
import org.neardup.internal.record.FingerprintReader;
import org.neardup.internal.sketch.ElementSet;

/**
 * Finds which visible documents of a snapshot contain another, by the fingerprints of their texts:
 * the larger one must have at least half of the sample of the smaller one. Whatever is found that
 * way is counted in the texts.
 *
 * <p>Larger is the one of more elements, repeats included, and of equals the one that came first.
 * So what contains a document depends on these documents alone, and no two contain each other.
 */
final class ContainerFinder {
  /** The larger first. */
  static final Comparator<LiveDocument> LARGEST_FIRST =
      Comparator.comparingInt((LiveDocument document) -> -document.elementCount())
          .thenComparingLong(document -> document.order);

  private static final int ERRORS = 4; // standard errors of an estimate that prove it too small

  private final List<SnapshotSegment> segments;
  private final SketchComparer sketches;
  private final DocumentComparer texts;
  private final double least;
  private final double margin;
  private long skipped;

  /** A larger document, and how much of the sample it has. */
  private record Candidate(LiveDocument document, int held) {
    static final Comparator<Candidate> LIKELIEST_FIRST =
        Comparator.comparingInt((Candidate candidate) -> -candidate.held)
            .thenComparingLong(candidate -> candidate.document.order);
  }

  ContainerFinder(
      List<SnapshotSegment> segments,
      DocumentComparer comparer,
      double least,
      SketchParameters parameters) {
    this.segments = segments;
    sketches = comparer.sketches();
    texts = comparer;
    this.least = least;
    margin = ERRORS * parameters.format().packing().standardError(0.5);
  }

  /** Documents that were not looked at, as too many have a fingerprint or do not contain a text. */
  long skipped() {
    return skipped;
  }

  /** The fingerprints of a document; none if its text is short, or not available. */
  long[] fingerprints(LiveDocument document) throws IOException {
    return sketches.isShort(document.value)
        ? new long[0]
        : texts.text(document).map(SketchedText::fingerprints).orElse(new long[0]);
  }

  /** How much of the sample of a text a container has at least: half of what it has at least. */
  private static int leastHeld(int elements) {
    int fingerprints = SketchedText.leastFingerprints(elements);
    return (Math.clamp(fingerprints, 1, FingerprintReader.SAMPLE) + 1) / 2;
  }

  /**
   * What contains a document: of several, the one that has the most of its sample, or else came
   * first. Null if there is none.
   *
   * @param fingerprints of the document
   * @param isHidden tells groups whose visible document hides nothing
   */
  LiveDocument container(LiveDocument document, long[] fingerprints, LongPredicate isHidden)
      throws IOException {
    int sample = Math.min(FingerprintReader.SAMPLE, fingerprints.length);
    List<Candidate> candidates =
        holders(
            false,
            Arrays.copyOf(fingerprints, sample),
            (elements, held) ->
                elements >= document.elementCount() && held >= leastHeld(document.elementCount()));
    candidates.removeIf(
        other -> !isLarger(other.document, document) || isHidden.test(other.document.group()));
    return candidates.isEmpty() ? null : first(document, candidates);
  }

  /**
   * Visible documents that have some of some fingerprints.
   *
   * @param inSamples whether only those in their samples count
   * @param test tells from how many elements one has, and how many of the fingerprints, whether it
   *     may be asked for; others are not read
   */
  private List<Candidate> holders(
      boolean inSamples, long[] fingerprints, BiPredicate<Integer, Integer> test)
      throws IOException {
    int most = HotKeyLimits.HOLDERS;
    List<Candidate> holders = new ArrayList<>();
    for (SnapshotSegment segment : segments) {
      Map<Integer, Integer> counts = new TreeMap<>(); // as they are stored
      FingerprintReader reader = segment.fingerprints();
      skipped += reader.count(inSamples, fingerprints, segment.visible(), counts, most);
      for (Map.Entry<Integer, Integer> each : counts.entrySet()) {
        if (test.test(segment.elements(each.getKey()), each.getValue())) {
          holders.add(new Candidate(segment.load(each.getKey()), each.getValue()));
        }
      }
    }
    return holders;
  }

  private static boolean isLarger(LiveDocument large, LiveDocument small) {
    return large.scope == small.scope && LARGEST_FIRST.compare(large, small) < 0;
  }

  /** The first that contains it, by what is counted. */
  private LiveDocument first(LiveDocument document, List<Candidate> candidates) throws IOException {
    candidates.sort(Candidate.LIKELIEST_FIRST);
    Optional<ElementSet> elements = texts.elements(document);
    int inVain = 0;
    for (int i = 0; i < candidates.size(); i++) {
      LiveDocument other = candidates.get(i).document;
      if (elements.isPresent() && mayContain(document, elements.get().size(), other)) {
        if (texts.containment(document, other).orElse(0.0) >= least) {
          return other;
        } else if (++inVain == HotKeyLimits.UNLIKE) {
          skipped += candidates.size() - i - 1;
          break;
        }
      }
    }
    return null;
  }

  /** Whether the sketches leave it possible that a document of so many elements is contained. */
  private boolean mayContain(LiveDocument document, int size, LiveDocument other) {
    double common = least * size;
    double resemblance = common / (size + other.elementCount() - common);
    return sketches.estimate(document.value, other.value) >= resemblance - margin;
  }

  /** Visible documents that may be contained in one. */
  List<LiveDocument> mayBeContained(LiveDocument document, long[] fingerprints) throws IOException {
    return holders(
            true,
            fingerprints,
            (elements, held) -> elements <= document.elementCount() && held >= leastHeld(elements))
        .stream()
        .map(Candidate::document)
        .filter(other -> isLarger(document, other))
        .toList();
  }
}
