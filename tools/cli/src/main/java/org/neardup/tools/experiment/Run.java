// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The results of one way to search.
 *
 * @param name of the way, in lower case
 * @param rankings by topic, in the order of the topics: scores by document, the best first; each is
 *     less than the one before
 */
record Run(String name, Map<String, Map<String, Float>> rankings) {

  private static final float MOST_SCORE = 1e38f; // some are made less, and must not be infinite

  /** As given, and with the first document of each group alone. */
  static final List<String> GIVEN_NAMES = List.of("all", "collapsed");

  /** A document that was found for a topic. */
  record Hit(String id, float score) {}

  /**
   * Reads a run of any program, in the format of TREC: topic, anything, document, rank, score,
   * name. As for trec_eval, scores decide on the order; of equal ones the greater id is first.
   *
   * @param depth documents of each topic to take, at least 1
   * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
   */
  static Run read(Path file, int depth, Consumer<String> problems) {
    Map<String, Map<String, Hit>> hits = new LinkedHashMap<>();
    TextLines.read(
        file,
        line -> {
          String[] parts = line.strip().split("\\s+", -1);
          if (parts.length != 6) {
            throw new IllegalArgumentException(
                "a hit must be topic, Q0, document, rank, score, name, got " + line);
          }
          Hit hit = new Hit(parts[2], score(parts[4]));
          Map<String, Hit> ofTopic = hits.computeIfAbsent(parts[0], topic -> new LinkedHashMap<>());
          if (ofTopic.putIfAbsent(hit.id, hit) != null) {
            throw new IllegalArgumentException(
                "document " + hit.id + " was found for topic " + parts[0] + " before");
          }
        },
        problems);
    Comparator<Hit> order =
        Comparator.comparingDouble(Hit::score).thenComparing(Hit::id).reversed();
    Map<String, Map<String, Float>> rankings = new LinkedHashMap<>();
    hits.forEach(
        (topic, found) ->
            rankings.put(
                topic, strict(found.values().stream().sorted(order).limit(depth).toList())));
    return new Run(GIVEN_NAMES.getFirst(), rankings);
  }

  private static float score(String score) {
    try {
      float value = Float.parseFloat(score);
      if (Math.abs(value) <= MOST_SCORE) {
        return value;
      }
    } catch (NumberFormatException e) {
      assert e != null; // as if it was too large
    }
    throw new IllegalArgumentException("a score must be a number from -1e38 to 1e38, got " + score);
  }

  /**
   * The scores of hits, the best first. Programs that read runs sort them by score, and equal ones
   * in ways of their own: so each is made a little less than the one before.
   */
  static Map<String, Float> strict(List<Hit> ranking) {
    Map<String, Float> scores = new LinkedHashMap<>();
    float above = Float.POSITIVE_INFINITY;
    for (Hit hit : ranking) {
      above = Math.min(hit.score, Math.nextDown(above));
      scores.put(hit.id, above);
    }
    return scores;
  }

  /** The same with the first document alone of those that are near-copies. */
  Run collapsed(Copies copies) {
    Map<String, Map<String, Float>> distinct = new LinkedHashMap<>();
    rankings.forEach(
        (topic, ranking) -> {
          Set<Object> seen = new HashSet<>();
          Map<String, Float> left = new LinkedHashMap<>(ranking);
          left.keySet().removeIf(id -> !seen.add(copies.classOf(id)));
          distinct.put(topic, left);
        });
    return new Run(GIVEN_NAMES.getLast(), distinct);
  }

  /** How many of the documents found are not among those of which near-copies are known. */
  long unknown(Copies copies) {
    return rankings.values().stream()
        .flatMap(ranking -> ranking.keySet().stream())
        .distinct()
        .filter(id -> !copies.contains(id))
        .count();
  }

  /** Writes the format of TREC: topic, Q0, document, rank from 1, score, name of the run. */
  void write(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (Map.Entry<String, Map<String, Float>> topic : rankings.entrySet()) {
            write(out, topic.getKey(), topic.getValue());
          }
        });
  }

  private void write(BufferedWriter out, String topic, Map<String, Float> ranking)
      throws IOException {
    int rank = 1;
    for (Map.Entry<String, Float> hit : ranking.entrySet()) {
      out.write(topic + " Q0 " + hit.getKey() + ' ' + rank++ + ' ' + hit.getValue() + ' ' + name);
      out.write('\n');
    }
  }

  /** What was found for a topic, best first. */
  List<String> ids(String topic) {
    return List.copyOf(rankings.getOrDefault(topic, Map.of()).keySet());
  }
}
