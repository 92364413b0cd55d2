// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Overlap;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.analysis.PlacedShingles;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.record.RecordReader;
import org.neardup.search.VersionGroups;
import org.neardup.search.copied.CandidateFinder.Candidate;
import org.neardup.search.copied.CopiedText.Hit;
import org.neardup.search.copied.CopiedText.Source;
import org.neardup.search.copied.DocumentTexts.FieldText;

/** One search of {@link Containments}. For one thread. */
final class CopySearch {
  /** A source explains at least a hundredth of a text. */
  private static final int LEAST_GAIN = 100;

  /** Of texts that are remembered. */
  private static final int MOST_CHARACTERS = 1 << 23;

  private final Containments settings;
  private final IndexSearcher searcher;
  private final VersionGroups groups;
  private final int self;
  private final DocumentTexts sources;
  private final List<RecordReader> records = new ArrayList<>(); // by segment; none: no sketches
  private final TextElements text;
  private final int least; // elements that a hit holds
  private final ElementExtractor extractor;
  private final Map<Object, FixedBitSet> held = new HashMap<>(); // by text hash, or else by texts
  private long characters; // of these texts

  /**
   * A document that holds enough.
   *
   * @param held which elements of the text it has, by number
   * @param common how many
   */
  private record Found(int doc, FixedBitSet held, int common) {
    static final Comparator<Found> ORDER =
        Comparator.comparingInt((Found found) -> -found.common()).thenComparingInt(Found::doc);
  }

  /**
   * A search.
   *
   * @param self a document that is no hit; negative for none
   */
  CopySearch(Containments settings, IndexSearcher searcher, List<FieldText> texts, int self)
      throws IOException {
    this.settings = settings;
    this.searcher = searcher;
    this.self = self;
    groups = settings.groups().groups(searcher.getIndexReader());
    groups.requireOf(searcher.getIndexReader());
    sources = new DocumentTexts(searcher.getIndexReader(), settings.fields());
    text = new TextElements(shingles(texts));
    least = ShingleSample.leastOfAll(text.size(), settings.minimum());
    Shingling shingling = Shingling.words(settings.shingleSize());
    extractor = new ElementExtractor(settings.analyzer(), shingling);
    if (searcher.getIndexReader() instanceof DirectoryReader reader
        && CommitData.areSketched(reader, settings.fields(), shingling.toString())) {
      reader.leaves().forEach(leaf -> records.add(new RecordReader(leaf.reader())));
    }
  }

  private PlacedShingles shingles(List<FieldText> texts) throws IOException {
    PlacedShingles shingles = new PlacedShingles(settings.analyzer(), settings.shingleSize());
    for (FieldText each : texts) {
      shingles.add(each.field(), each.text());
    }
    return shingles;
  }

  CopiedText run(Query filter, int count) throws IOException {
    Containments.require(count >= 1, "count must be at least 1", count);
    if (text.size() == 0) {
      return new CopiedText(0, 0, 0, List.of(), List.of(), 0);
    }
    List<Candidate> candidates = candidates(filter);
    int read = readable(candidates);
    List<Found> found = verified(candidates.subList(0, read));
    return result(found, candidates.size() - read, count);
  }

  /** Likeliest first. */
  private List<Candidate> candidates(Query filter) throws IOException {
    ShingleSample sample = ShingleSample.of(text, settings.minimum());
    List<Weight> phrases = sample.phrases(searcher, settings.fields(), text.shingles());
    Weight filtering =
        filter == null
            ? null
            : searcher.createWeight(searcher.rewrite(filter), ScoreMode.COMPLETE_NO_SCORES, 1);
    List<Candidate> candidates =
        new CandidateFinder(phrases, sample.least(), filtering).find(searcher.getLeafContexts());
    List<Candidate> possible = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.doc() != self && mostElements(candidate.doc()) >= least) {
        possible.add(candidate);
      }
    }
    possible.sort(Candidate.ORDER);
    return possible;
  }

  /** How many elements a document has at most, as its sketch tells. */
  private int mostElements(int doc) throws IOException {
    BytesRef sketch = sketch(doc);
    return sketch == null ? Integer.MAX_VALUE : SketchValue.elements(sketch.bytes, sketch.offset);
  }

  /** Equal for documents with the same texts; null if no sketch tells. */
  private Long textHash(int doc) throws IOException {
    BytesRef sketch = sketch(doc);
    return sketch == null ? null : SketchValue.textHash(sketch.bytes, sketch.offset);
  }

  /**
   * The sketch of the text that is stored, if all fields are compared by the same shingles; else
   * null. Valid until the next call; cheapest in ascending order of documents.
   */
  private BytesRef sketch(int doc) throws IOException {
    if (records.isEmpty()) {
      return null;
    }
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    int leaf = ReaderUtil.subIndex(doc, leaves);
    int docOfLeaf = doc - leaves.get(leaf).docBase;
    RecordReader record = records.get(leaf);
    return record.isStoredOtherwise(docOfLeaf) ? null : record.tellingSketch(docOfLeaf);
  }

  /** How many may be counted, so that not too many texts are read; copies are read once. */
  private int readable(List<Candidate> candidates) throws IOException {
    int most = settings.mostCandidates();
    if (candidates.size() <= most) {
      return candidates.size();
    }
    Set<Long> seen = new HashSet<>();
    int texts = 0;
    for (int i = 0; i < candidates.size(); i++) {
      Long fingerprint = textHash(candidates.get(i).doc());
      if ((fingerprint == null || seen.add(fingerprint)) && ++texts > most) {
        return i;
      }
    }
    return candidates.size();
  }

  /** Best first. */
  private List<Found> verified(List<Candidate> candidates) throws IOException {
    List<Found> found = new ArrayList<>();
    int[] docs = candidates.stream().mapToInt(Candidate::doc).sorted().toArray(); // as stored
    for (int doc : docs) {
      FixedBitSet elements = held(doc);
      int common = elements.cardinality();
      if (common >= least) {
        found.add(new Found(doc, elements, common));
      }
    }
    found.sort(Found.ORDER);
    return found;
  }

  /**
   * Which elements of the text a document holds, by number; not to be changed. Of copies, which are
   * many where a text was copied at all, the first is analysed. They need not be read if their
   * sketches tell that they are copies; else the texts of up to 8 million characters are
   * remembered.
   */
  private FixedBitSet held(int doc) throws IOException {
    Long textHash = textHash(doc);
    List<FieldText> texts = textHash == null ? sources.read(doc) : null;
    Object key = textHash == null ? texts : textHash;
    FixedBitSet found = held.get(key);
    if (found == null) {
      found = text.in(textHash == null ? texts : sources.read(doc), extractor);
      if (textHash != null || isWorthMemory(texts)) {
        held.put(key, found);
      }
    }
    return found;
  }

  private boolean isWorthMemory(List<FieldText> texts) {
    long length = texts.stream().mapToLong(each -> each.text().length()).sum();
    boolean fits = length <= MOST_CHARACTERS - characters;
    characters += fits ? length : 0;
    return fits;
  }

  private CopiedText result(List<Found> found, int skipped, int count) throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (Found each : found.subList(0, Math.min(count, found.size()))) {
      hits.add(hit(each));
    }
    FixedBitSet unexplained = new FixedBitSet(text.size());
    unexplained.set(0, text.size());
    List<Source> explained = sources(found, count, unexplained);
    double share = (double) unexplained.cardinality() / text.size();
    return new CopiedText(text.size(), found.size(), skipped, hits, explained, share);
  }

  /**
   * Explains the text by as few documents as a greedy choice finds: in turn the one that has the
   * most of what is still to be explained, of equals the earlier.
   *
   * @param unexplained elements, by number; ends up as those that no source explains
   * @see <a href="https://doi.org/10.1287/moor.4.3.233">Chvátal, A greedy heuristic for the
   *     set-covering problem, 1979</a>
   */
  private List<Source> sources(List<Found> found, int count, FixedBitSet unexplained)
      throws IOException {
    List<Source> sources = new ArrayList<>();
    while (sources.size() < count) {
      Found best = null;
      long most = Math.max(1, text.size() / LEAST_GAIN) - 1L;
      for (Found each : found) {
        long gain = FixedBitSet.intersectionCount(each.held(), unexplained);
        if (gain > most) {
          most = gain;
          best = each;
        }
      }
      if (best == null) {
        break;
      }
      FixedBitSet gained = best.held().clone();
      gained.and(unexplained);
      unexplained.andNot(gained);
      sources.add(source(best, gained));
    }
    return sources;
  }

  private Hit hit(Found found) throws IOException {
    PlacedShingles source = shingles(sources.read(found.doc()));
    return new Hit(
        found.doc(),
        representative(found.doc()),
        new Overlap(text.size(), new TextElements(source).size(), found.common()),
        new PassageFinder(text, source).passages(number -> true));
  }

  private Source source(Found found, FixedBitSet gained) throws IOException {
    PlacedShingles source = shingles(sources.read(found.doc()));
    return new Source(
        found.doc(),
        representative(found.doc()),
        (double) gained.cardinality() / text.size(),
        new PassageFinder(text, source).passages(gained::get));
  }

  private int representative(int doc) throws IOException {
    return groups.isHidden(doc) ? groups.representative(doc) : doc;
  }
}
