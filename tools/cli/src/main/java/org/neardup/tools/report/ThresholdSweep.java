// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.GroupDeriver;
import org.neardup.tools.page.Numbers;

/**
 * How many documents would be hidden at other thresholds, by their sketches alone: as if they
 * arrived in the same order, and the first of each group were shown. For each threshold the bands
 * are those that an index would have.
 *
 * <p>Memory: 200 bytes a different sketch, and 50 a document. For one thread.
 */
public final class ThresholdSweep {
  /** At which thresholds to count, besides the one in use. */
  static final List<Double> THRESHOLDS = List.of(.7, .75, .8, .85, .9, .95);

  private static final double MARGIN = 0.05; // of the chart

  private static final String FIELD = "sketch";

  private final SketchSettings settings;
  private final SketchParameters parameters;
  private final Map<BytesRef, Long> arrivals = new LinkedHashMap<>(); // of the first with a sketch
  private long documents;
  private long sketches;

  /**
   * A count.
   *
   * @param isInUse whether it is for the threshold that near-duplicates were found by
   * @param hidden how many documents would be, or are
   * @param share of all documents
   */
  public record Point(double threshold, boolean isInUse, long hidden, double share) {

    /** As in {@code At .85, 12 documents would be hidden, 3.4 % of all}. */
    public String said() {
      String are = hidden == 1 ? " is" : " are";
      return "At "
          + Numbers.threshold(threshold)
          + (isInUse ? ", which is in use, " : ", ")
          + Numbers.count(hidden, "document")
          + (isInUse ? are : " would be")
          + " hidden, "
          + Numbers.percent(share)
          + " of all.";
    }
  }

  /**
   * Counts nothing yet.
   *
   * @param settings in use
   * @param parameters of the sketches
   */
  ThresholdSweep(SketchSettings settings, SketchParameters parameters) {
    this.settings = settings;
    this.parameters = parameters;
  }

  /**
   * Takes the next document.
   *
   * @param arrival documents arrived in the order of these; those with the same one, as they are
   *     taken
   * @param sketch null if its text is empty; not changed from now on
   */
  void add(long arrival, byte[] sketch) {
    documents++;
    if (sketch != null) {
      sketches++;
      arrivals.merge(new BytesRef(sketch), arrival, Math::min);
    }
  }

  /**
   * Counts, from the least threshold to the greatest; nothing if there are no documents. Left out
   * are thresholds for which there are no bands of so few slots.
   *
   * @param hiddenNow how many documents are hidden at the threshold in use
   */
  List<Point> run(long hiddenNow) throws IOException {
    Set<Double> thresholds = new TreeSet<>(THRESHOLDS);
    thresholds.add(settings.threshold());
    List<BytesRef> different =
        arrivals.entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .toList();
    long copies =
        sketches - different.size(); // of one that is visible, or hidden, as they would be
    List<Point> points = new ArrayList<>();
    for (double threshold : thresholds) {
      if (documents == 0 || !hasBands(threshold)) {
        continue;
      }
      boolean isInUse = threshold == settings.threshold();
      long hidden = isInUse ? hiddenNow : copies + hidden(threshold, different);
      points.add(new Point(threshold, isInUse, hidden, (double) hidden / documents));
    }
    return points;
  }

  private boolean hasBands(double threshold) {
    try {
      return settings.withThreshold(threshold).bands() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private long hidden(double threshold, List<BytesRef> different) throws IOException {
    SketchParameters banded = parameters.withBands(settings.withThreshold(threshold).bands());
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    config.setCodec(NearDupCodec.wrap(config.getCodec(), FIELD, banded));
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (BytesRef sketch : different) {
          Document document = new Document();
          document.add(new BinaryDocValuesField(FIELD, sketch));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return new GroupDeriver(
                FIELD, threshold, DocumentOrder.BY_NUMBER, ForkJoinPool.commonPool())
            .groups(reader)
            .hidden();
      }
    }
  }

  /**
   * Draws the share of documents that would be hidden, by threshold.
   *
   * @param points at least one
   */
  static Drawing draw(List<Point> points) {
    Drawing drawing =
        new Drawing(
            "what-if-curve",
            "Documents hidden, by threshold",
            title(points.getFirst()) + "; " + title(points.getLast()) + ".");
    for (int i = 0; i <= 4; i++) {
      drawing.horizontal(i / 4.0, i * 25 + " %");
    }
    drawing.path(points.stream().map(point -> Drawing.point(place(point, points), point.share())));
    for (Point point : points) {
      double place = place(point, points);
      if (point.isInUse()) {
        drawing.vertical(place);
      }
      drawing.dot(place, point.share(), title(point));
      if (THRESHOLDS.contains(point.threshold())) {
        drawing.below(place, Numbers.threshold(point.threshold()));
      }
    }
    drawing.names("threshold", "documents hidden");
    return drawing;
  }

  private static double place(Point point, List<Point> points) {
    double least = Math.max(0, points.getFirst().threshold() - MARGIN);
    return (point.threshold() - least) / (1 - least);
  }

  private static String title(Point point) {
    return Numbers.count(point.hidden()) + " at " + Numbers.threshold(point.threshold());
  }
}
