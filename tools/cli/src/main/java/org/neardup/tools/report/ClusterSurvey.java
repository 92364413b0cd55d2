// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOConsumer;
import org.neardup.analysis.ElementExtractor;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.TextSketcher;
import org.neardup.sketch.ElementSet;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.console.Compared;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.report.ReportFindings.Group;
import org.neardup.tools.report.ReportFindings.Savings;

/**
 * Finds out what a file of clusters holds. Memory holds the clusters that are shown, and with a
 * corpus the ids of all documents in clusters; their texts are in a temporary file. For one thread.
 */
final class ClusterSurvey {
  private static final String FIELD = "text";

  private final ClusterFile file;
  private final ClusteredBy by;
  private final ClusterConfig config;
  private final Analyzer analyzer;
  private final ElementExtractor extractor;
  private final ReportRequest request;
  private final ClusterDocuments documents;
  private final GroupLooker looker;
  private final Tally tally = new Tally();
  private final Hosts hosts = new Hosts();
  private final Timeline timeline = new Timeline();
  private final PriorityQueue<Grouped> shown = new PriorityQueue<>(SMALLEST_FIRST);
  private final ClusteredIds ids = new ClusteredIds();
  private long inClusters;
  private long copies;

  private static final Comparator<Grouped> SMALLEST_FIRST =
      Comparator.comparingInt(Grouped::documents)
          .thenComparing(Comparator.comparingLong(Grouped::number).reversed());

  /**
   * Of one file.
   *
   * @param by what was clustered by
   * @param analyzer likewise
   * @param directory for temporary files
   */
  ClusterSurvey(
      ClusterFile file,
      ClusteredBy by,
      Analyzer analyzer,
      ReportRequest request,
      Directory directory)
      throws IOException {
    this.file = file;
    this.by = by;
    this.analyzer = analyzer;
    this.request = request;
    config = by.config();
    extractor = new ElementExtractor(analyzer, config.shingling());
    documents = new ClusterDocuments(config.content(), request.dateField(), directory);
    looker = new GroupLooker(documents);
  }

  /** Finds out without texts. */
  ReportFindings run() throws BadInputException, IOException {
    try (documents) {
      documents.finish();
      file.forEach(
          cluster -> {
            count(cluster);
            hosts.add(name(cluster.representative()), false);
            cluster.members().forEach(member -> hosts.add(name(member.id()), true));
          });
      return findings(
          new Savings(inClusters, inClusters - tally.groups(), copies, -1, -1, -1),
          List.of(),
          ReportFindings.First.UNKNOWN,
          "The documents are those in clusters: the file does not say how many others there are,"
              + " and has no "
              + Compared.by(config.comparesValues()).nouns()
              + " (--texts).");
    }
  }

  private static ReportFindings.Name name(String id) {
    return new ReportFindings.Name(id, "", "", "");
  }

  /** Finds out with the documents that were clustered. */
  ReportFindings run(Report.Corpus corpus)
      throws BadInputException, IOException, InterruptedException {
    try (documents) {
      file.forEach(
          cluster -> {
            count(cluster);
            ids.add(cluster);
          });
      SketchSettings settings =
          SketchSettings.DEFAULTS
              .withShingling(config.shingling())
              .withThreshold(config.threshold());
      if (config.comparesValues()) {
        settings = settings.withMinElements(1); // clusters know no small sets
      }
      TextSketcher sketcher = settings.textSketcher(analyzer, List.of(FIELD));
      WhatIf whatIf = new WhatIf(settings, sketcher.parameters().format());
      CorpusSize size = new CorpusSize();
      IOConsumer<InputDocument> each =
          document -> {
            boolean isVariant = ids.isVariant(document.id());
            size.add(document, isVariant, isVariant && ids.isCopy(document.id()));
            hosts.add(documents.nameOf(document), isVariant);
            timeline.add(documents.nameOf(document).date(), isVariant);
            documents.add(document);
            whatIf.add(sketcher.sketch(config.content().of(document), 0).value());
          };
      corpus.forEach(unchecked(each));
      documents.finish();
      ids.repeated().forEach(documents::forget); // it may be the text of another one
      examine();
      return findings(
          size.savings(inClusters - tally.groups(), copies),
          whatIf.run(),
          looker.first(request.top()),
          ids.hasRepeated()
              ? "Several documents have one id. The file does not say which of them is in a"
                  + " cluster: their texts are not compared, and the size of variants is a guess."
              : null);
    }
  }

  private void examine() throws BadInputException, IOException {
    long[] number = {0};
    IOConsumer<ClusterLine> each = cluster -> looker.examine(grouped(cluster, ++number[0]));
    file.forEach(unchecked(each));
  }

  /** {@link Report#ofClusters} throws what is in the exception. */
  private static <T> Consumer<T> unchecked(IOConsumer<T> action) {
    return value -> {
      try {
        action.accept(value);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Adds up a corpus. */
  private static final class CorpusSize {
    private long documents;
    private long bytes;
    private long variantBytes;
    private long copyBytes;

    void add(InputDocument document, boolean isVariant, boolean isCopy) {
      int size = document.text().getBytes(UTF_8).length;
      documents++;
      bytes += size;
      variantBytes += isVariant ? size : 0;
      copyBytes += isCopy ? size : 0;
    }

    Savings savings(long variants, long copies) {
      return new Savings(documents, variants, copies, bytes, variantBytes, copyBytes);
    }
  }

  private void count(ClusterLine cluster) {
    tally.addGroup(cluster.documents());
    tally.addKind(words(cluster.kind()), cluster.documents());
    cluster.members().forEach(member -> tally.addResemblance(member.resemblance()));
    inClusters += cluster.documents();
    Grouped group = grouped(cluster, tally.groups());
    copies += group.copies().size();
    shown.add(group);
    if (shown.size() > request.top()) {
      shown.remove();
    }
  }

  private Grouped grouped(ClusterLine cluster, long number) {
    List<Integer> same = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    for (ClusterLine.Member member : cluster.members()) {
      int doc = documents.number(member.id());
      if (member.hasSameText()) {
        same.add(doc);
      } else {
        near.add(new Grouped.Near(doc, member.resemblance(), resemblance(member)));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    return new Grouped(
        number,
        documents.number(cluster.representative()),
        words(cluster.kind()) + ": " + cluster.reason(),
        same,
        near);
  }

  private ReportFindings findings(
      Savings savings, List<WhatIf.Point> whatIf, ReportFindings.First first, String note)
      throws BadInputException, IOException {
    BandTrials trials =
        new BandTrials(
            config.bands(), new SlotPacking(Sketches.DEFAULT_SLOTS, Sketches.DEFAULT_BITS));
    List<Group> groups = new ArrayList<>();
    for (Grouped some : shown.stream().sorted(SMALLEST_FIRST.reversed()).toList()) {
      groups.add(looker.look(some));
      addToTrials(some, trials);
    }
    Map<String, String> told = file.settings();
    Compared compared = Compared.by(config.comparesValues());
    return new ReportFindings(
        new ReportFindings.Subject(
            file.path().toString(),
            compared,
            "are near-duplicates of",
            "As written in the file: 1 for the same "
                + compared.noun()
                + ", else counted in the "
                + compared.nouns()
                + " or estimated.",
            "With candidates lsh, threshold "
                + by.threshold()
                + " and sketches of "
                + Sketches.DEFAULT_SLOTS
                + " slots, two "
                + compared.nouns()
                + " are compared",
            note == null ? List.of() : List.of(note)),
        told.isEmpty() ? by.settings() : told,
        savings,
        tally,
        whatIf,
        timeline.bars(),
        timeline.undated(),
        trials.run(config.threshold()),
        hosts.list(),
        first,
        groups);
  }

  private String resemblance(ClusterLine.Member member) {
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

  private void addToTrials(Grouped group, BandTrials trials) throws IOException {
    for (int doc : group.some()) {
      addToTrials(doc, trials);
    }
  }

  private void addToTrials(int doc, BandTrials trials) throws IOException {
    String text = trials.isFull() ? null : documents.compared(doc);
    if (text != null) {
      extractor.reset();
      for (String part : config.comparesValues() ? TextSketcher.lines(text) : List.of(text)) {
        extractor.add(FIELD, part);
      }
      trials.add(ElementSet.of(extractor.elements(), extractor.count()));
    }
  }
}
