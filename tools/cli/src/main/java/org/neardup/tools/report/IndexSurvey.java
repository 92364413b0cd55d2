// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.UnicodeUtil;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchValue;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Variants;
import org.neardup.record.DocumentRecord;
import org.neardup.search.explain.Explainer;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.console.Compared;
import org.neardup.tools.report.ReportFindings.First;
import org.neardup.tools.report.ReportFindings.Group;
import org.neardup.tools.report.ReportFindings.Name;

/** Finds out what an index holds. Reads the stored fields of all documents. For one thread. */
final class IndexSurvey {
  private final String name;
  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final TextSketcher sketcher;
  private final SlotPacking packing;
  private final ReportRequest request;
  private final IndexDocuments documents;
  private final GroupLooker looker;
  private final VariantGroups groups;
  private final SketchReader[] sketches;
  private final FixedBitSet copies;
  private final Tally tally = new Tally();
  private final Hosts hosts = new Hosts();
  private final Timeline timeline = new Timeline();
  private final BandTrials trials;

  /**
   * When documents arrived: threads write them in any order. Those of another program come last.
   */
  private final long[] arrivals;

  IndexSurvey(String name, DirectoryReader reader, TextSketcher sketcher, ReportRequest request)
      throws IOException {
    this.name = name;
    this.reader = reader;
    this.config = CollapseConfig.of(reader.directory());
    this.sketcher = sketcher;
    packing = sketcher.parameters().format().packing();
    this.request = request;
    Explainer explainer = new Explainer(reader, config.idField(), sketcher, config.rule());
    documents = new IndexDocuments(reader, config, explainer, request.dateField());
    looker = new GroupLooker(documents);
    groups = VariantGroups.of(reader);
    sketches = new SketchReader[reader.leaves().size()];
    for (LeafReaderContext leaf : reader.leaves()) {
      sketches[leaf.ord] = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    }
    copies = new FixedBitSet(Math.max(1, reader.maxDoc()));
    trials = new BandTrials(sketcher.parameters().bands(), packing);
    arrivals = new long[reader.maxDoc()];
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues values = DocValues.getNumeric(leaf.reader(), DocumentRecord.ORDER_FIELD);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        arrivals[leaf.docBase + doc] =
            values.advanceExact(doc) ? values.longValue() : Long.MAX_VALUE;
      }
    }
  }

  private List<Integer> byArrival(Stream<Integer> docs) {
    return docs.sorted(Comparator.comparingLong(doc -> arrivals[doc])).toList();
  }

  /**
   * Finds out.
   *
   * @param settings of the index
   */
  ReportFindings run(Map<String, String> settings) throws IOException {
    List<VariantGroups.Group> largestFirst = groups.largestFirst();
    List<Group> shown = new ArrayList<>();
    for (VariantGroups.Group group : largestFirst) {
      Grouped grouped = grouped(group);
      count(grouped);
      looker.examine(grouped);
    }
    First first = looker.first(request.top());
    for (VariantGroups.Group group :
        largestFirst.subList(0, Math.min(request.top(), largestFirst.size()))) {
      Grouped grouped = grouped(group);
      shown.add(looker.look(grouped));
      addToTrials(grouped);
    }
    ReportFindings.Savings savings = readDocuments();
    return new ReportFindings(
        subject(),
        settings,
        savings,
        tally,
        whatIf().run(),
        timeline.bars(),
        timeline.undated(),
        trials.run(config.threshold()),
        hosts.list(),
        first,
        shown);
  }

  private ReportFindings.Subject subject() {
    Compared compared = Compared.by(config.comparesValues());
    return new ReportFindings.Subject(
        name,
        compared,
        config.variants() == Variants.REPORT ? "would be hidden behind" : "are hidden behind",
        "Estimated by the sketches in the index, with a standard error of about "
            + Numbers.decimal(packing.standardError(0.9))
            + " at .9. "
            + (compared == Compared.SETS
                ? "The values of sets decided"
                : "Where sketches were not sure the texts decided")
            + ", so that some estimates are below the threshold.",
        "Two " + compared.nouns() + " are compared",
        notes());
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (config.variants() == Variants.DROP) {
      notes.add("The index drops variants: what was dropped is not in it, nor counted here.");
    }
    if (groups.standIns() > 0) {
      notes.add(
          "Groups without a visible document, as another program deleted it: "
              + groups.standIns()
              + ". The first hidden one represents each here, until neardup check --repair shows"
              + " one.");
    }
    return notes;
  }

  private ReportFindings.Savings readDocuments() throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    boolean hasTexts = false;
    long bytes = 0;
    long variantBytes = 0;
    long copyBytes = 0;
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        Document stored = documents.stored(doc);
        long size = textBytes(stored);
        hasTexts |= size >= 0;
        bytes += Math.max(size, 0);
        variantBytes += groups.isVariant(doc) ? Math.max(size, 0) : 0;
        copyBytes += copies.get(doc) ? Math.max(size, 0) : 0;
        Name shown = documents.name(stored);
        hosts.add(shown, groups.isVariant(doc));
        timeline.add(shown.date(), groups.isVariant(doc));
      }
    }
    return new ReportFindings.Savings(
        reader.numDocs(),
        groups.variantCount(),
        copies.cardinality(),
        hasTexts ? bytes : -1,
        hasTexts ? variantBytes : -1,
        hasTexts ? copyBytes : -1);
  }

  /** Bytes of the texts in UTF-8; -1 if none is stored. */
  private long textBytes(Document stored) {
    long bytes = -1;
    for (String field : config.textFields()) {
      for (String text : stored.getValues(field)) {
        bytes = Math.max(bytes, 0) + UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length());
      }
    }
    return bytes;
  }

  private Grouped grouped(VariantGroups.Group group) throws IOException {
    byte[] representative = sketch(group.representative());
    List<Integer> same = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    for (int variant : byArrival(group.variants().stream())) {
      LeafReaderContext leaf = leaf(variant);
      SketchReader reading = sketches[leaf.ord];
      if (reading.fingerprint(variant - leaf.docBase)
          == SketchValue.fingerprint(representative, 0)) {
        same.add(variant);
      } else {
        // Only texts that are not empty have variants or are variants, so both have a sketch.
        double estimate = reading.similarity(representative, variant - leaf.docBase);
        near.add(new Grouped.Near(variant, packing.estimate(estimate).value(), null));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    return new Grouped(group.number(), group.representative(), "", same, near);
  }

  private void count(Grouped group) {
    tally.addGroup(group.documents());
    group.copies().forEach(copies::set);
    group.copies().forEach(copy -> tally.addResemblance(1));
    group.near().forEach(variant -> tally.addResemblance(variant.resemblance()));
  }

  private byte[] sketch(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    SketchReader reading = sketches[leaf.ord];
    return reading == null ? null : reading.copy(doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  private WhatIf whatIf() throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    List<Integer> inOrder =
        byArrival(
            IntStream.range(0, reader.maxDoc())
                .filter(doc -> live == null || live.get(doc))
                .boxed());
    WhatIf whatIf = new WhatIf(config.sketchSettings(), sketcher.parameters().format());
    for (int doc : inOrder) {
      whatIf.add(sketch(doc));
    }
    return whatIf;
  }

  private void addToTrials(Grouped group) throws IOException {
    for (int doc : group.some()) {
      addToTrials(doc);
    }
  }

  /** Short texts are compared without bands. */
  private void addToTrials(int doc) throws IOException {
    if (!trials.isFull()) {
      SketchedText text = sketcher.sketch(documents.stored(doc), 0);
      if (text.elementCount() >= config.minElements()) {
        trials.add(text.elementSet());
      }
    }
  }
}
