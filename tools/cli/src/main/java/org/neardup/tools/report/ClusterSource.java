// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.UnicodeUtil;
import org.neardup.compare.TextSketcher;
import org.neardup.sketch.ElementSet;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.console.Compared;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.report.ClusterFile.ClusteredBy;
import org.neardup.tools.report.ReportFindings.Name;

/**
 * A file of clusters, and the documents that were clustered if they are there. Memory: the ids in
 * clusters; what the documents in clusters have is in a temporary file.
 */
final class ClusterSource implements GroupSource, Closeable {
  private final ClusterFile file;
  private final ClusteredBy by;
  private final ClusterConfig config;
  private final Corpus corpus;
  private final String dateField;
  private final TextSketcher sketcher;
  private final ClusteredIds ids = new ClusteredIds();
  private final ClusteredIds.KeptDocuments kept;
  private long groups;

  /** The documents that were clustered, with their main texts if these were compared. */
  @FunctionalInterface
  interface Corpus {
    /** Passes on all of them once. */
    void forEach(IOConsumer<InputDocument> action) throws IOException, InterruptedException;
  }

  /**
   * Of one file.
   *
   * @param by what was clustered by
   * @param sketcher likewise
   * @param corpus null if only the file is there: its documents are those in clusters then
   * @param directory for a temporary file
   */
  ClusterSource(
      ClusterFile file,
      ClusteredBy by,
      TextSketcher sketcher,
      Corpus corpus,
      String dateField,
      Directory directory)
      throws IOException {
    this.file = file;
    this.by = by;
    this.sketcher = sketcher;
    this.corpus = corpus;
    this.dateField = dateField;
    config = by.config();
    kept = new ClusteredIds.KeptDocuments(directory);
  }

  @Override
  public void forEachGroup(IOConsumer<Grouped> action) throws IOException {
    long[] number = {0};
    file.forEach(cluster -> action.accept(grouped(cluster, ++number[0])));
  }

  private Grouped grouped(ClusterLine cluster, long number) {
    if (number > groups) { // the first time
      ids.add(cluster);
      groups = number;
    }
    List<Integer> same = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    for (ClusterLine.Member member : cluster.members()) {
      int doc = ids.place(member.id()).number;
      if (member.hasSameText()) {
        same.add(doc);
      } else {
        near.add(new Grouped.Near(doc, member.resemblance(), member.note()));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    int representative = ids.place(cluster.representative()).number;
    return new Grouped(
        number, representative, ClusterLine.words(cluster.kind()), cluster.reason(), same, near);
  }

  @Override
  public void forEachDocument(IOConsumer<Listed> action) throws IOException, InterruptedException {
    if (corpus != null) {
      corpus.forEach(document -> action.accept(taken(document)));
      return;
    }
    for (ClusteredIds.Place place : ids.all()) {
      for (int i = 0; i < place.members(); i++) {
        boolean isVariant = i >= place.representatives();
        action.accept(new Listed(unknown(place), 0, -1, isVariant, false, null));
      }
    }
  }

  private Listed taken(InputDocument document) throws IOException {
    Name name = name(document);
    String text = document.text();
    String compared = config.content().of(document);
    ClusteredIds.Place place = ids.take(document.id());
    if (place != null && place.isFirst()) {
      kept.add(name, text, compared);
    }
    return new Listed(
        name,
        0,
        UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length()),
        place != null && place.isVariant(),
        place != null && place.isCopy(),
        sketcher.sketch(compared, 0).value());
  }

  private Name name(InputDocument document) {
    return new Name(
        document.id(),
        document.title(),
        document.first("url"),
        Timeline.shown(document.first(dateField)));
  }

  private static Name unknown(ClusteredIds.Place place) {
    return new Name(place.id, "", "", "");
  }

  @Override
  public Known known(int doc) throws IOException {
    ClusteredIds.Place place = ids.all().get(doc);
    return place.document() < 0 ? new Known(unknown(place), null) : kept.get(place.document());
  }

  @Override
  public ElementSet elements(int doc) throws IOException {
    int document = ids.all().get(doc).document();
    return document < 0 ? null : sketcher.sketch(kept.compared(document), 0).elementSet();
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) {
    return variant.note();
  }

  @Override
  public ReportFindings.Subject subject() {
    Compared compared = Compared.by(config.comparesValues());
    return new ReportFindings.Subject(
        file.path().toString(),
        file.settings().isEmpty() ? by.settings() : file.settings(),
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
            + sketcher.parameters().format().packing().slots()
            + " slots, two "
            + compared.nouns()
            + " are compared",
        notes(compared));
  }

  private List<String> notes(Compared compared) {
    if (corpus == null) {
      return List.of(
          "The documents are those in clusters: the file does not say how many others there are,"
              + " and has no "
              + compared.nouns()
              + " (--texts).");
    }
    return ids.hasRepeated()
        ? List.of(
            "Several documents have one id. The file does not say which of them is in a cluster:"
                + " their texts are not compared, and the size of variants is a guess.")
        : List.of();
  }

  @Override
  public void close() throws IOException {
    kept.close();
  }
}
