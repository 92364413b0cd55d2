// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.neardup.analysis.Shingling;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.cluster.grouping.Groups;
import org.neardup.tools.cluster.grouping.TransitiveGroups;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.input.InputDocument;

/** Groups beside simple models of them. */
public class TestGroups extends ClusterTestCase {
  private static final double THRESHOLD = 0.6;

  private static ClusterConfig exact(Grouping grouping) {
    return config(CandidateMethod.EXACT, Verification.EXACT, grouping, OutputFormat.CLUSTERS);
  }

  private static ClusterConfig config(
      CandidateMethod candidates,
      Verification verification,
      Grouping grouping,
      OutputFormat format) {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        candidates,
        SketchKind.parse("fast:128"),
        Shingling.words(2),
        Content.FULL,
        THRESHOLD,
        verification,
        grouping,
        format,
        1,
        1000,
        "standard",
        List.of());
  }

  public void testAnchoredGroupsAreThoseOfOneDocumentAfterTheOther() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 200);
    Model model = new Model(documents, ANALYZER, Shingling.words(2));
    int[] representatives = new int[model.ids().size()];
    for (int i = 0; i < representatives.length; i++) {
      int first = model.firstCopy(i); // copies stay together
      representatives[i] = first == i ? i : representatives[first];
      double best = first == i ? 0 : Double.POSITIVE_INFINITY;
      for (int j = 0; j < i; j++) {
        double resemblance = model.resemblance(i, j);
        if (representatives[j] == j && resemblance >= THRESHOLD && resemblance > best) {
          best = resemblance;
          representatives[i] = j;
        }
      }
    }
    assertGroups(model, representatives, cluster(exact(Grouping.ANCHORED), documents));
  }

  public void testTransitiveGroupsAreWhatPairsConnect() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 200);
    Model model = new Model(documents, ANALYZER, Shingling.words(2));
    int[] representatives = IntStream.range(0, model.ids().size()).toArray();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < representatives.length; i++) {
        for (int j = 0; j < i; j++) {
          if (representatives[i] != representatives[j] && model.resemblance(i, j) >= THRESHOLD) {
            int least = Math.min(representatives[i], representatives[j]);
            representatives[i] = least;
            representatives[j] = least;
            changed = true;
          }
        }
      }
    }
    assertGroups(model, representatives, cluster(exact(Grouping.TRANSITIVE), documents));
  }

  /** Each line is a group of the model, in order, with resemblances as the model has them. */
  private static void assertGroups(Model model, int[] representatives, Result result)
      throws Exception {
    List<String> lines = result.output().lines().toList();
    int line = 0;
    for (int group = 0; group < representatives.length; group++) {
      int representative = group;
      int[] members =
          IntStream.range(0, representatives.length)
              .filter(i -> representatives[i] == representative && i != representative)
              .toArray();
      if (members.length > 0) {
        JsonNode cluster = new JsonMapper().readTree(lines.get(line++));
        assertEquals(model.ids().get(group), cluster.get("representative").asText());
        assertEquals(members.length + 1, cluster.get("documents").asInt());
        assertEquals(members.length, cluster.get("members").size());
        for (int i = 0; i < members.length; i++) {
          JsonNode member = cluster.get("members").get(i);
          assertEquals(model.ids().get(members[i]), member.get("id").asText());
          assertEquals(
              model.resemblance(group, members[i]), member.get("resemblance").asDouble(), 0.00005);
          assertTrue(member.get("by").asText().matches("same_text|exact"));
        }
      }
    }
    assertEquals(line, lines.size());
    assertEquals(line, result.counts().clusters());
  }

  private static ClusterConfig bySketches(OutputFormat format) {
    return config(CandidateMethod.LSH, Verification.SKETCH, Grouping.ANCHORED, format);
  }

  public void testSketchesThatSayNothingShowNoResemblance() throws Exception {
    List<InputDocument> documents =
        List.of(Corpora.document("a", "one two three"), Corpora.document("b", "one two four"));
    ClusterConfig modulo =
        bySketches(OutputFormat.PAIRS)
            .withCandidates(CandidateMethod.WINDOW, SketchKind.parse("modulo:1000000"));
    assertEquals("", cluster(modulo, documents).output());
  }

  /** Long texts that differ in one word: all slots agree, and still they are not the same. */
  public void testAnEstimateIsOneOnlyOfTheSameText() throws Exception {
    List<InputDocument> documents = new ArrayList<>();
    String[] words = IntStream.range(0, 3000).mapToObj(i -> "w" + i).toArray(String[]::new);
    for (int i = 0; i < 30; i++) {
      String[] changed = words.clone();
      changed[100 * i] = "changed";
      documents.add(Corpora.document("d" + i, String.join(" ", changed)));
    }
    documents.add(Corpora.document("same", documents.getFirst().text()));
    Result pairs = cluster(bySketches(OutputFormat.PAIRS), documents);
    assertEquals(31 * 30 / 2, pairs.output().lines().count());
    for (String line : pairs.output().lines().toList()) {
      boolean isSame = line.contains("\tsame_text\t");
      assertEquals(line, isSame, line.contains("\t1.0000\t"));
      assertEquals(line, isSame, line.endsWith("\t0.0000"));
    }
    assertTrue(pairs.output(), pairs.output().contains("\t0.9961\testimate\t0.0166\n"));
    JsonNode members =
        new JsonMapper()
            .readTree(cluster(bySketches(OutputFormat.CLUSTERS), documents).output())
            .get("members");
    assertEquals(30, members.size());
    for (JsonNode member : members) {
      boolean isSame = member.get("by").asText().equals("same_text");
      assertEquals(isSame ? 1 : .98, member.get("resemblance").asDouble(), isSame ? 0 : .0199);
    }
  }

  public void testUnionsInAnyOrder() {
    int texts = 1000;
    List<Long> pairs = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      int a = random().nextInt(texts);
      pairs.add(Pairs.of(a, (a + 1 + random().nextInt(texts - 1)) % texts));
    }
    int[] expected = roots(pairs, texts);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(pairs, random());
      assertArrayEquals(expected, roots(pairs, texts));
    }
  }

  /** The definition: groups as sets of texts, joined pair by pair, the most alike first. */
  private static int[] parted(Map<Long, Double> near, Set<Long> different, int texts) {
    List<Set<Integer>> groups = new ArrayList<>();
    for (int i = 0; i < texts; i++) {
      groups.add(new TreeSet<>(Set.of(i)));
    }
    List<Long> pairs = new ArrayList<>(new TreeSet<>(near.keySet()));
    pairs.sort(Comparator.comparingDouble(pair -> -near.get(pair))); // stable
    for (long pair : pairs) {
      Set<Integer> a = groups.get(Pairs.later(pair));
      Set<Integer> b = groups.get(Pairs.earlier(pair));
      boolean isParted = false;
      for (int one : a) {
        for (int other : b) {
          isParted |= one != other && different.contains(Pairs.of(one, other));
        }
      }
      if (!isParted && !a.equals(b)) {
        a.addAll(b);
        b.forEach(text -> groups.set(text, a));
      }
    }
    return groups.stream().mapToInt(group -> group.iterator().next()).toArray();
  }

  public void testWhatIsCalledDifferentIsNeverInOneGroup() throws Exception {
    for (int round = 0; round < 200; round++) {
      int texts = 2 + random().nextInt(30);
      Map<Long, Double> near = new HashMap<>();
      Set<Long> different = new HashSet<>();
      for (int i = random().nextInt(3 * texts); i >= 0; i--) {
        int a = random().nextInt(texts);
        long pair = Pairs.of(a, (a + 1 + random().nextInt(texts - 1)) % texts);
        if (random().nextInt(5) == 0) {
          different.add(pair);
        } else {
          near.put(pair, (1 + random().nextInt(5)) / 5.0);
        }
      }
      near.keySet().removeAll(different);
      Groups groups = Groups.of(Grouping.TRANSITIVE, texts, different);
      List<Long> pairs = new ArrayList<>(near.keySet());
      Collections.shuffle(pairs, random());
      for (long pair : pairs) {
        groups.accept(
            pair,
            new PairResemblance(Resemblance.counted(near.get(pair)), PairResemblance.Basis.EXACT));
      }
      groups.finish();
      int[] found = IntStream.range(0, texts).map(groups::representative).toArray();
      assertArrayEquals(parted(near, different, texts), found);
      for (long pair : different) {
        assertTrue(found[Pairs.later(pair)] != found[Pairs.earlier(pair)]);
      }
    }
  }

  public void testVerdictsThatContradictEachOtherAreNamed() throws Exception {
    List<InputDocument> documents =
        List.of(
            Corpora.document("a", "one two three four"),
            Corpora.document("b", "five six seven eight"),
            Corpora.document("c", "nine ten eleven twelve"),
            Corpora.document("d", "thirteen fourteen fifteen sixteen"));
    List<PairVerdict> verdicts =
        List.of(
            new PairVerdict("a", "b", Kind.SAME),
            new PairVerdict("b", "c", Kind.SAME),
            new PairVerdict("c", "d", Kind.SAME),
            new PairVerdict("a", "c", Kind.DIFFERENT));
    Result result = cluster(exact(Grouping.TRANSITIVE), documents, verdicts, 1, 256);
    List<String> clusters = result.output().lines().toList();
    assertEquals(2, clusters.size());
    assertTrue(clusters.get(0), clusters.get(0).contains("\"representative\":\"a\""));
    assertTrue(clusters.get(1), clusters.get(1).contains("\"representative\":\"c\""));
    assertEquals(List.of(verdicts.get(1)), result.contradictions());
  }

  private static int[] roots(List<Long> pairs, int texts) {
    TransitiveGroups groups = new TransitiveGroups(texts);
    pairs.forEach(pair -> groups.accept(pair, PairResemblance.SAME_TEXT));
    int[] roots = IntStream.range(0, texts).map(groups::representative).toArray();
    for (int i = 0; i < texts; i++) {
      assertTrue(roots[i] <= i);
      assertEquals(roots[i], roots[roots[i]]);
    }
    for (long pair : pairs) {
      assertEquals(roots[Pairs.later(pair)], roots[Pairs.earlier(pair)]);
    }
    assertTrue(Arrays.stream(roots).distinct().count() >= texts - pairs.size());
    return roots;
  }
}
