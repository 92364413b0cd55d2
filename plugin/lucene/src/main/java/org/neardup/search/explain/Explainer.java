// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.neardup.analysis.Shingling;
import org.neardup.codec.SketchField;
import org.neardup.compare.Guard;
import org.neardup.compare.Overlap;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Preference;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.record.Place;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;
import org.neardup.search.explain.Comparison.Compared;
import org.neardup.search.explain.Comparison.Decision;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.search.explain.Comparison.Parting;
import org.neardup.search.explain.Comparison.ValueDifference;
import org.neardup.search.explain.StoredTexts.Stored;
import org.neardup.search.explain.Versions.Version;

/**
 * Explains the documents of a collapsed index: which versions there are, how much two resemble each
 * other, and why one is hidden or is not.
 *
 * <p>Documents are Lucene's document numbers in the reader. For one thread.
 */
public final class Explainer {
  private final IndexReader reader;
  private final String idField;
  private final SketchParameters parameters;
  private final SketchComparer comparer;
  private final DecisionSentence sentence;
  private final StoredTexts texts;
  private final VersionGroups groups;
  private final DocumentSource documents;
  private final Shingling shingling;
  private final Verdicts verdicts;
  private final List<Guard> guards; // with keys, in the order of the keys
  private final Comparator<DocumentRecord> preference;

  /**
   * Explains an index.
   *
   * @param reader over all documents, hidden ones included: one of {@link OneVersion} is refused
   * @param config of the index; if its sketches are made in another way, or have keys of other
   *     guards, all methods throw {@link IllegalArgumentException}, naming both
   * @param analyzer that of its writer
   */
  public static Explainer of(DirectoryReader reader, CollapseConfig config, Analyzer analyzer)
      throws IOException {
    return of(
        reader,
        config.idField(),
        config.textSketcher(analyzer),
        config.rule(),
        config.preference());
  }

  static Explainer of(
      DirectoryReader reader,
      String idField,
      TextSketcher sketcher,
      ResemblanceRule rule,
      Preference preference)
      throws IOException {
    return new Explainer(
        reader,
        idField,
        sketcher.parameters(),
        sketcher.shingling(),
        sketcher.guards(),
        rule,
        new StoredTexts(
            reader,
            sketcher.textFields(),
            sketcher.storedFields(),
            sketcher::sketch,
            sketcher.analyzer()),
        new RecordedGroups(reader),
        recorded(reader, sketcher.parameters()),
        CommitData.of(reader).read(CommitData.VERDICTS, "", Verdicts::parse),
        new Ranker(preference).ofRecords());
  }

  private Explainer(
      IndexReader reader,
      String idField,
      SketchParameters parameters,
      Shingling shingling,
      List<Guard> guards,
      ResemblanceRule rule,
      StoredTexts texts,
      VersionGroups groups,
      DocumentSource documents,
      Verdicts verdicts,
      Comparator<DocumentRecord> preference) {
    OneVersion.requireAllVersions(reader);
    groups.requireOf(reader);
    this.reader = reader;
    this.idField = idField;
    this.parameters = parameters;
    comparer = new SketchComparer(parameters, rule);
    this.shingling = shingling;
    this.guards = guards;
    sentence = new DecisionSentence(comparer, parameters.minElements(), ofValues());
    this.texts = texts;
    this.groups = groups;
    this.documents = documents;
    this.verdicts = verdicts;
    this.preference = preference;
  }

  /**
   * Explains an index that any writer wrote, by groups derived from its sketches. Texts are known
   * of documents in no scope, if they were stored as they were sketched: values of several fields
   * one after the other, each on a line of its own.
   *
   * @param reader over all documents
   * @param groups of that reader
   * @param sketches as they were written
   * @param idField the field of the id, indexed and stored
   * @param textFields the stored fields of the text
   */
  public static Explainer over(
      IndexReader reader,
      VersionGroups groups,
      SketchField sketches,
      String idField,
      List<String> textFields) {
    return new Explainer(
        reader,
        idField,
        sketches.parameters(),
        sketches.settings().shingling(),
        sketches.settings().guards(),
        ResemblanceRule.sketch(sketches.settings().threshold()),
        new StoredTexts(
            reader,
            textFields,
            Set.of(),
            (fields, scope) -> sketches.sketch(StoredTexts.text(fields, textFields), null),
            sketches.analyzer()),
        groups,
        sketched(reader, groups, idField, sketches),
        new Verdicts(),
        null); // only rules that look at texts ask for it
  }

  /** The document of an id, if there is one that is not deleted. */
  public OptionalInt find(String id) throws IOException {
    return OneVersion.find(reader, new Term(idField, id));
  }

  /**
   * The versions of a document. Reads what was written about each member of its group, and the
   * texts of those it returns.
   *
   * @param doc one of them, hidden or not
   * @param dateField a stored field to be returned with each, null for none
   * @param most how many to return, at least 1
   */
  public Versions versions(int doc, String dateField, int most) throws IOException {
    if (most < 1) {
      throw new IllegalArgumentException("most must be at least 1, got " + most);
    }
    List<IndexedDocument> members = new ArrayList<>();
    for (int member : groups.members(doc)) {
      members.add(documents.read(member));
    }
    IndexedDocument representative = members.getFirst();
    Comparator<IndexedDocument> bestFirst =
        Comparator.comparing((IndexedDocument member) -> member.doc() != representative.doc())
            .thenComparingDouble(member -> -agreement(representative, member))
            .thenComparingInt(IndexedDocument::doc);
    Stored text = texts.read(representative, dateField);
    List<Version> versions = new ArrayList<>();
    for (IndexedDocument member : members.stream().sorted(bestFirst).limit(most).toList()) {
      Stored stored = texts.read(member, dateField);
      versions.add(
          new Version(
              member.doc(),
              member.id(),
              member.place(),
              estimate(representative, member),
              overlap(text, stored),
              dateField == null ? null : stored.fields().get(dateField)));
    }
    return new Versions(representative.id(), members.size(), versions);
  }

  private double agreement(IndexedDocument a, IndexedDocument b) {
    Estimate estimate = estimate(a, b);
    return estimate == null ? 0 : estimate.agreeing();
  }

  private Estimate estimate(IndexedDocument a, IndexedDocument b) {
    if (a.sketch() == null || b.sketch() == null) {
      return null;
    }
    Resemblance estimated = comparer.estimated(a.sketch(), b.sketch());
    return new Estimate(
        comparer.agreeingSlots(a.sketch(), b.sketch()),
        parameters.format().slots(),
        estimated.value(),
        estimated.standardError());
  }

  private static Overlap overlap(Stored a, Stored b) {
    return a.elements() == null || b.elements() == null
        ? null
        : Overlap.of(a.elements(), b.elements());
  }

  /** Compares two documents in every way there is; sentences name them by their ids. */
  public Comparison compare(int docA, int docB) throws IOException {
    return compare(docA, docB, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param names what sentences call the document of an id
   */
  public Comparison compare(int docA, int docB, UnaryOperator<String> names) throws IOException {
    IndexedDocument a = documents.read(docA);
    IndexedDocument b = documents.read(docB);
    Stored textOfA = texts.read(a, null);
    Stored textOfB = texts.read(b, null);
    Estimate estimate = estimate(a, b);
    Overlap exact = overlap(textOfA, textOfB);
    Double contained = contained(a, b, exact);
    int sharedBands = estimate == null ? 0 : sharedBands(a, b);
    RuleDecision byRule = decision(a, b, exact, contained);
    RuleDecision decision =
        byRule.basis() == Basis.OTHER_SCOPE ? byRule : byRule.unless(said(a, b));
    List<Parting> parting = parting(a, b, textOfA, textOfB);
    if (comparer.isLossless()
        && byRule.basis() != Basis.SAME_TEXT
        && (contained == null || contained < 1)) {
      parting.add(new Parting(Guard.LOSSLESS.toString(), List.of(), List.of()));
    }
    Compared comparedA = compared(a);
    Compared comparedB = compared(b);
    return new Comparison(
        comparedA,
        comparedB,
        estimate,
        sharedBands,
        parameters.bands().bands(),
        exact,
        new Decision(
            decision.isNear(), decision.basis(), sentence.of(decision, a, b, parting, names)),
        parting,
        Comparison.places(comparedA, comparedB, decision.isNear(), sharedBands, exact, names),
        exact == null || ofValues() ? null : texts.difference(textOfA, textOfB),
        exact == null || !ofValues()
            ? null
            : ValueDifference.of(
                texts.values(textOfA), texts.values(textOfB), shingling.occurrences()));
  }

  private PairVerdict.Kind said(IndexedDocument a, IndexedDocument b) {
    return verdicts.said(a.id(), comparer.text(a.sketch()), b.id(), comparer.text(b.sketch()));
  }

  /** The guards whose keys differ. */
  private List<Parting> parting(
      IndexedDocument a, IndexedDocument b, Stored textOfA, Stored textOfB) {
    List<Parting> parting = new ArrayList<>();
    if (a.sketch() == null || b.sketch() == null) {
      return parting;
    }
    boolean areKnown = textOfA.text() != null && textOfB.text() != null;
    for (int number : comparer.parting(a.sketch(), b.sketch())) {
      Guard guard = guards.get(number);
      List<String> ofA = areKnown ? StoredTexts.guarded(textOfA, guard) : List.of();
      List<String> ofB = areKnown ? StoredTexts.guarded(textOfB, guard) : List.of();
      parting.add(new Parting(guard.toString(), without(ofA, ofB), without(ofB, ofA)));
    }
    return parting;
  }

  /** Some words without others, each as often as it is there. */
  private static List<String> without(List<String> words, List<String> others) {
    List<String> left = new ArrayList<>(words);
    others.forEach(left::remove);
    return left;
  }

  private boolean ofValues() {
    return shingling.unit() == Shingling.Unit.VALUE;
  }

  private RuleDecision decision(
      IndexedDocument a, IndexedDocument b, Overlap overlap, Double contained) throws IOException {
    boolean haveTexts = a.sketch() != null && b.sketch() != null;
    return haveTexts && a.scope() != b.scope()
        ? new RuleDecision(false, Basis.OTHER_SCOPE, comparer.estimated(a.sketch(), b.sketch()))
        : comparer.decision(
            a.sketch(),
            b.sketch(),
            () -> Optional.ofNullable(overlap).map(o -> Resemblance.counted(o.resemblance())),
            () -> Optional.ofNullable(contained));
  }

  /** How much of the one that may go behind the other is in that; null if it is not known. */
  private Double contained(IndexedDocument a, IndexedDocument b, Overlap overlap) {
    if (overlap == null || !comparer.isLossless()) {
      return null;
    }
    return preference.compare(a.record(), b.record()) > 0
        ? overlap.containmentOfB()
        : overlap.containmentOfA();
  }

  private Compared compared(IndexedDocument document) throws IOException {
    String representative =
        document.place() == Place.VISIBLE
            ? document.id()
            : documents.read(groups.representative(document.doc())).id();
    return new Compared(document.id(), document.elements(), document.place(), representative);
  }

  private int sharedBands(IndexedDocument a, IndexedDocument b) {
    BandKeys keysOfA = new BandKeys(parameters, a.sketch());
    BandKeys keysOfB = new BandKeys(parameters, b.sketch());
    return keysOfA.only(keysOfB::contains).count();
  }

  /**
   * A document as it is explained.
   *
   * @param doc its number in the reader
   * @param record what is known of it; its order and scope only if Neardup wrote it
   * @param place where it is shown
   */
  record IndexedDocument(int doc, DocumentRecord record, Place place) {
    String id() {
      return record.id();
    }

    byte[] sketch() {
      return record.sketch();
    }

    long scope() {
      return record.scope();
    }

    int elements() {
      return sketch() == null ? 0 : SketchValue.elements(sketch(), 0);
    }
  }

  /** Reads a document, by its number in the reader. */
  @FunctionalInterface
  private interface DocumentSource {
    IndexedDocument read(int doc) throws IOException;
  }

  /** The documents of an index that a {@code CollapsingIndexWriter} wrote. */
  private static DocumentSource recorded(IndexReader reader, SketchParameters parameters) {
    return doc -> {
      LeafReaderContext leaf = leaf(reader, doc);
      int docInSegment = doc - leaf.docBase;
      SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      if (sketches != null) {
        parameters.withBands(sketches.parameters().bands()).requireSame(sketches.parameters());
        sketches.value(docInSegment); // checks its length
      }
      RecordReader records = new RecordReader(leaf.reader());
      DocumentRecord stored = records.read(docInSegment);
      if (stored == null) {
        throw new IllegalArgumentException(
            "document "
                + doc
                + " was not written by Neardup; IndexCheck.repair takes it in: "
                + leaf.reader());
      }
      // Variants of a contained document are shown behind what contains that.
      boolean isPart = records.within(docInSegment) != RecordReader.NOT_WITHIN;
      Place place = isPart ? Place.CONTAINED : stored.place();
      return new IndexedDocument(doc, stored, place);
    };
  }

  /**
   * The documents of an index that any writer wrote.
   *
   * @param groups of the reader
   * @param idField a stored field
   */
  private static DocumentSource sketched(
      IndexReader reader, VersionGroups groups, String idField, SketchField field) {
    return doc -> {
      LeafReaderContext leaf = leaf(reader, doc);
      SketchReader sketches = SketchReader.of(leaf, field.name());
      byte[] sketch = null;
      if (sketches != null) {
        field.parameters().format().requireSame(sketches.parameters().format());
        sketch = sketches.copy(doc - leaf.docBase);
      }
      String id = reader.storedFields().document(doc, Set.of(idField)).get(idField);
      Place place = groups.isHidden(doc) ? Place.HIDDEN : Place.VISIBLE;
      return new IndexedDocument(
          doc, new DocumentRecord(id, 0, 0, sketch, new byte[0], 0, place), place);
    };
  }

  private static LeafReaderContext leaf(IndexReader reader, int doc) {
    Objects.checkIndex(doc, reader.maxDoc());
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }
}
