// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.neardup.tools.console.Counted;
import org.neardup.tools.experiment.TestCollection.Topic;
import org.neardup.tools.index.NeardupIndex;

/**
 * Searches a collapsed index for topics, with BM25: all documents, the visible ones, and the best
 * of each group; and measures what was found, plainly and under the novelty principle.
 *
 * <p>Near-copies are the documents of one group of the index. A document that was not judged counts
 * as not relevant, whatever its near-copies: with judgements that leave near-copies out, collapsing
 * can replace a judged document by one that is not, which {@code judged@k} shows. So all can be
 * measured with judgements passed on to near-copies besides.
 *
 * @param k how many documents of a ranking are looked at, at least 1
 * @param depth how many documents are looked for, at least k
 * @param levels least grades of a relevant document, each above 0: all is measured for each
 * @param judgeCopies whether to measure a second time with judgements passed on to near-copies
 * @param origins a field whose values are the origins of documents; null to measure none
 * @see <a href="https://doi.org/10.1145/3404835.3463246">Fröbe et al., CopyCat: near-duplicates
 *     within and between the ClueWeb and the Common Crawl, 2021, for passing judgements on</a>
 */
public record Experiment(
    int k, int depth, List<Integer> levels, boolean judgeCopies, String origins) {
  private static final String PLAIN = "plain";
  private static final String NOVELTY = "novelty";
  private static final String WITH_COPIES = "+copies";
  private static final String QRELS_ENDING = ".qrels";
  private static final String RUN_ENDING = ".run";
  private static final String TOPICS = "topics.tsv";
  private static final String TITLES = "titles.tsv";
  private static final String TITLE_QRELS = "titles.qrels";

  /** Checks the ranges. */
  public Experiment {
    levels = List.copyOf(levels);
    require(k >= 1, "k must be at least 1, got " + k);
    require(depth >= k, "depth must be at least k, " + k + ", got " + depth);
    require(!levels.isEmpty(), "there must be a level");
    levels.forEach(level -> require(level >= 1, "level must be at least 1, got " + level));
    boolean areDistinct = levels.stream().distinct().count() == levels.size();
    require(areDistinct, "each level must be given once, got " + levels);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * Names of the files that a run writes.
   *
   * @param ofTitles whether topics are made of titles
   * @param ofRun whether a run of another program is measured
   */
  public List<String> fileNames(boolean ofTitles, boolean ofRun) {
    List<String> names = new ArrayList<>(List.of(TOPICS));
    List<Way> ways = ways();
    ways.forEach(way -> names.add(way.groupsName()));
    for (String run : ofRun ? Run.GIVEN_NAMES : Searches.NAMES) {
      names.add(run + RUN_ENDING);
      ways.forEach(
          way -> names.addAll(List.of(way.qrelsName(false, run), way.qrelsName(true, run))));
    }
    if (ofTitles) {
      names.addAll(List.of(TITLES, TITLE_QRELS));
    }
    return names;
  }

  /**
   * Runs it. Writes {@code all.run}, {@code hide.run}, {@code best.run} in the format of TREC, or
   * {@code all.run} and {@code collapsed.run} of a run of another program, and {@code topics.tsv}
   * with all measures of each topic; for each level the judgements by which trec_eval finds the
   * same, {@code plain-1.qrels} for all runs and {@code novelty-1-best.qrels} for the run {@code
   * best}, {@code groups-1.qrels} with the number of a group in the place of TREC's iteration; for
   * titles also {@code titles.tsv} and {@code titles.qrels}.
   *
   * @param index made with {@link org.neardup.index.Variants#HIDE}; no id has white space in it
   * @param judged null if the titles in the index are topics, for which the documents that have
   *     them are relevant
   * @param removed what these titles are freed of first
   * @param out an existing folder; files of these names are replaced
   * @param notes takes how many documents of a run are not in the index
   * @throws IllegalArgumentException if there is nothing to measure, or a topic has too many words
   */
  public ExperimentReport run(
      NeardupIndex index, TestCollection judged, Pattern removed, Path out, Consumer<String> notes)
      throws IOException {
    OpenIndex open = OpenIndex.of(index);
    TestCollection collection = judged;
    if (judged == null) {
      collection = TestCollection.ofTitles(open, removed);
      collection.writeTopics(out.resolve(TITLES));
      collection.qrels().write(out.resolve(TITLE_QRELS));
    }
    List<Topic> topics = collection.requireTopics();
    Qrels qrels = collection.qrels().only(topics);
    Copies copies = open.copies();
    Map<String, Set<String>> originsById = open.origins(origins);
    List<Run> runs = runs(open, collection.run(), topics, copies, notes);
    for (Run run : runs) {
      run.write(out.resolve(run.name() + RUN_ENDING));
    }
    Measurements measurements = new Measurements(topics, runs, new ArrayList<>());
    for (Way way : ways()) {
      Qrels known = way.passedOn ? qrels.passedOn(copies) : qrels;
      known.writeGroups(out.resolve(way.groupsName()), way.level, copies);
      for (boolean novelty : new boolean[] {false, true}) {
        Measurer measurer = new Measurer(k, way.level, novelty, copies, originsById);
        measurements.take(way.principle(novelty), measurer, known);
        for (Run run : novelty ? runs : runs.subList(0, 1)) {
          String name = way.qrelsName(novelty, run.name());
          judgements(measurer, run, known).write(out.resolve(name));
        }
      }
    }
    measurements.write(out.resolve(TOPICS), k);
    return new ExperimentReport(
        index.all().numDocs(),
        topics.size(),
        collection.unjudged(),
        collection.unasked(),
        depth,
        Copies.Judged.of(qrels, copies),
        measurements.results(k));
  }

  private List<Run> runs(
      OpenIndex index, Run given, List<Topic> topics, Copies copies, Consumer<String> notes)
      throws IOException {
    if (given == null) {
      return new Searches(index, index.index().analyzer(), depth).run(topics);
    }
    long unknown = given.unknown(copies);
    if (unknown > 0) {
      notes.accept(
          Counted.of(unknown, "document")
              + " of the run "
              + (unknown == 1 ? "is" : "are")
              + " not in --docs, and so without near-copies");
    }
    return List.of(given, given.collapsed(copies));
  }

  private List<Way> ways() {
    return levels.stream()
        .flatMap(level -> Stream.of(new Way(level, false), new Way(level, true)))
        .filter(way -> judgeCopies || !way.passedOn)
        .toList();
  }

  /** What is measured by: a level, and whether judgements are passed on. */
  private record Way(int level, boolean passedOn) {
    String principle(boolean novelty) {
      return (novelty ? NOVELTY : PLAIN) + (passedOn ? WITH_COPIES : "");
    }

    /** Plainly, the judgements of all runs are the same. */
    String qrelsName(boolean novelty, String run) {
      return principle(novelty) + "-" + level + (novelty ? "-" + run : "") + QRELS_ENDING;
    }

    String groupsName() {
      return "groups" + (passedOn ? WITH_COPIES : "") + "-" + level + QRELS_ENDING;
    }
  }

  private static Qrels judgements(Measurer measurer, Run run, Qrels qrels) {
    Qrels judged = new Qrels();
    qrels
        .grades()
        .forEach(
            (topic, grades) ->
                measurer
                    .judgements(run.ids(topic), grades)
                    .forEach((id, grade) -> judged.add(topic, id, grade)));
    return judged;
  }
}
