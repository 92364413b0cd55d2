// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordReader;

/** Checks one reader. For one run on one thread. */
public final class IndexExamination {
  private static final int NAMED_OF_A_KIND = 20;

  private final DirectoryReader reader;
  private final CollapseConfig config;
  private final SketchParameters parameters;
  private final Verdicts verdicts;
  private final long nextNumber;
  private final StoredDocuments documents;
  private final Resketcher resketcher;
  private final Certainty certainty;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final List<Violation> named = new ArrayList<>(); // the first of each kind

  private final List<LiveDocument> visible = new ArrayList<>();
  private final Map<Long, LiveDocument> representatives = new HashMap<>(); // by group
  private long[] orders = new long[16];
  private int ours;
  private int hidden;
  private long sketched; // documents with a sound sketch, or none, seen so far
  private int comparedTexts;

  public IndexExamination(
      DirectoryReader reader,
      CollapseConfig config,
      TextSketcher sketcher,
      Verdicts verdicts,
      long nextNumber,
      List<String> changes) {
    changes.forEach(change -> add(Kind.OTHER_WRITER, "", change));
    this.reader = reader;
    this.config = config;
    this.verdicts = verdicts;
    this.nextNumber = nextNumber;
    parameters = sketcher.parameters();
    documents = new StoredDocuments(reader, config);
    resketcher = new Resketcher(reader, config, sketcher);
    certainty = new Certainty(config, sketcher, verdicts, resketcher::storedTexts);
  }

  /** Checks everything, and compares at most {@code maxTexts} sketches with their texts. */
  public CheckReport run(int maxTexts) throws IOException {
    examineBands();
    examineIds();
    documents.forEach(new First());
    long textEvery = maxTexts == 0 ? 0 : 1 + (ours - 1L) / maxTexts;
    Set<Long> duplicates = duplicates();
    documents.forEach(document -> examine(document, duplicates, textEvery));
    long skippedPairs = examineVisible();
    int contained = examineContained();
    int hiddenFromSearch = hidden + contained;
    return new CheckReport(
        reader.numDocs(),
        reader.numDocs() - hiddenFromSearch,
        hiddenFromSearch,
        comparedTexts,
        skippedPairs,
        counts,
        named);
  }

  private void add(Kind kind, String id, String detail) {
    if (counts.merge(kind, 1L, Long::sum) <= NAMED_OF_A_KIND) {
      named.add(new Violation(kind, id, detail));
    }
  }

  private void examineBands() throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      String problem = bandProblem(leaf, parameters);
      if (problem != null) {
        String segment = ((SegmentReader) leaf.reader()).getSegmentName();
        add(Kind.BANDS, segment, "segment " + segment + " " + problem);
      }
    }
  }

  /** What is wrong with the bands of a segment, or null. */
  static String bandProblem(LeafReaderContext leaf, SketchParameters parameters)
      throws IOException {
    SketchReader sketches;
    try {
      sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
    } catch (IllegalArgumentException e) {
      return "has sketches without parameters";
    }
    if (sketches == null) {
      return null;
    }
    if (!sketches.parameters().equals(parameters)) {
      return "has sketches with parameters " + sketches.parameters() + ", expected " + parameters;
    }
    return sketches.hasBands() ? null : "has sketches without bands";
  }

  private void examineIds() throws IOException {
    documents.forEachSharedId(
        (id, docs) -> add(Kind.DUPLICATE_ID, id, docs.size() + " documents have this id"));
  }

  /** Order numbers that several documents have. */
  private Set<Long> duplicates() {
    Arrays.sort(orders, 0, ours);
    Set<Long> duplicates = new HashSet<>();
    for (int i = 1; i < ours; i++) {
      if (orders[i] == orders[i - 1]) {
        duplicates.add(orders[i]);
      }
    }
    return duplicates;
  }

  /** Collects the visible documents. */
  private final class First implements StoredDocuments.Visitor {
    @Override
    public void ours(LiveDocument document) {
      orders = ArrayUtil.grow(orders, ours + 1);
      orders[ours++] = document.order;
      LiveDocument own = numberedByDoc(document);
      if (document.isHidden()) {
        hidden++;
        return;
      }
      visible.add(own);
      LiveDocument other = representatives.putIfAbsent(document.group(), own);
      if (other != null) {
        add(
            Kind.SEVERAL_REPRESENTATIVES,
            document.id,
            "visible in group " + document.group() + " beside " + other.id);
      }
    }

    @Override
    public void foreign(int doc) throws IOException {
      String id =
          reader.storedFields().document(doc, Set.of(config.idField())).get(config.idField());
      add(
          Kind.FOREIGN_DOCUMENT,
          id == null ? "" : id,
          "document " + doc + " of the reader was not written by neardup");
    }
  }

  /**
   * Checks the number, the sketch and the representative of a document.
   *
   * @param duplicates order numbers that several have
   * @param textEvery of how many documents one is compared with its text; 0 for none
   */
  private void examine(LiveDocument document, Set<Long> duplicates, long textEvery)
      throws IOException {
    if (duplicates.contains(document.order)) {
      add(Kind.NUMBER, document.id, "several documents have order number " + document.order);
    } else if (Math.min(document.order, document.group()) < 0) {
      add(Kind.NUMBER, document.id, numbers(document) + " is below 0");
    } else if (Math.max(document.order, document.group()) >= nextNumber) {
      add(Kind.NUMBER, document.id, numbers(document) + " is not assigned yet");
    }
    LiveDocument own = numberedByDoc(document);
    if (document.value != null && document.value.length != certainty.sketchBytes()) {
      add(
          Kind.SKETCH,
          document.id,
          "sketch has " + document.value.length + " bytes, expected " + certainty.sketchBytes());
    } else if (textEvery > 0 && sketched++ % textEvery == 0) {
      compareWithText(own);
    }
    if (document.isHidden()) {
      compareWithRepresentative(own);
    }
  }

  private static String numbers(LiveDocument document) {
    return "order number " + document.order + " or group " + document.group();
  }

  private void compareWithText(LiveDocument document) throws IOException {
    Optional<SketchedText> text = resketcher.sketch(document);
    if (text.isPresent()) {
      comparedTexts++;
      if (!Arrays.equals(text.get().value(), document.value)) {
        add(Kind.SKETCH, document.id, "sketch does not match the stored text");
      }
    }
  }

  private void compareWithRepresentative(LiveDocument document) throws IOException {
    LiveDocument representative = representatives.get(document.group());
    if (representative == null) {
      add(
          Kind.NO_REPRESENTATIVE,
          document.id,
          "hidden in group " + document.group() + ", none is visible");
    } else if (!certainty.parting(document, representative).isEmpty()) {
      add(
          Kind.GUARD,
          document.id,
          "hidden behind "
              + representative.id
              + ", from which it is parted by "
              + String.join(", ", certainty.parting(document, representative)));
    } else if (document.scope != representative.scope
        || certainty.isSurelyUnlike(document, representative)) {
      add(
          Kind.UNLIKE_REPRESENTATIVE,
          document.id,
          "hidden behind " + representative.id + certainty.describe(document, representative));
    }
  }

  /** Returns the number of pairs not compared. */
  private long examineVisible() throws IOException {
    Set<List<Integer>> seen = new HashSet<>();
    List<LiveDocument> comparable =
        visible.stream().filter(certainty::hasComparableSketch).toList();
    examineVerdicts(comparable);
    return new NearPairs(parameters, certainty.comparer(), config.threshold())
        .forEach(
            comparable,
            (a, b) -> {
              boolean isNear = certainty.isSurelyNear(a, b);
              if (isNear && !certainty.areSame(a, b) && seen.add(List.of(a.doc, b.doc))) {
                add(Kind.VISIBLE_TWICE, b.id, "visible beside " + a.id + certainty.describe(a, b));
              }
              return isNear;
            });
  }

  /** No bands bring together what a verdict says is the same. */
  private void examineVerdicts(List<LiveDocument> comparable) {
    Map<String, LiveDocument> judged = new HashMap<>();
    for (LiveDocument document : comparable) {
      for (String partner : verdicts.partners(document.id)) {
        LiveDocument other = judged.get(partner);
        if (other != null && certainty.areSame(document, other)) {
          add(
              Kind.VISIBLE_TWICE,
              document.id,
              "visible beside " + partner + ", the same by a verdict");
        }
        judged.put(document.id, document);
      }
    }
  }

  /** Texts are cached by order number, which may not be unique in a damaged index. */
  private static LiveDocument numberedByDoc(LiveDocument document) {
    return document.with(document.doc, document.value, document.rank);
  }

  /**
   * Checks what is hidden as contained: each with all of its group, behind a visible document that
   * contains it.
   *
   * @return how many documents represent a group and are hidden all the same
   */
  private int examineContained() throws IOException {
    Map<Long, Long> within = new HashMap<>(); // the groups that groups are shown as parts of
    forEachOurs(
        (records, doc, docBase) -> {
          long outer = records.within(doc);
          LiveDocument visible = representatives.get(records.group());
          if (outer != RecordReader.NOT_WITHIN && visible != null && visible.doc == docBase + doc) {
            within.put(visible.group(), outer);
          }
        });
    for (Map.Entry<Long, Long> each : within.entrySet()) {
      examineContained(representatives.get(each.getKey()), each.getValue(), within);
    }
    forEachOurs((records, doc, docBase) -> examineMark(records, doc, within));
    return within.size();
  }

  /** Takes a document of ours, which the records are at. */
  @FunctionalInterface
  private interface RecordVisitor {
    void visit(RecordReader records, int doc, int docBase) throws IOException;
  }

  private void forEachOurs(RecordVisitor visitor) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      RecordReader records = new RecordReader(leaf.reader());
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if ((live == null || live.get(doc)) && records.isOurs(doc)) {
          visitor.visit(records, doc, leaf.docBase);
        }
      }
    }
  }

  private void examineContained(LiveDocument document, long outer, Map<Long, Long> within)
      throws IOException {
    LiveDocument container = representatives.get(outer);
    if (container == null) {
      add(Kind.NO_REPRESENTATIVE, document.id, "contained in group " + outer + ", none is visible");
    } else if (within.containsKey(outer)) {
      add(
          Kind.NOT_CONTAINED,
          document.id,
          "behind " + container.id + ", which is contained itself");
    } else {
      Optional<Double> share = certainty.containment(document, container);
      if (share.isPresent() && share.get() < config.leastContained()) {
        add(
            Kind.NOT_CONTAINED,
            document.id,
            String.format(
                Locale.ROOT, "behind %s, which contains %.3f of it", container.id, share.get()));
      }
    }
  }

  /** Compares the mark of a document with that of the visible one of its group. */
  private void examineMark(RecordReader records, int doc, Map<Long, Long> within)
      throws IOException {
    long expected = within.getOrDefault(records.group(), RecordReader.NOT_WITHIN);
    if (records.within(doc) != expected) {
      DocumentRecord record = records.read(doc);
      add(
          Kind.NOT_CONTAINED,
          record.id(),
          "shown in group "
              + records.within(doc)
              + ", and the visible document of its group in "
              + expected);
    }
  }
}
