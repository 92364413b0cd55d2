// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures rankings against judgements, as trec_eval does; or, under the novelty principle, with
 * the near-copies of a relevant document that was shown above counting as not relevant, and the
 * relevant documents counted without their near-copies; of different grades of near-copies, the
 * best holds for all.
 *
 * @param k how many documents are looked at, at least 1
 * @param level least grade of a relevant document; lower ones count as not relevant, with grade 0
 * @param novelty whether the novelty principle holds
 * @param copies which documents are near-copies
 * @param origins of documents, by id, to measure those too; null for none
 * @see <a href="https://doi.org/10.1145/1099554.1099733">Bernstein and Zobel, Redundant documents
 *     and search effectiveness, 2005</a>
 */
record Measurer(
    int k, int level, boolean novelty, Copies copies, Map<String, Set<String>> origins) {
  private static final double ALPHA = 0.5;

  /**
   * All measures of a ranking.
   *
   * @param ranking ids, best first
   * @param grades of the judged documents; without any relevant one all measures of relevance are 0
   */
  Map<Measure, Double> measure(List<String> ranking, Map<String, Integer> grades) {
    Map<String, Integer> judged = judgements(ranking, grades);
    List<Integer> gains = ranking.stream().map(id -> judged.getOrDefault(id, 0)).toList();
    List<Integer> ideal =
        judged.values().stream()
            .filter(gain -> gain > 0)
            .sorted(Collections.reverseOrder())
            .toList();
    List<String> top = ranking.subList(0, Math.min(k, ranking.size()));
    Map<Measure, Double> values = new EnumMap<>(Measure.class);
    values.put(Measure.PRECISION, (double) relevant(gains, k) / k);
    values.put(Measure.AVERAGE_PRECISION, averagePrecision(gains, ideal.size()));
    values.put(Measure.NDCG, ndcg(gains.stream().mapToDouble(gain -> gain), ideal));
    values.put(Measure.ALPHA_NDCG, alphaNdcg(ranking, judged));
    values.put(Measure.GROUP_NDCG, groupNdcg(ranking, judged));
    values.put(Measure.RECIPROCAL_RANK, reciprocalRank(gains));
    values.put(Measure.JUDGED, (double) top.stream().filter(grades::containsKey).count() / k);
    values.put(Measure.REDUNDANT, share(top.size() - distinct(top), top.size()));
    if (origins != null) {
      values.put(Measure.SAME_ORIGIN, share(repeatedOfOneOrigin(top), top.size()));
      long different = top.stream().flatMap(id -> originsOf(id).stream()).distinct().count();
      values.put(Measure.ORIGINS, (double) different);
    }
    return values;
  }

  /**
   * The judgements by which a program that measures plainly, such as trec_eval, finds the same as
   * this: what is less than relevant has grade 0, and under the novelty principle one document of
   * those that are near-copies has the best of their grades, the relevant one that is shown first
   * if any is, and the others have grade 0.
   */
  Map<String, Integer> judgements(List<String> ranking, Map<String, Integer> grades) {
    Map<String, Integer> judged = new LinkedHashMap<>();
    Map<Object, Integer> best = new LinkedHashMap<>();
    grades.forEach(
        (id, grade) -> {
          judged.put(id, novelty ? 0 : gain(grade));
          best.merge(copies.classOf(id), gain(grade), Math::max);
        });
    if (novelty) {
      Stream.concat(ranking.stream(), grades.keySet().stream())
          .filter(id -> gain(grades.getOrDefault(id, 0)) > 0)
          .forEach(
              id -> {
                Integer ofClass = best.remove(copies.classOf(id));
                if (ofClass != null) {
                  judged.put(id, ofClass);
                }
              });
    }
    return judged;
  }

  private int gain(int grade) {
    return grade >= level ? grade : 0;
  }

  private static long relevant(List<Integer> gains, int ranks) {
    return gains.stream().limit(ranks).filter(gain -> gain > 0).count();
  }

  private static double averagePrecision(List<Integer> gains, int relevant) {
    double sum = 0;
    int found = 0;
    for (int i = 0; i < gains.size(); i++) {
      if (gains.get(i) > 0) {
        sum += (double) ++found / (i + 1);
      }
    }
    return share(sum, relevant);
  }

  /** The discounted gains of a ranking, as a share of those of the best one. */
  private double ndcg(DoubleStream gains, Collection<? extends Number> all) {
    double[] ascending = all.stream().mapToDouble(Number::doubleValue).sorted().toArray();
    DoubleStream best =
        IntStream.range(0, ascending.length).mapToDouble(i -> ascending[ascending.length - 1 - i]);
    return share(discounted(gains), discounted(best));
  }

  private double discounted(DoubleStream gains) {
    double[] top = gains.limit(k).toArray();
    return IntStream.range(0, top.length)
        .mapToDouble(i -> top[i] * Math.log(2) / Math.log(i + 2))
        .sum();
  }

  private double alphaNdcg(List<String> ranking, Map<String, Integer> judged) {
    Map<Object, Double> next = new HashMap<>(); // gain of one more document of a group
    ToDoubleFunction<String> gain =
        id ->
            judged.getOrDefault(id, 0) <= 0
                ? 0
                : next.merge(copies.classOf(id), 1.0, (before, one) -> before * (1 - ALPHA));
    List<Double> all = judged.keySet().stream().map(gain::applyAsDouble).toList();
    next.clear();
    return ndcg(ranking.stream().mapToDouble(gain), all);
  }

  private double groupNdcg(List<String> ranking, Map<String, Integer> judged) {
    Map<Object, Integer> best = new HashMap<>();
    judged.forEach((id, gain) -> best.merge(copies.classOf(id), gain, Math::max));
    Stream<Object> groups = ranking.stream().map(copies::classOf).distinct();
    return ndcg(groups.mapToDouble(group -> best.getOrDefault(group, 0)), best.values());
  }

  private static double reciprocalRank(List<Integer> gains) {
    return IntStream.range(0, gains.size())
        .filter(i -> gains.get(i) > 0)
        .mapToDouble(i -> 1.0 / (i + 1))
        .findFirst()
        .orElse(0);
  }

  private int distinct(List<String> ids) {
    return (int) ids.stream().map(copies::classOf).distinct().count();
  }

  /** How many documents are near-copies of one above that has an origin in common with them. */
  private int repeatedOfOneOrigin(List<String> ids) {
    Set<List<Object>> seen = new HashSet<>(); // class and origin
    int repeated = 0;
    for (String id : ids) {
      List<List<Object>> own =
          originsOf(id).stream().map(origin -> List.of(copies.classOf(id), origin)).toList();
      repeated += own.stream().anyMatch(seen::contains) ? 1 : 0;
      seen.addAll(own);
    }
    return repeated;
  }

  private Set<String> originsOf(String id) {
    return origins.getOrDefault(id, Set.of());
  }

  private static double share(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }

  /** What is measured of a ranking; all but average precision look at its first k documents. */
  enum Measure {
    /** Share of k that is relevant. */
    PRECISION("P@%d"),
    /**
     * Mean over all relevant documents of the precision at the rank of each; 0 for one not found.
     */
    AVERAGE_PRECISION("AP"),
    /**
     * Sum of grade / log2(rank + 1), as a share of the most that k documents could have.
     *
     * @see <a href="https://doi.org/10.1145/582415.582418">Järvelin and Kekäläinen, Cumulated
     *     gain-based evaluation of IR techniques, 2002</a>
     */
    NDCG("nDCG@%d"),
    /**
     * nDCG of gains that say how new a relevant document is: 1 for the first of its near-copies,
     * half for each one after it of what the one before had. As ndeval finds it with alpha = .5
     * where each group of near-copies is a subtopic.
     *
     * @see <a href="https://doi.org/10.1145/1390334.1390446">Clarke et al., Novelty and diversity
     *     in information retrieval evaluation, 2008</a>
     */
    ALPHA_NDCG("alpha_nDCG@%d"),
    /** nDCG of groups of near-copies: each at the rank of the first shown, with the best grade. */
    GROUP_NDCG("group_nDCG@%d"),
    /** 1 / rank of the first relevant document, wherever it is ranked. */
    RECIPROCAL_RANK("RR"),
    /** Share of k that was judged. */
    JUDGED("judged@%d"),
    /** Share of the documents shown that are near-copies of one shown above them. */
    REDUNDANT("redundant@%d"),
    /** Share of these that also have an origin in common with that one. */
    SAME_ORIGIN("same_origin@%d"),
    /** How many different origins the documents shown have. */
    ORIGINS("origins@%d");

    private final String pattern;

    Measure(String pattern) {
      this.pattern = pattern;
    }

    /** The name that researchers know. */
    String label(int k) {
      return pattern.replace("%d", Integer.toString(k));
    }
  }
}
