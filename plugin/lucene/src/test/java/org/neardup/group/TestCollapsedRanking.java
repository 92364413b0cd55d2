// SPDX-License-Identifier: Apache-2.0
package org.neardup.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.group.CollapsedRanking.Place;
import org.neardup.group.CollapsedRanking.Ranked;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;

/** Hits of several lists, beside a comparison with all earlier ones. */
public class TestCollapsedRanking extends LuceneTestCase {
  private static final ResemblanceRule RULE = ResemblanceRule.sketch(0.8);

  private TextSketcher sketcher;
  private SketchParameters parameters;

  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  private record Hit(String id, double score, byte[] sketch) {}

  @Override
  public void setUp() throws Exception {
    super.setUp();
    sketcher =
        CollapseConfig.defaults().withTextFields("text").textSketcher(new WhitespaceAnalyzer());
    parameters = sketcher.parameters();
  }

  /** Texts of a few families, with some words changed. */
  private List<Hit> hits(int count) throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      int family = random().nextInt(10);
      int oddOneIn = 20 + random().nextInt(200);
      for (int word = 0; word < 120; word++) {
        text.append(random().nextInt(oddOneIn) == 0 ? "x" + random().nextInt() : "w" + word)
            .append(family)
            .append(' ');
      }
      byte[] sketch =
          random().nextInt(20) == 0 ? null : sketcher.sketch(text.toString(), 0).value();
      hits.add(new Hit("d" + i, random().nextInt(count), sketch));
    }
    return hits;
  }

  private static List<List<Hit>> deal(List<Hit> hits, int lists) {
    List<List<Hit>> dealt = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      dealt.add(new ArrayList<>());
    }
    hits.forEach(hit -> dealt.get(random().nextInt(lists)).add(hit));
    return dealt;
  }

  private List<Place<Ranked<Hit>>> merge(List<List<Hit>> lists, boolean byScore) {
    return CollapsedRanking.merge(
        lists, Hit::sketch, byScore ? Hit::score : null, parameters, RULE);
  }

  private static String ids(List<Place<Ranked<Hit>>> places) {
    StringBuilder ids = new StringBuilder();
    for (Place<Ranked<Hit>> place : places) {
      ids.append(place.hit().hit().id);
      place.versions().forEach(version -> ids.append('+').append(version.hit().id));
      ids.append(' ');
    }
    return ids.toString();
  }

  /** Each goes behind the earlier visible one that it resembles most. */
  private String naive(List<Hit> ordered) {
    SketchComparer comparer = new SketchComparer(parameters, RULE);
    List<Hit> shown = new ArrayList<>();
    List<StringBuilder> ids = new ArrayList<>();
    for (Hit hit : ordered) {
      int most = -1;
      double best = 0;
      for (int i = 0; i < shown.size(); i++) {
        Hit other = shown.get(i);
        if (hit.sketch != null && other.sketch != null) {
          double value =
              comparer.haveSameText(other.sketch, hit.sketch)
                  ? 1
                  : comparer.estimated(other.sketch, hit.sketch).decisive();
          if (value >= 0.8 && value > best) {
            best = value;
            most = i;
          }
        }
      }
      if (most < 0) {
        shown.add(hit);
        ids.add(new StringBuilder(hit.id));
      } else {
        ids.get(most).append('+').append(hit.id);
      }
    }
    return String.join(" ", ids) + " ";
  }

  public void testListsOfShardsGiveThePageOfOneIndex() throws IOException {
    int collapsed = 0;
    for (int trial = 0; trial < 10; trial++) {
      List<Hit> hits = hits(1 + random().nextInt(80));
      List<List<Hit>> lists = deal(hits, 9);
      Comparator<Hit> order = Comparator.comparingDouble(Hit::score).reversed();
      lists.forEach(list -> list.sort(order));
      List<Hit> one = new ArrayList<>();
      lists.forEach(one::addAll);
      one.sort(order); // equal scores in the order of the lists
      List<Place<Ranked<Hit>>> places = merge(lists, true);
      assertEquals(naive(one), ids(places));
      collapsed += hits.size() - places.size();
      for (Place<Ranked<Hit>> place : places) {
        Ranked<Hit> hit = place.hit();
        assertSame(hit.hit(), lists.get(hit.list()).get(hit.rank() - 1));
      }
    }
    assertTrue("nothing collapsed", collapsed > 0);
  }

  public void testWithoutScoresAContentHasWhatItsVersionsHave() throws IOException {
    byte[] a = sketcher.sketch("a b c d e f g h i j k l m n o p", 0).value();
    byte[] b = sketcher.sketch("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14", 0).value();
    Hit top = new Hit("top", 0, null);
    Hit other = new Hit("other", 0, null);
    // b: 1/62 + 1/62; a: 1/63 + 1/61; top: 1/61; other: 1/63
    assertEquals(
        "a2+a1 b1+b2 top other ",
        ids(
            merge(
                List.of(
                    List.of(top, new Hit("b1", 0, b), new Hit("a1", 0, a)),
                    List.of(new Hit("a2", 0, a), new Hit("b2", 0, b), other)),
                false)));
    // Two versions in one list count once: 1/61 each, and the earlier list is first.
    assertEquals(
        "a1+a3 top ",
        ids(
            merge(
                List.of(List.of(new Hit("a1", 0, a), new Hit("a3", 0, a)), List.of(top)), false)));
  }

  public void testNothing() {
    assertEquals(List.of(), merge(List.of(), true));
    assertEquals(List.of(), merge(List.of(List.of(), List.of()), false));
  }
}
