// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.junit.Test;
import org.neardup.spark.blocks.Exchange;

/** Pairs of numbers are those of sets of pairs, in order and at home. */
public class TestGraph extends SparkTestCase {
  private final Random random = new Random(54);

  private record Edge(long a, long b) implements Comparable<Edge> {
    @Override
    public int compareTo(Edge other) {
      return a == other.a ? Long.compare(b, other.b) : Long.compare(a, other.a);
    }
  }

  private List<TextPair> pairs(int count, int range) {
    List<TextPair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TextPair pair = Records.pair(random);
      pair.later = random.nextInt(range);
      pair.earlier = random.nextInt(range);
      pairs.add(pair);
    }
    return pairs;
  }

  private JavaRDD<long[]> graph(List<TextPair> pairs, int homes) {
    return Graph.ofTexts(
        Records.pairs(pairs, 3, random),
        (pair, sink) -> sink.accept(pair.later, pair.earlier),
        homes);
  }

  private static Set<Edge> edges(List<TextPair> pairs) {
    Set<Edge> edges = new TreeSet<>();
    pairs.forEach(each -> edges.add(new Edge(each.later, each.earlier)));
    return edges;
  }

  /** Each partition has those whose first number is at home there, ascending, each once. */
  private static void assertEdges(Set<Edge> expected, JavaRDD<long[]> graph) {
    List<long[]> partitions = graph.collect();
    assertEquals(expected.size(), Graph.count(graph));
    for (int home = 0; home < partitions.size(); home++) {
      List<Edge> here = new ArrayList<>();
      Graph.forEach(partitions.get(home), (a, b) -> here.add(new Edge(a, b)));
      int of = home;
      assertEquals(
          expected.stream().filter(each -> Exchange.home(each.a, partitions.size()) == of).toList(),
          here);
    }
  }

  @Test
  public void testPairsComeHomeOnceAndInOrder() {
    for (int count : new int[] {0, 1, 500}) {
      List<TextPair> pairs = pairs(count, 40);
      for (int homes : new int[] {1, 2, 6}) {
        assertEdges(edges(pairs), graph(pairs, homes));
      }
    }
  }

  @Test
  public void testPairsMadeOfOthers() {
    List<TextPair> pairs = pairs(300, 50);
    Set<Edge> turned = new TreeSet<>();
    edges(pairs).forEach(each -> turned.add(new Edge(each.b, each.a)));
    Graph.Step<long[]> turn = (of, sink) -> Graph.forEach(of, (a, b) -> sink.accept(b, a));
    assertEdges(turned, Graph.of(graph(pairs, 4), turn, 4));
    assertEdges(turned, Graph.together(graph(pairs, 4), turn, 4));
  }

  @Test
  public void testPairsMadeOfTwoKinds() {
    List<TextPair> pairs = pairs(200, 30);
    List<TextPair> others = pairs(15, 30);
    Set<Edge> expected = new TreeSet<>(edges(pairs));
    Set<Long> firsts = new TreeSet<>();
    edges(others).forEach(each -> firsts.add(each.a));
    expected.removeIf(each -> !firsts.contains(each.a));
    assertTrue(!expected.isEmpty() && expected.size() < edges(pairs).size());
    assertEdges(
        expected,
        Graph.of(
            graph(pairs, 3),
            graph(others, 3),
            (of, beside, sink) ->
                Graph.forEach(
                    of,
                    (a, b) -> {
                      if (Graph.hasFirst(beside, a)) {
                        sink.accept(a, b);
                      }
                    }),
            3));
  }

  @Test
  public void testPlacesAreThoseOfASearchFromTheBeginning() {
    for (int round = 0; round < 200; round++) {
      long[] firsts = random.longs(random.nextInt(12), 0, 20).sorted().toArray();
      long[] pairs =
          IntStream.range(0, firsts.length)
              .boxed()
              .flatMapToLong(i -> LongStream.of(firsts[i], i))
              .toArray();
      for (long number = -1; number <= 21; number++) {
        int place = 0;
        while (place < firsts.length && firsts[place] < number) {
          place++;
        }
        assertEquals(2L * place, Graph.place(pairs, number));
        long sought = number;
        assertEquals(
            LongStream.of(firsts).anyMatch(first -> first == sought),
            Graph.hasFirst(pairs, number));
      }
    }
  }
}
