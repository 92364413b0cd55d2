// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.IOFunction;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.RecordReader;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;

/**
 * Says of the group of each hit on a page who else has it, who had it first, and in what the hidden
 * versions differ from the one that is shown.
 *
 * <pre>{@code
 * GroupSummaries summaries =
 *     GroupSummaries.of(reader, config, analyzer).withOrigins("site").withDates("date");
 * List<GroupSummaries.Summary> page = summaries.of(docs, query);
 * }</pre>
 *
 * <p>Reads the values of all versions of these groups, and the texts of at most {@value
 * #MOST_COMPARED} a hit; keeps nothing. A document that the reader does not show, such as one that
 * a filter around it removes, is no version. For one thread.
 */
public final class GroupSummaries {
  /** The texts of so many hidden versions are compared with that of a hit. */
  public static final int MOST_COMPARED = 32;

  /**
   * What is stored of documents, which are numbers in the reader.
   *
   * @param ids of documents
   * @param texts of documents, null where none is stored; null if none is to be compared
   * @param tokens of a text, with offsets in it, for scripts without blanks between words
   * @param sketchField tells equal texts apart from others, where there are many; null if there is
   *     none
   */
  public record Documents(
      IOFunction<Integer, String> ids,
      IOFunction<Integer, String> texts,
      Function<String, TokenStream> tokens,
      String sketchField) {}

  /**
   * What the versions of a hit say.
   *
   * @param versions documents of the group, the hit included
   * @param matching how many of these match the query; null without a query
   * @param origins the values of the field of origins, with the number of versions that have each:
   *     those of most versions first, then in the order of the values; null without such a field
   * @param first the version with the least date, of several the one with the least id; null if
   *     none has a date
   * @param last the version with the greatest date, of several the one with the least id
   * @param differences null if texts are not compared, or that of the hit is not stored
   */
  public record Summary(
      int versions,
      Integer matching,
      SequencedMap<String, Integer> origins,
      Dated first,
      Dated last,
      Differences differences) {

    /** The same with other differences. */
    public Summary with(Differences others) {
      return new Summary(versions, matching, origins, first, last, others);
    }
  }

  /**
   * A version with its date.
   *
   * @param date of several the least one of the first version, the greatest one of the last
   * @param id of the document
   * @param origins its values of the field of origins; none without such a field
   */
  public record Dated(String date, String id, List<String> origins) {}

  /**
   * In what the other versions differ from the hit.
   *
   * @param compared how many of these were compared, those with the words of one that was included
   * @param byKind ids of those that differ, ascending, by what they differ in: negations, names,
   *     numbers, dates
   */
  public record Differences(int compared, SequencedMap<ChangeKind, List<String>> byKind) {}

  private final IndexReader reader;
  private final VersionGroups groups;
  private final Documents documents;
  private final StoredValues origins; // null: none were asked for
  private final StoredValues dates;

  private GroupSummaries(
      IndexReader reader,
      VersionGroups groups,
      Documents documents,
      StoredValues origins,
      StoredValues dates) {
    this.reader = reader;
    this.groups = groups;
    this.documents = documents;
    this.origins = origins;
    this.dates = dates;
  }

  /**
   * Summarises the groups that a {@code CollapsingIndexWriter} recorded. Texts are compared as they
   * are stored; sets of values are not.
   *
   * @param reader over all documents, hidden ones included
   * @param config of the index
   * @param analyzer that of its writer
   */
  public static GroupSummaries of(
      DirectoryReader reader, CollapseConfig config, Analyzer analyzer) {
    List<String> textFields = config.textFields();
    IOFunction<Integer, String> texts =
        doc -> {
          Document stored = reader.storedFields().document(doc, Set.copyOf(textFields));
          String text = StoredTexts.text(stored, textFields);
          return text.isEmpty() ? null : text;
        };
    return over(
        reader,
        new RecordedGroups(reader),
        new Documents(
            doc -> recordedId(reader, doc),
            config.comparesValues() ? null : texts,
            text -> analyzer.tokenStream(textFields.getFirst(), text),
            DocumentRecord.SKETCH_FIELD));
  }

  /** Reads no stored fields, which would take as long as reading the text. */
  private static String recordedId(IndexReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    DocumentRecord record = new RecordReader(leaf.reader()).read(doc - leaf.docBase);
    return record == null ? "" : record.id(); // of another program's document
  }

  /**
   * Summarises any groups.
   *
   * @param reader over all documents: one of {@link OneVersion} is refused
   * @param groups of that reader, or of the one that it is around
   */
  public static GroupSummaries over(IndexReader reader, VersionGroups groups, Documents documents) {
    OneVersion.requireAllVersions(reader);
    groups.requireOf(reader);
    return new GroupSummaries(reader, groups, documents, null, null);
  }

  /** As {@link #withOrigins(String, UnaryOperator)}, by the values themselves. */
  public GroupSummaries withOrigins(String field) {
    return withOrigins(field, UnaryOperator.identity());
  }

  /**
   * Also tells the origins of the versions, such as their sites or publishers.
   *
   * @param field with doc values, or stored
   * @param label of a value, such as the site of an address; null for one that is no origin
   * @throws IllegalArgumentException if no document has the field
   */
  public GroupSummaries withOrigins(String field, UnaryOperator<String> label) {
    return new GroupSummaries(
        reader, groups, documents, StoredValues.of(reader, field, label), dates);
  }

  /**
   * Also tells the first and the last version. Values are compared as numbers where all of a group
   * are, else as texts, such as {@code 2023-08-03}.
   *
   * @param field with doc values, or stored
   * @throws IllegalArgumentException if no document has the field
   */
  public GroupSummaries withDates(String field) {
    StoredValues values = StoredValues.of(reader, field, UnaryOperator.identity());
    return new GroupSummaries(reader, groups, documents, origins, values);
  }

  /** Compares no texts, which takes most of the time. */
  public GroupSummaries withoutTexts() {
    Documents untold = new Documents(documents.ids, null, null, null);
    return new GroupSummaries(reader, groups, untold, origins, dates);
  }

  /**
   * Summarises the groups of some hits.
   *
   * @param hits live documents
   * @param query of which to tell how many versions match; null for none
   * @return one for each hit
   */
  public List<Summary> of(int[] hits, Query query) throws IOException {
    List<int[]> members = new ArrayList<>();
    for (int hit : hits) {
      members.add(versions(hit));
    }
    int[] all = members.stream().flatMapToInt(Arrays::stream).sorted().distinct().toArray();
    Map<Integer, Set<String>> byOrigin = origins == null ? Map.of() : origins.read(all);
    Map<Integer, Set<String>> byDate = dates == null ? Map.of() : dates.read(all);
    Set<Integer> matching = query == null ? Set.of() : matching(query, all);
    List<Summary> summaries = new ArrayList<>();
    for (int i = 0; i < hits.length; i++) {
      int[] versions = members.get(i);
      Comparator<String> order =
          StoredValues.order(
              Arrays.stream(versions)
                  .mapToObj(doc -> byDate.getOrDefault(doc, Set.of()))
                  .flatMap(Collection::stream)
                  .toList());
      summaries.add(
          new Summary(
              versions.length,
              query == null
                  ? null
                  : (int) Arrays.stream(versions).filter(matching::contains).count(),
              origins == null ? null : counts(versions, byOrigin),
              extreme(versions, byDate, order, byOrigin),
              extreme(versions, byDate, order.reversed(), byOrigin),
              differences(hits[i], versions)));
    }
    return summaries;
  }

  /** The ids of the versions of a hit that have an origin; itself too, if it has that. */
  public List<String> ofOrigin(int hit, String origin) throws IOException {
    int[] versions = Arrays.stream(versions(hit)).sorted().toArray();
    List<String> ids = new ArrayList<>();
    if (origins != null) {
      for (Map.Entry<Integer, Set<String>> each : origins.read(versions).entrySet()) {
        if (each.getValue().contains(origin)) {
          ids.add(documents.ids.apply(each.getKey()));
        }
      }
    }
    Collections.sort(ids);
    return ids;
  }

  /** The documents of the group of one of them that the reader shows. */
  private int[] versions(int doc) throws IOException {
    return Arrays.stream(groups.members(doc)).filter(this::isShown).toArray();
  }

  private boolean isShown(int doc) {
    LeafReaderContext leaf = leaf(doc);
    Bits live = leaf.reader().getLiveDocs();
    return live == null || live.get(doc - leaf.docBase);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  /**
   * Those that match.
   *
   * @param docs ascending
   */
  private Set<Integer> matching(Query query, int[] docs) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    Set<Integer> matching = new HashSet<>();
    LeafReaderContext leaf = null;
    DocIdSetIterator matches = DocIdSetIterator.empty();
    for (int doc : docs) {
      LeafReaderContext next = leaf(doc);
      if (next != leaf) {
        leaf = next;
        Scorer scorer = weight.scorer(leaf);
        matches = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      }
      int inLeaf = doc - leaf.docBase;
      if (matches.docID() < inLeaf) {
        matches.advance(inLeaf);
      }
      if (matches.docID() == inLeaf) {
        matching.add(doc);
      }
    }
    return matching;
  }

  private static SequencedMap<String, Integer> counts(
      int[] versions, Map<Integer, Set<String>> values) {
    Map<String, Integer> counts = new HashMap<>();
    for (int doc : versions) {
      values.get(doc).forEach(value -> counts.merge(value, 1, Integer::sum));
    }
    SequencedMap<String, Integer> ordered = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(each -> ordered.put(each.getKey(), each.getValue()));
    return Collections.unmodifiableSequencedMap(ordered);
  }

  /** The version that comes first in the order of its dates; null if none has one. */
  private Dated extreme(
      int[] versions,
      Map<Integer, Set<String>> byDate,
      Comparator<String> order,
      Map<Integer, Set<String>> byOrigin)
      throws IOException {
    Dated first = null;
    for (int doc : versions) {
      String date = byDate.getOrDefault(doc, Set.of()).stream().min(order).orElse(null);
      int compared = date == null ? 1 : first == null ? -1 : order.compare(date, first.date);
      if (compared <= 0) {
        String id = documents.ids.apply(doc);
        if (compared < 0 || id.compareTo(first.id) < 0) {
          first = new Dated(date, id, List.copyOf(byOrigin.getOrDefault(doc, Set.of())));
        }
      }
    }
    return first;
  }

  /** In what the other versions of the group of a hit differ from it, as {@link Summary} has it. */
  public Differences differences(int hit) throws IOException {
    return differences(hit, versions(hit));
  }

  private Differences differences(int hit, int[] versions) throws IOException {
    String shown =
        documents.texts == null || versions.length < 2 ? null : documents.texts.apply(hit);
    return shown == null
        ? null
        : new VersionDifferences(reader, documents, ShownWords.of(shown, documents.tokens))
            .of(hit, versions);
  }
}
