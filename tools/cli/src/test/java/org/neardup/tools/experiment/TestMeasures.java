// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.Test;
import org.neardup.tools.experiment.ExperimentReport.RunComparison;
import org.neardup.tools.experiment.Measurer.Measure;

/** Against small cases that were computed by hand. */
public class TestMeasures {
  private static final double EXACT = 1e-12;

  /** a1 and a2 are near-copies, and so are b1 and b2. */
  private static final Copies COPIES = new Copies(Map.of("a1", 1, "a2", 1, "b1", 2, "b2", 2));

  private static final Map<String, Integer> GRADES =
      Map.of("a1", 1, "a2", 3, "b1", 2, "c", 2, "d", 0, "e", -1);

  private static final List<String> RANKING = List.of("d", "a1", "x", "a2", "b2", "b1");

  @Test
  public void testPlainMeasures() {
    Map<Measure, Double> values = new Measurer(5, 1, false, COPIES, null).measure(RANKING, GRADES);
    // Relevant at ranks 2, 4 and 6; there are four of them.
    assertEquals(2.0 / 5, values.get(Measure.PRECISION), EXACT);
    assertEquals((1.0 / 2 + 2.0 / 4 + 3.0 / 6) / 4, values.get(Measure.AVERAGE_PRECISION), EXACT);
    double ideal = 3 / log2(2) + 2 / log2(3) + 2 / log2(4) + 1 / log2(5);
    assertEquals((1 / log2(3) + 3 / log2(5)) / ideal, values.get(Measure.NDCG), EXACT);
    assertEquals(0.5, values.get(Measure.RECIPROCAL_RANK), EXACT);
    assertEquals(3.0 / 5, values.get(Measure.JUDGED), EXACT); // d, a1, a2
    assertEquals(1.0 / 5, values.get(Measure.REDUNDANT), EXACT); // a2 after a1
  }

  @Test
  public void testOrigins() {
    Map<String, Set<String>> origins =
        Map.of("a1", Set.of("x", "y"), "a2", Set.of("y"), "b1", Set.of("x"), "b2", Set.of("z"));
    List<String> ranking = List.of("a1", "a2", "b2", "b1", "c");
    Map<Measure, Double> values =
        new Measurer(5, 1, false, COPIES, origins).measure(ranking, GRADES);
    assertEquals(2.0 / 5, values.get(Measure.REDUNDANT), EXACT); // a2 and b1
    assertEquals(1.0 / 5, values.get(Measure.SAME_ORIGIN), EXACT); // a2, as a1 is from y, too
    assertEquals(3, values.get(Measure.ORIGINS), EXACT);
    assertNull(
        new Measurer(5, 1, false, COPIES, null).measure(ranking, GRADES).get(Measure.ORIGINS));
  }

  @Test
  public void testMeasuresOfGroups() {
    Map<Measure, Double> values = new Measurer(5, 1, false, COPIES, null).measure(RANKING, GRADES);
    // a2 is half as new as a1; b2 was not judged. At best a, b and c, and then the other a.
    double most = 1 / log2(2) + 1 / log2(3) + 1 / log2(4) + 0.5 / log2(5);
    assertEquals((1 / log2(3) + 0.5 / log2(5)) / most, values.get(Measure.ALPHA_NDCG), EXACT);
    // Groups d, a, x, b; a has the grade of a2, and b the one of b1.
    double ideal = 3 / log2(2) + 2 / log2(3) + 2 / log2(4);
    assertEquals((3 / log2(3) + 2 / log2(5)) / ideal, values.get(Measure.GROUP_NDCG), EXACT);
  }

  /** As ndeval finds it, which builds the best ranking by taking what is newest each time. */
  @Test
  public void testAlphaNdcgIsThatOfSubtopics() {
    Random random = new Random(5);
    for (int trial = 0; trial < 200; trial++) {
      Map<String, Object> classes = new HashMap<>();
      Map<String, Integer> grades = new HashMap<>();
      List<String> ranking = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        classes.put("d" + i, random.nextInt(5));
        grades.put("d" + i, random.nextInt(3) - 1);
        ranking.add("d" + i);
      }
      Collections.shuffle(ranking, random);
      List<String> left = new ArrayList<>(ranking);
      List<String> best = new ArrayList<>();
      while (!left.isEmpty()) {
        String newest =
            Collections.max(
                left, Comparator.comparingDouble(id -> newness(id, best, classes, grades)));
        best.add(newest);
        left.remove(newest);
      }
      double ideal = discountedNewness(best, classes, grades);
      assertEquals(
          ideal == 0 ? 0 : discountedNewness(ranking, classes, grades) / ideal,
          new Measurer(7, 1, false, new Copies(classes), null)
              .measure(ranking, grades)
              .get(Measure.ALPHA_NDCG),
          EXACT);
    }
  }

  private static double newness(
      String id, List<String> above, Map<String, Object> classes, Map<String, Integer> grades) {
    long seen =
        above.stream()
            .filter(other -> grades.get(other) > 0)
            .filter(other -> classes.get(other).equals(classes.get(id)))
            .count();
    return grades.get(id) > 0 ? Math.pow(0.5, (double) seen) : 0;
  }

  private static double discountedNewness(
      List<String> ranking, Map<String, Object> classes, Map<String, Integer> grades) {
    double sum = 0;
    for (int i = 0; i < 7; i++) {
      sum += newness(ranking.get(i), ranking.subList(0, i), classes, grades) / log2(i + 2);
    }
    return sum;
  }

  @Test
  public void testNoveltyMeasures() {
    Map<Measure, Double> values = new Measurer(5, 1, true, COPIES, null).measure(RANKING, GRADES);
    // a2 comes after its near-copy; b2, which nobody judged, takes nothing from b1. There are
    // three.
    assertEquals(1.0 / 5, values.get(Measure.PRECISION), EXACT);
    assertEquals((1.0 / 2 + 2.0 / 6) / 3, values.get(Measure.AVERAGE_PRECISION), EXACT);
    double ideal = 3 / log2(2) + 2 / log2(3) + 2 / log2(4); // the better one of a1 and a2
    assertEquals("the better grade counts", 3 / log2(3) / ideal, values.get(Measure.NDCG), EXACT);
    assertEquals(0.5, values.get(Measure.RECIPROCAL_RANK), EXACT);
  }

  @Test
  public void testPlainMeasuresOfNoveltyJudgementsAreNoveltyMeasures() {
    for (int level : new int[] {1, 2, 3}) {
      Measurer novelty = new Measurer(5, level, true, COPIES, null);
      assertEquals(
          novelty.measure(RANKING, GRADES),
          new Measurer(5, 1, false, COPIES, null)
              .measure(RANKING, novelty.judgements(RANKING, GRADES)));
    }
    assertEquals(
        Map.of("a1", 3, "a2", 0, "b1", 2, "c", 2, "d", 0, "e", 0),
        new Measurer(5, 1, true, COPIES, null).judgements(RANKING, GRADES));
  }

  @Test
  public void testJudgementsArePassedOnToNearCopiesThatWereNotJudged() {
    Qrels qrels = new Qrels();
    GRADES.forEach((id, grade) -> qrels.add("1", id, grade));
    qrels.add("2", "a1", 0);
    qrels.add("2", "nowhere", 2);
    Qrels all = qrels.passedOn(COPIES);
    Map<String, Integer> expected = new HashMap<>(GRADES);
    expected.put("b2", 2);
    assertEquals(expected, all.of("1"));
    assertEquals(Map.of("a1", 0, "a2", 0, "nowhere", 2), all.of("2"));
  }

  @Test
  public void testGradesBelowTheLevelCountAsNothing() {
    Map<Measure, Double> plain = new Measurer(5, 2, false, COPIES, null).measure(RANKING, GRADES);
    assertEquals(1.0 / 5, plain.get(Measure.PRECISION), EXACT);
    assertEquals((1.0 / 4 + 2.0 / 6) / 3, plain.get(Measure.AVERAGE_PRECISION), EXACT);
    double ideal = 3 / log2(2) + 2 / log2(3) + 2 / log2(4);
    assertEquals(3 / log2(5) / ideal, plain.get(Measure.NDCG), EXACT);
    assertEquals(0.25, plain.get(Measure.RECIPROCAL_RANK), EXACT);
    Map<Measure, Double> novelty = new Measurer(5, 2, true, COPIES, null).measure(RANKING, GRADES);
    assertEquals("a1 is not relevant, so a2 is new", plain, novelty);
  }

  @Test
  public void testAPerfectRankingHasOneOfEach() {
    Map<Measure, Double> values =
        new Measurer(3, 1, true, COPIES, null).measure(List.of("a2", "b1", "c"), GRADES);
    assertEquals(1, values.get(Measure.PRECISION), EXACT);
    assertEquals(1, values.get(Measure.AVERAGE_PRECISION), EXACT);
    assertEquals(1, values.get(Measure.NDCG), EXACT);
    assertEquals(1, values.get(Measure.RECIPROCAL_RANK), EXACT);
    assertEquals(0, values.get(Measure.REDUNDANT), EXACT);
  }

  @Test
  public void testNothingFoundOrNothingRelevant() {
    Measurer measurer = new Measurer(5, 1, true, COPIES, null);
    measurer.measure(List.of(), GRADES).values().forEach(value -> assertEquals(0, value, 0));
    Map<Measure, Double> values = measurer.measure(List.of("d", "x"), Map.of("d", 0));
    assertEquals(0, values.get(Measure.AVERAGE_PRECISION), 0);
    assertEquals(0, values.get(Measure.NDCG), 0);
    assertEquals(1.0 / 5, values.get(Measure.JUDGED), EXACT);
  }

  @Test
  public void testPairedTest() {
    // Differences 1, 2, 3, 0: mean 1.5, standard deviation 1.29099, t 2.32379 with 3 degrees.
    RunComparison versus = RunComparison.of(new double[] {2, 4, 6, 1}, new double[] {1, 2, 3, 1});
    assertEquals(1.5, versus.difference(), EXACT);
    assertEquals(0.10271, versus.p(), 1e-4);
    assertEquals(List.of(3L, 1L, 0L), List.of(versus.more(), versus.equal(), versus.less()));
    assertEquals(1, RunComparison.of(new double[] {1, 2}, new double[] {1, 2}).p(), EXACT);
    assertNull(RunComparison.of(new double[] {1}, new double[] {2}).p());
  }

  @Test
  public void testNearCopiesAmongTheJudged() {
    Qrels qrels = new Qrels();
    GRADES.forEach((id, grade) -> qrels.add("1", id, grade));
    qrels.add("2", "b1", 1);
    qrels.add("2", "b2", 1);
    assertEquals(new Copies.Judged(8, 3, 2, 2, 1), Copies.Judged.of(qrels, COPIES));
  }

  private static double log2(double x) {
    return Math.log(x) / Math.log(2);
  }
}
