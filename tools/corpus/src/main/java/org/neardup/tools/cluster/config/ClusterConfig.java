// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.ResemblanceRule;
import org.neardup.index.Verification;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Sketches;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.Json;

/**
 * What to cluster by. {@link #defaults} and the {@code with…} methods make one; what does not go
 * together, or is out of range, throws IllegalArgumentException.
 *
 * @param relation what makes a pair. Containment needs candidates broder with a sketch modulo, or
 *     exact, and is always counted in the elements
 * @param content what is compared of each document
 * @param threshold least resemblance, or containment, above 0, at most 1
 * @param verification what decides whether a candidate is one; {@link CandidateMethod#EXACT} always
 *     compares the elements themselves
 * @param window with {@link CandidateMethod#WINDOW}, with how many texts before it each is compared
 * @param maxBucket in a bucket of more texts than this, each is compared with the first so many
 *     only
 * @param analyzer the name of what makes the words, see {@link Analyzers}
 * @param guards without which no two are a pair; with {@link Guard#LOSSLESS} all elements of the
 *     smaller text stand in the larger one, which is the representative
 */
public record ClusterConfig(
    Relation relation,
    CandidateMethod candidates,
    SketchKind sketch,
    Shingling shingling,
    Content content,
    double threshold,
    Verification verification,
    Grouping grouping,
    OutputFormat format,
    int window,
    int maxBucket,
    String analyzer,
    List<Guard> guards)
    implements Serializable {
  private static final Set<String> LINKS = Set.of("links", "hosts");
  private static final double RECALL_AT_THRESHOLD = 0.99;

  /** Checks ranges, and what goes together. */
  public ClusterConfig {
    Objects.requireNonNull(relation, "relation");
    Objects.requireNonNull(shingling, "shingling");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(grouping, "grouping");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(analyzer, "analyzer");
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException(
          "threshold must be above 0 and at most 1, got " + threshold);
    }
    requirePositive("window", window);
    requirePositive("maxBucket", maxBucket);
    guards = List.copyOf(guards);
    requireGuards(guards, relation, shingling);
    if (guards.contains(Guard.LOSSLESS)
        && (grouping != Grouping.ANCHORED || verification == Verification.SKETCH)) {
      throw new IllegalArgumentException(
          "guard lossless needs anchored groups, and elements to verify by, got "
              + Json.lower(grouping)
              + " and "
              + Json.lower(verification));
    }
    if (candidates == CandidateMethod.EXACT && verification == Verification.SKETCH) {
      throw new IllegalArgumentException("candidates exact are not verified by sketches");
    }
    if (relation == Relation.CONTAINMENT) {
      requireContainment(candidates, sketch, verification);
    } else if (candidates == CandidateMethod.LSH) {
      bands(sketch, threshold); // throws if there are none
    }
  }

  private static void requireGuards(List<Guard> guards, Relation relation, Shingling shingling) {
    if (!guards.isEmpty()
        && (relation == Relation.CONTAINMENT || shingling.unit() == Shingling.Unit.VALUE)) {
      throw new IllegalArgumentException(
          "guards go with the resemblance of texts, got " + guards + " with others");
    }
  }

  private static void requireContainment(
      CandidateMethod candidates, SketchKind sketch, Verification verification) {
    if (verification == Verification.SKETCH) {
      throw new IllegalArgumentException("containment is not verified by sketches");
    } else if (candidates != CandidateMethod.BRODER && candidates != CandidateMethod.EXACT) {
      throw new IllegalArgumentException(
          "containment needs candidates broder or exact, got " + Json.lower(candidates));
    } else if (candidates == CandidateMethod.BRODER
        && sketch.algorithm() != SketchKind.Algorithm.MODULO) {
      throw new IllegalArgumentException(
          "containment needs a sketch modulo:N for candidates broder, got " + sketch);
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, got " + value);
    }
  }

  /** Bands of the default sketch of shingles of 5 words, threshold .8, anchored clusters. */
  public static ClusterConfig defaults() {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        CandidateMethod.LSH,
        new SketchKind(SketchKind.Algorithm.FAST, Sketches.DEFAULT_SLOTS),
        Shingling.words(5),
        Content.FULL,
        0.8,
        Verification.AUTO,
        Grouping.ANCHORED,
        OutputFormat.CLUSTERS,
        100,
        1000,
        Analyzers.DEFAULT,
        List.of());
  }

  /**
   * The bands that {@link CandidateMethod#LSH} compares by.
   *
   * @throws IllegalArgumentException if the sketch has no slots
   */
  public Bands bands() {
    return bands(sketch, threshold);
  }

  private static Bands bands(SketchKind sketch, double threshold) {
    if (!sketch.hasSlots()) {
      throw new IllegalArgumentException(
          "candidates lsh need a sketch with slots, fast or minhash, got " + sketch);
    }
    return Bands.choose(threshold, RECALL_AT_THRESHOLD, sketch.size());
  }

  /**
   * Reads {@code word:5}, {@code char:8} and the like, or {@code bag}: a set in which the second
   * "the" is not the first.
   *
   * @throws IllegalArgumentException if the text does not have this form
   */
  public static Shingling shingling(String text) {
    if (text.equals("bag")) {
      return Shingling.words(1).withOccurrences(true);
    }
    Shingling shingling = Shingling.parse(text);
    if (shingling.unit() == Shingling.Unit.VALUE) {
      throw new IllegalArgumentException(
          "shingle must be word:K, char:K or bag, got " + text + ", which is for sets of values");
    }
    return shingling;
  }

  /** What makes a difference, by the names of the options of the command line, in their words. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("analyzer", analyzer);
    if (relation != Relation.RESEMBLANCE) {
      settings.put("relation", Json.lower(relation));
    }
    settings.put("candidates", Json.lower(candidates));
    if (candidates != CandidateMethod.EXACT) {
      settings.put("sketch", sketch.toString());
      settings.put("seed", Long.toHexString(Sketches.DEFAULT_SEED));
    }
    if (candidates == CandidateMethod.LSH) {
      settings.put("bands", bands().bands() + "x" + bands().rows());
    }
    if (candidates == CandidateMethod.LSH || candidates == CandidateMethod.BRODER) {
      settings.put("max-bucket", Integer.toString(maxBucket));
    } else if (candidates == CandidateMethod.WINDOW) {
      settings.put("window", Integer.toString(window));
    }
    settings.put("content", Json.lower(content));
    settings.put("shingle", shingling.toString());
    settings.put("threshold", Double.toString(threshold));
    if (!guards.isEmpty()) {
      settings.put("guard", guards.stream().map(Guard::toString).collect(Collectors.joining(",")));
    }
    settings.put("verify", Json.lower(comparesElements() ? Verification.EXACT : verification));
    settings.put("grouping", Json.lower(grouping));
    return settings;
  }

  /** Whether a document's main text makes a difference: it is compared, or determines the kind. */
  public boolean needsMainText() {
    return content == Content.MAIN || (format == OutputFormat.CLUSTERS && !comparesValues());
  }

  /** Whether whole texts are compared, too, to find the kind of clusters of near main texts. */
  public boolean keepsWholeTexts() {
    return content == Content.MAIN
        && format == OutputFormat.CLUSTERS
        && relation == Relation.RESEMBLANCE;
  }

  /** Whether elements alone decide. */
  public boolean comparesElements() {
    return candidates == CandidateMethod.EXACT || relation == Relation.CONTAINMENT;
  }

  /** Whether elements are kept, to count the resemblance in them. */
  public boolean keepsElements() {
    return verification != Verification.SKETCH;
  }

  /** Whether values of fields are compared instead of texts. */
  public boolean comparesValues() {
    return shingling.unit() == Shingling.Unit.VALUE;
  }

  /** Whether sets with the values of some fields are what pages point to. */
  public static boolean areLinks(List<String> fields) {
    return LINKS.containsAll(fields);
  }

  /** Whether the larger of two texts is the earlier one, as the smaller is to stand in it. */
  public boolean ordersBySize() {
    return relation == Relation.CONTAINMENT || guards.contains(Guard.LOSSLESS);
  }

  public ResemblanceRule rule() {
    return verification.rule(threshold, shingling).withLossless(guards.contains(Guard.LOSSLESS));
  }

  /** The same with other candidates and another sketch for them. */
  public ClusterConfig withCandidates(CandidateMethod method, SketchKind newSketch) {
    return with(method, newSketch, shingling, content, threshold, analyzer, guards);
  }

  /** The same with other elements and another threshold. */
  public ClusterConfig withComparison(Shingling newShingling, double newThreshold) {
    return with(candidates, sketch, newShingling, content, newThreshold, analyzer, guards);
  }

  /** The same with other words. */
  public ClusterConfig withAnalyzer(String newAnalyzer) {
    return with(candidates, sketch, shingling, content, threshold, newAnalyzer, guards);
  }

  /** The same with other guards. */
  public ClusterConfig withGuards(List<Guard> newGuards) {
    return with(candidates, sketch, shingling, content, threshold, analyzer, newGuards);
  }

  /** The same with another rule for what is a pair, and for what pairs make a group. */
  public ClusterConfig withGrouping(
      Grouping newGrouping, Verification newVerification, int newMaxBucket) {
    return new ClusterConfig(
        relation,
        candidates,
        sketch,
        shingling,
        content,
        threshold,
        newVerification,
        newGrouping,
        format,
        window,
        newMaxBucket,
        analyzer,
        guards);
  }

  private ClusterConfig with(
      CandidateMethod method,
      SketchKind newSketch,
      Shingling newShingling,
      Content newContent,
      double newThreshold,
      String newAnalyzer,
      List<Guard> newGuards) {
    return new ClusterConfig(
        relation,
        method,
        newSketch,
        newShingling,
        newContent,
        newThreshold,
        verification,
        grouping,
        format,
        window,
        maxBucket,
        newAnalyzer,
        newGuards);
  }
}
