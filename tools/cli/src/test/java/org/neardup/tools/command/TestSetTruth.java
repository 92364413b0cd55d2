// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;

/**
 * Made-up tags, of which some are much more frequent than others, beside a count of all pairs:
 * 100,000 sets nightly.
 */
@LuceneTestCase.SuppressFileSystems("*") // as quick as the machine
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestSetTruth extends LuceneTestCase {
  private static final double THRESHOLD = .8;
  private static final int TAGS = 20_000;

  private int[][] sets; // ascending
  private int[][] documentsOf; // by tag, ascending
  private String input;

  /** Half of the sets are new, the others copies of earlier ones with up to two changes. */
  private void make(int count) throws IOException {
    sets = new int[count][];
    for (int i = 0; i < count; i++) {
      Set<Integer> set = new TreeSet<>();
      if (i > 0 && random().nextBoolean()) {
        Arrays.stream(sets[random().nextInt(i)]).forEach(set::add);
        for (int changes = random().nextInt(3); changes > 0; changes--) {
          if (random().nextBoolean() && set.size() > 1) {
            set.remove(set.iterator().next());
          } else {
            set.add(zipf());
          }
        }
      }
      for (int more = set.isEmpty() ? 1 + random().nextInt(20) : 0; more > 0; more--) {
        set.add(zipf());
      }
      sets[i] = set.stream().mapToInt(tag -> tag).toArray();
    }
    documentsOf = documentsOf();
    Path file = createTempDir().resolve("tags.jsonl");
    try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(file))) {
      for (int i = 0; i < count; i++) {
        lines.println("{\"id\": \"" + i + "\", \"tags\": " + Arrays.toString(sets[i]) + "}");
      }
    }
    input = file.toString();
  }

  private static int zipf() {
    return (int) Math.pow(TAGS, random().nextDouble());
  }

  private int[][] documentsOf() {
    List<List<Integer>> lists = new ArrayList<>();
    for (int tag = 0; tag <= TAGS; tag++) {
      lists.add(new ArrayList<>());
    }
    for (int i = 0; i < sets.length; i++) {
      for (int tag : sets[i]) {
        lists.get(tag).add(i);
      }
    }
    return lists.stream()
        .map(list -> list.stream().mapToInt(i -> i).toArray())
        .toArray(int[][]::new);
  }

  /** Passes on all pairs of different sets of at least the threshold, the later one above. */
  private void nearPairs(LongConsumer action) {
    int[] common = new int[sets.length];
    for (int later = 0; later < sets.length; later++) {
      Arrays.fill(common, 0, later, 0);
      for (int tag : sets[later]) {
        for (int other : documentsOf[tag]) {
          if (other >= later) {
            break;
          }
          common[other]++;
        }
      }
      for (int other = 0; other < later; other++) {
        if (common[other] > 0 && resemblance(common[other], later, other) >= THRESHOLD) {
          action.accept((long) later << 32 | other);
        }
      }
    }
  }

  private double resemblance(int common, int a, int b) {
    return (double) common / (sets[a].length + sets[b].length - common);
  }

  private double resemblance(int a, int b) {
    int common = 0;
    for (int tag : sets[a]) {
      common += Arrays.binarySearch(sets[b], tag) >= 0 ? 1 : 0;
    }
    return resemblance(common, a, b);
  }

  public void testPairsAndGroups() throws IOException {
    make(TEST_NIGHTLY ? 100_000 : 3000);
    Set<Long> expected = new TreeSet<>();
    Map<String, Integer> different = new HashMap<>();
    for (int i = 0; i < sets.length; i++) {
      different.putIfAbsent(Arrays.toString(sets[i]), i);
    }
    nearPairs(pair -> expected.add(pair));
    assertPairs(expected, different);
    assertGroups(expected);
  }

  /** Copies are found in any case: what counts is the pairs of different sets. */
  private void assertPairs(Set<Long> expected, Map<String, Integer> different) throws IOException {
    Path output = createTempDir().resolve("pairs.tsv");
    Run run =
        Run.neardup(
            "cluster",
            "--format",
            "pairs",
            "--set-field",
            "tags",
            "--output",
            output.toString(),
            input);
    assertEquals(run.err(), 0, run.exitCode());
    long[] counts = new long[3]; // pairs, those of different sets, wrong ones
    try (var lines = Files.lines(output)) {
      lines.forEach(
          line -> {
            String[] parts = line.split("\t", -1);
            int earlier = Integer.parseInt(parts[0]);
            int later = Integer.parseInt(parts[1]);
            counts[0]++;
            counts[1] += Arrays.equals(sets[earlier], sets[later]) ? 0 : 1;
            String exact = String.format(Locale.ROOT, "%.4f", resemblance(earlier, later));
            boolean isRight = expected.contains((long) later << 32 | earlier);
            counts[2] += isRight && exact.equals(parts[2]) ? 0 : 1;
          });
    }
    long ofDifferent =
        expected.stream()
            .filter(pair -> !Arrays.equals(sets[(int) (pair >>> 32)], sets[pair.intValue()]))
            .count();
    String found =
        String.format(
            Locale.ROOT,
            "cluster: %,d sets, %,d different; of %,d pairs %,d found; of %,d of different sets %,d",
            sets.length,
            different.size(),
            expected.size(),
            counts[0],
            ofDifferent,
            counts[1]);
    if (VERBOSE) {
      System.out.println(found);
    }
    assertEquals(0, counts[2]);
    assertEquals(found, expected.size() - ofDifferent, counts[0] - counts[1]);
    assertTrue(found, counts[1] >= .99 * ofDifferent);
  }

  private void assertGroups(Set<Long> expected) throws IOException {
    Path folder = createTempDir().resolve("index");
    Run run = Run.neardup("index", "--index", folder.toString(), "--set-field", "tags", input);
    assertEquals(run.err(), 0, run.exitCode());
    int[] shown = new int[sets.length]; // which document stands for each
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(folder))) {
      for (int doc = 0; doc < index.all().maxDoc(); doc++) {
        int representative = Integer.parseInt(index.name(index.representativeOf(doc)).id());
        shown[Integer.parseInt(index.name(doc).id())] = representative;
      }
    }
    int hidden = 0;
    for (int i = 0; i < sets.length; i++) {
      if (shown[i] != i) {
        hidden++;
        assertTrue(resemblance(i, shown[i]) >= THRESHOLD);
        assertTrue(shown[i] < i); // the first is kept
      }
    }
    long missed =
        expected.stream()
            .filter(
                pair ->
                    shown[(int) (pair >>> 32)] == pair >>> 32
                        && shown[pair.intValue()] == pair.intValue())
            .map(pair -> pair >>> 32)
            .distinct()
            .count();
    String found = String.format(Locale.ROOT, "index: %,d hidden, %,d missed", hidden, missed);
    if (VERBOSE) {
      System.out.println(found);
    }
    assertTrue(found, missed <= .01 * hidden);
    assertEquals(0, Run.neardup("check", "--index", folder.toString()).exitCode());
  }
}
