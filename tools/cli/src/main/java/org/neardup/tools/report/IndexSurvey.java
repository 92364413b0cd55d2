// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.UnicodeUtil;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Variants;
import org.neardup.index.Verification;
import org.neardup.record.DocumentRecord;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;

/** Finds out what an index holds. Reads the stored fields of all documents. For one thread. */
final class IndexSurvey {
  private static final String TITLE = "title";
  private static final String URL = "url";

  private final String name;
  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final TextSketcher sketcher;
  private final Explainer explainer;
  private final VariantGroups groups;
  private final SketchReader[] sketches;
  private final Tally tally = new Tally();
  private final Hosts hosts = new Hosts();
  private final BandTrials trials;

  IndexSurvey(String name, DirectoryReader reader, TextSketcher sketcher) throws IOException {
    this.name = name;
    this.reader = reader;
    this.config = CollapseConfig.of(reader.directory());
    this.sketcher = sketcher;
    explainer =
        new Explainer(
            reader, config.idField(), sketcher, Verification.AUTO.rule(config.threshold()));
    groups = VariantGroups.of(reader);
    sketches = new SketchReader[reader.leaves().size()];
    for (LeafReaderContext leaf : reader.leaves()) {
      sketches[leaf.ord] = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    }
    trials =
        new BandTrials(sketcher.parameters().bands(), sketcher.parameters().format().packing());
  }

  /**
   * Finds out.
   *
   * @param settings of the index
   * @param top of how many groups to look into the texts
   */
  ReportFindings run(Map<String, String> settings, int top) throws IOException {
    ReportFindings.Savings savings = readDocuments();
    List<VariantGroups.Group> largestFirst = groups.largestFirst();
    for (VariantGroups.Group group : largestFirst) {
      count(group);
    }
    List<ReportFindings.Group> shown = new ArrayList<>();
    for (VariantGroups.Group group : largestFirst.subList(0, Math.min(top, largestFirst.size()))) {
      shown.add(look(group));
    }
    BandCurve curve = trials.run(config.threshold());
    return new ReportFindings(subject(), settings, savings, tally, curve, hosts.list(), shown);
  }

  private ReportFindings.Subject subject() {
    return new ReportFindings.Subject(
        name,
        config.variants() == Variants.REPORT ? "would be hidden behind" : "are hidden behind",
        "Estimated by the sketches in the index, with a standard error of about "
            + Numbers.decimal(sketcher.parameters().format().packing().standardError(0.9))
            + " at .9. Where sketches were not sure the texts decided, so that some estimates are"
            + " below the threshold.",
        "Two texts are compared",
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
    Set<String> names = new HashSet<>(config.textFields());
    names.addAll(List.of(config.idField(), URL));
    Bits live = MultiBits.getLiveDocs(reader);
    boolean hasTexts = false;
    long bytes = 0;
    long variantBytes = 0;
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        Document stored = reader.storedFields().document(doc, names);
        long size = textBytes(stored);
        hasTexts |= size >= 0;
        bytes += Math.max(size, 0);
        variantBytes += groups.isVariant(doc) ? Math.max(size, 0) : 0;
        hosts.add(name(stored), groups.isVariant(doc));
      }
    }
    return new ReportFindings.Savings(
        reader.numDocs(),
        groups.variantCount(),
        hasTexts ? bytes : -1,
        hasTexts ? variantBytes : -1);
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

  private ReportFindings.Name name(Document stored) {
    return new ReportFindings.Name(
        known(stored.get(config.idField())), known(stored.get(TITLE)), known(stored.get(URL)));
  }

  private static String known(String value) {
    return value == null ? "" : value;
  }

  private void count(VariantGroups.Group group) throws IOException {
    tally.addGroup(1 + group.variants().size());
    byte[] representative = sketch(group.representative());
    for (int variant : group.variants()) {
      tally.addResemblance(estimate(representative, variant));
    }
  }

  private byte[] sketch(int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return sketches[leaf.ord].copy(doc - leaf.docBase);
  }

  /** Only texts that are not empty have variants or are variants, so both have a sketch. */
  private double estimate(byte[] sketch, int doc) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    return sketches[leaf.ord].similarity(sketch, doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  private record Estimated(int doc, double resemblance) {}

  private ReportFindings.Group look(VariantGroups.Group group) throws IOException {
    byte[] sketch = sketch(group.representative());
    List<Estimated> estimated = new ArrayList<>();
    for (int variant : group.variants()) {
      estimated.add(new Estimated(variant, estimate(sketch, variant)));
    }
    estimated.sort(
        Comparator.comparingDouble(Estimated::resemblance).thenComparingInt(Estimated::doc));
    addToTrials(group.representative());
    List<ReportFindings.Variant> variants = new ArrayList<>();
    for (Estimated variant :
        estimated.subList(0, Math.min(Report.MAX_VARIANTS, estimated.size()))) {
      variants.add(look(group.representative(), variant.doc()));
    }
    return new ReportFindings.Group(
        name(group.representative()), 1 + group.variants().size(), "", variants);
  }

  private ReportFindings.Variant look(int representative, int variant) throws IOException {
    addToTrials(variant);
    Comparison comparison = explainer.compare(representative, variant);
    return new ReportFindings.Variant(name(variant), words(comparison), comparison.difference());
  }

  private static String words(Comparison comparison) {
    String estimate =
        Numbers.decimal(comparison.estimate().resemblance())
            + " ± "
            + Numbers.decimal(comparison.estimate().standardError())
            + " by sketches";
    return comparison.exact() == null
        ? estimate
        : Numbers.decimal(comparison.exact().resemblance()) + " counted in the texts, " + estimate;
  }

  private ReportFindings.Name name(int doc) throws IOException {
    return name(reader.storedFields().document(doc, Set.of(config.idField(), TITLE, URL)));
  }

  /** Short texts are compared without bands. */
  private void addToTrials(int doc) throws IOException {
    if (!trials.isFull()) {
      Document stored = reader.storedFields().document(doc, Set.copyOf(config.textFields()));
      SketchedText text = sketcher.sketch(stored, 0);
      if (text.elementCount() >= config.minElements()) {
        trials.add(text.elementSet());
      }
    }
  }
}
