// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.ElementExtractor;
import org.neardup.search.explain.TextDifference;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;

/**
 * Finds out what a file of clusters holds. Memory holds the clusters that are shown, with their
 * texts, and with a corpus the ids of all documents in clusters. For one thread.
 */
final class ClusterSurvey {
  private static final String FIELD = "text";

  private final ClusterFile file;
  private final ClusteredBy by;
  private final ClusterConfig config;
  private final ElementExtractor extractor;
  private final int top;
  private final Tally tally = new Tally();
  private final Hosts hosts = new Hosts();
  private final PriorityQueue<Numbered> shown = new PriorityQueue<>(Numbered.SMALLEST_FIRST);
  private final ClusteredIds ids = new ClusteredIds();
  private final Map<String, InputDocument> texts = new HashMap<>();
  private long inClusters;

  /** A cluster and its place in the file. */
  private record Numbered(long number, ClusterLine cluster) {
    private static final Comparator<Numbered> SMALLEST_FIRST =
        Comparator.comparingInt((Numbered some) -> some.cluster.documents())
            .thenComparing(Comparator.comparingLong(Numbered::number).reversed());
  }

  /**
   * Of one file.
   *
   * @param by what was clustered by
   * @param analyzer likewise
   * @param top how many clusters to look into
   */
  ClusterSurvey(ClusterFile file, ClusteredBy by, Analyzer analyzer, int top) {
    this.file = file;
    this.by = by;
    config = by.config();
    this.top = top;
    extractor = new ElementExtractor(analyzer, config.shingling());
  }

  /** Finds out without texts. */
  ReportFindings run() throws BadInputException, IOException {
    file.forEach(
        cluster -> {
          count(cluster);
          hosts.add(name(cluster.representative()), false);
          cluster.members().forEach(member -> hosts.add(name(member.id()), true));
        });
    return findings(
        new ReportFindings.Savings(inClusters, inClusters - tally.groups(), -1, -1),
        "The documents are those in clusters: the file does not say how many others there are, and"
            + " has no texts (--texts).");
  }

  /** Finds out with the documents that were clustered. */
  ReportFindings run(Report.Corpus corpus)
      throws BadInputException, IOException, InterruptedException {
    file.forEach(
        cluster -> {
          count(cluster);
          ids.add(cluster);
        });
    Set<String> wanted = new HashSet<>();
    shown.forEach(some -> addIds(some.cluster(), wanted));
    CorpusSize size = new CorpusSize();
    corpus.forEach(
        document -> {
          boolean isVariant = ids.isVariant(document.id());
          size.add(document, isVariant);
          hosts.add(name(document), isVariant);
          if (wanted.contains(document.id())) {
            texts.putIfAbsent(document.id(), document);
          }
        });
    texts.keySet().removeIf(ids::isRepeated); // it may be the text of another one
    return findings(
        size.savings(inClusters - tally.groups()),
        ids.hasRepeated()
            ? "Several documents have one id. The file does not say which of them is in a cluster:"
                + " their texts are not compared, and the size of variants is a guess."
            : null);
  }

  /** Adds up a corpus. */
  private static final class CorpusSize {
    private long documents;
    private long bytes;
    private long variantBytes;

    void add(InputDocument document, boolean isVariant) {
      int size = document.text().getBytes(UTF_8).length;
      documents++;
      bytes += size;
      variantBytes += isVariant ? size : 0;
    }

    ReportFindings.Savings savings(long variants) {
      return new ReportFindings.Savings(documents, variants, bytes, variantBytes);
    }
  }

  private void count(ClusterLine cluster) {
    tally.addGroup(cluster.documents());
    tally.addKind(words(cluster.kind()), cluster.documents());
    cluster.members().forEach(member -> tally.addResemblance(member.resemblance()));
    inClusters += cluster.documents();
    shown.add(new Numbered(tally.groups(), cluster));
    if (shown.size() > top) {
      shown.remove();
    }
  }

  private static void addIds(ClusterLine cluster, Set<String> ids) {
    ids.add(cluster.representative());
    leastSimilar(cluster).forEach(member -> ids.add(member.id()));
  }

  private static List<ClusterLine.Member> leastSimilar(ClusterLine cluster) {
    return cluster.members().stream()
        .sorted(Comparator.comparingDouble(ClusterLine.Member::resemblance))
        .limit(Report.MAX_VARIANTS)
        .toList();
  }

  private ReportFindings findings(ReportFindings.Savings savings, String note)
      throws BadInputException, IOException {
    BandTrials trials =
        new BandTrials(
            config.bands(), new SlotPacking(Sketches.DEFAULT_SLOTS, Sketches.DEFAULT_BITS));
    List<ReportFindings.Group> groups = new ArrayList<>();
    for (Numbered some : shown.stream().sorted(Numbered.SMALLEST_FIRST.reversed()).toList()) {
      groups.add(look(some.cluster(), trials));
    }
    Map<String, String> told = file.settings();
    return new ReportFindings(
        new ReportFindings.Subject(
            file.path().toString(),
            "are near-duplicates of",
            "As written in the file: 1 for the same text, else counted in the texts or estimated.",
            "With candidates lsh, threshold "
                + by.threshold()
                + " and sketches of "
                + Sketches.DEFAULT_SLOTS
                + " slots, two texts are compared",
            note == null ? List.of() : List.of(note)),
        told.isEmpty() ? by.settings() : told,
        savings,
        tally,
        trials.run(config.threshold()),
        hosts.list(),
        groups);
  }

  private ReportFindings.Group look(ClusterLine cluster, BandTrials trials) throws IOException {
    addToTrials(cluster.representative(), trials);
    List<ReportFindings.Variant> found = new ArrayList<>();
    for (ClusterLine.Member member : leastSimilar(cluster)) {
      addToTrials(member.id(), trials);
      found.add(
          new ReportFindings.Variant(
              name(member.id()),
              resemblance(member),
              difference(cluster.representative(), member.id())));
    }
    return new ReportFindings.Group(
        name(cluster.representative()),
        cluster.documents(),
        words(cluster.kind()) + ": " + cluster.reason(),
        found);
  }

  private static String resemblance(ClusterLine.Member member) {
    String words = Numbers.decimal(member.resemblance()) + " by " + words(member.by());
    return member.wholeResemblance() == null
        ? words
        : words
            + " of main texts; "
            + Numbers.decimal(member.wholeResemblance())
            + " by "
            + words(member.wholeBy())
            + " of whole texts";
  }

  private static String words(String key) {
    return key.replace('_', ' ');
  }

  private TextDifference difference(String a, String b) {
    InputDocument first = texts.get(a);
    InputDocument second = texts.get(b);
    return first == null || second == null ? null : TextDifference.of(first.text(), second.text());
  }

  private void addToTrials(String id, BandTrials trials) throws IOException {
    InputDocument document = texts.get(id);
    if (document != null && !trials.isFull()) {
      extractor.reset();
      extractor.add(FIELD, config.content().of(document));
      trials.add(ElementSet.of(extractor.elements(), extractor.count()));
    }
  }

  private ReportFindings.Name name(String id) {
    InputDocument document = texts.get(id);
    return document == null ? new ReportFindings.Name(id, "", "") : name(document);
  }

  private static ReportFindings.Name name(InputDocument document) {
    List<String> urls = document.fields().getOrDefault("url", List.of());
    return new ReportFindings.Name(
        document.id(), document.title(), urls.isEmpty() ? "" : urls.getFirst());
  }
}
