// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.ContainedTexts;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;
import org.neardup.search.explain.GroupSummaries.Dated;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.search.explain.GroupSummaries.Documents;
import org.neardup.search.explain.GroupSummaries.Summary;

/** Beside brute force over stored fields. */
public class TestGroupSummaries extends LuceneTestCase {
  private static final Set<ChangeKind> TELLING =
      Set.of(ChangeKind.NEGATION, ChangeKind.NAME, ChangeKind.NUMBER, ChangeKind.DATE);
  private static final String[] CHANGED = {
    "paid $1,500", "paid $2,500", "paid 1,500 dollars", "owes 2,500 euros", "did not pay",
    "paid Acme", "paid Bolt", "paid on 3 March 2021", "paid on 4 April 2022", "paid it back"
  };

  /** Any partition of the documents. */
  private record Partition(Map<Integer, int[]> groups) implements VersionGroups {
    @Override
    public boolean isHidden(int doc) {
      return representative(doc) != doc;
    }

    @Override
    public int representative(int doc) {
      return groups.get(doc)[0];
    }

    @Override
    public int[] members(int doc) {
      return groups.get(doc).clone();
    }

    @Override
    public void forEachHidden(HiddenVisitor visitor) {
      throw new AssertionError("not needed");
    }
  }

  private static String text(String what) {
    return "The committee met in the old hall and "
        + what
        + " for the bridge over the river near the mill , as the paper said on the day after that"
        + " and again in the week that followed .";
  }

  private Document document(int number) {
    Document document = new Document();
    document.add(new StringField("id", "d" + number, Store.YES));
    document.add(new TextField("text", text(CHANGED[random().nextInt(CHANGED.length)]), Store.YES));
    for (int i = random().nextInt(3); i > 0; i--) {
      document.add(new KeywordField("site", "s" + random().nextInt(5), Store.YES));
    }
    for (int i = random().nextInt(3); i > 0; i--) {
      String date = String.format(Locale.ROOT, "2024-01-%02d", 1 + random().nextInt(6));
      document.add(new KeywordField("date", date, Store.YES));
      long time = random().nextInt(20) - 5L;
      document.add(new SortedNumericDocValuesField("time", time));
      document.add(new StoredField("time", time));
      document.add(new StoredField("storedOnly", Integer.toString(random().nextInt(15))));
    }
    return document;
  }

  private static GroupSummaries over(IndexReader reader, VersionGroups groups) {
    return GroupSummaries.over(
        reader,
        groups,
        new Documents(
            doc -> stored(reader, doc, "id").getFirst(),
            doc -> stored(reader, doc, "text").getFirst(),
            text -> null,
            null));
  }

  private static List<String> stored(IndexReader reader, int doc, String field) throws IOException {
    return List.of(reader.storedFields().document(doc).getValues(field));
  }

  public void testRandomGroupsBesideBruteForce() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      int count = TEST_NIGHTLY ? 30_000 : 600;
      for (int i = 0; i < count; i++) {
        writer.addDocument(document(i));
        if (random().nextInt(8) == 0) {
          writer.deleteDocuments(new Term("id", "d" + random().nextInt(i + 1)));
        }
      }
      try (DirectoryReader reader = writer.getReader()) {
        Bits live = MultiBits.getLiveDocs(reader);
        Map<Integer, List<Integer>> byGroup = new TreeMap<>();
        IntStream.range(0, reader.maxDoc())
            .filter(doc -> live == null || live.get(doc))
            .forEach(
                doc ->
                    byGroup
                        .computeIfAbsent(random().nextInt(count / 3), group -> new ArrayList<>())
                        .add(doc));
        Map<Integer, int[]> groups = new HashMap<>();
        byGroup
            .values()
            .forEach(
                group ->
                    group.forEach(
                        doc -> groups.put(doc, group.stream().mapToInt(i -> i).toArray())));
        int[] hits = byGroup.values().stream().mapToInt(this::anyOf).toArray();
        String dates = RandomFrom.of(random(), "date", "time", "storedOnly");
        check(reader, new Partition(groups), hits, "site", dates);
      }
    }
  }

  private int anyOf(List<Integer> group) {
    return group.get(random().nextInt(group.size()));
  }

  private static final class RandomFrom {
    static String of(java.util.Random random, String... values) {
      return values[random.nextInt(values.length)];
    }
  }

  /** Groups as the writer records them: with scopes, deletions, and contained texts. */
  public void testRecordedGroupsBesideBruteForce() throws IOException {
    boolean isContained = random().nextBoolean();
    CollapseConfig config =
        CollapseConfig.defaults()
            .withThreshold(0.6)
            .withScopeField("scope")
            .withContained(
                isContained ? ContainedTexts.HIDE : CollapseConfig.defaults().contained());
    IndexWriterConfig writerConfig =
        newIndexWriterConfig(random(), new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, writerConfig)) {
      int count = TEST_NIGHTLY ? 3000 : 100;
      for (int i = 0; i < count; i++) {
        Document document = document(i);
        document.add(new StringField("scope", "t" + random().nextInt(6), Store.YES));
        if (isContained && random().nextInt(3) == 0) {
          String whole = document.get("text");
          document.removeField("text");
          document.add(new TextField("text", whole.substring(0, whole.indexOf(" as")), Store.YES));
        }
        writer.updateDocument(document);
        if (random().nextInt(8) == 0) {
          writer.deleteDocuments("d" + random().nextInt(i + 1));
        }
      }
      try (DirectoryReader reader = writer.openReader()) {
        RecordedGroups groups = new RecordedGroups(reader);
        Bits live = MultiBits.getLiveDocs(reader);
        List<Integer> hits = new ArrayList<>();
        for (int doc = 0; doc < reader.maxDoc(); doc++) {
          if ((live == null || live.get(doc)) && (!groups.isHidden(doc) || doc % 5 == 0)) {
            hits.add(doc);
          }
        }
        check(reader, groups, hits.stream().mapToInt(i -> i).toArray(), "site", "date");
        GroupSummaries own = GroupSummaries.of(reader, config, new WhitespaceAnalyzer());
        for (int hit : hits) {
          if (groups.members(hit).length <= GroupSummaries.MOST_COMPARED + 1) {
            assertEquals(over(reader, groups).differences(hit), own.differences(hit));
          }
        }
        DirectoryReader visible = OneVersion.wrap(reader);
        expectThrows(
            IllegalArgumentException.class,
            () -> GroupSummaries.of(visible, config, new WhitespaceAnalyzer()));
      }
    }
  }

  private void check(
      DirectoryReader reader, VersionGroups groups, int[] hits, String origins, String dates)
      throws IOException {
    GroupSummaries summaries = over(reader, groups).withOrigins(origins).withDates(dates);
    Query query = new TermQuery(new Term("text", random().nextBoolean() ? "paid" : "Acme"));
    Set<Integer> matching = new HashSet<>();
    for (ScoreDoc found : new IndexSearcher(reader).search(query, reader.maxDoc()).scoreDocs) {
      matching.add(found.doc);
    }
    List<Summary> found = summaries.of(hits, query);
    assertEquals(hits.length, found.size());
    for (int i = 0; i < hits.length; i++) {
      Summary summary = found.get(i);
      int[] versions = groups.members(hits[i]);
      assertEquals(versions.length, summary.versions());
      assertEquals(
          IntStream.of(versions).filter(matching::contains).count(), (long) summary.matching());
      assertOrigins(reader, versions, origins, summary);
      assertDates(reader, versions, dates, origins, summary);
      assertDifferences(reader, hits[i], versions, summary.differences());
      if (i % 10 == 0) {
        assertEquals(List.of(summary), summaries.of(new int[] {hits[i]}, query));
        for (String origin : summary.origins().keySet()) {
          assertEquals(
              (int) summary.origins().get(origin), summaries.ofOrigin(hits[i], origin).size());
        }
        Summary shorter = summaries.withoutTexts().of(new int[] {hits[i]}, null).getFirst();
        assertEquals(summary.with(null).origins(), shorter.origins());
        assertNull(shorter.matching());
        assertNull(shorter.differences());
      }
    }
  }

  private static void assertOrigins(
      IndexReader reader, int[] versions, String field, Summary summary) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (int doc : versions) {
      new TreeSet<>(stored(reader, doc, field))
          .forEach(site -> counts.merge(site, 1, Integer::sum));
    }
    assertEquals(counts, summary.origins());
    List<String> order = new ArrayList<>(counts.keySet());
    order.sort(Comparator.comparingInt(site -> -counts.get(site)));
    assertEquals(order, List.copyOf(summary.origins().keySet()));
  }

  private static void assertDates(
      IndexReader reader, int[] versions, String field, String origins, Summary summary)
      throws IOException {
    Comparator<String> order =
        field.equals("date")
            ? Comparator.naturalOrder()
            : Comparator.comparingLong(Long::parseLong);
    Dated first = null;
    Dated last = null;
    for (int doc : versions) {
      String id = stored(reader, doc, "id").getFirst();
      List<String> sites = List.copyOf(new TreeSet<>(stored(reader, doc, origins)));
      for (String date : stored(reader, doc, field)) {
        int early = first == null ? -1 : order.compare(date, first.date());
        int late = last == null ? 1 : order.compare(date, last.date());
        first =
            early < 0 || (early == 0 && id.compareTo(first.id()) < 0)
                ? new Dated(date, id, sites)
                : first;
        last =
            late > 0 || (late == 0 && id.compareTo(last.id()) < 0)
                ? new Dated(date, id, sites)
                : last;
      }
    }
    assertEquals(first, summary.first());
    assertEquals(last, summary.last());
  }

  private static void assertDifferences(
      IndexReader reader, int hit, int[] versions, Differences differences) throws IOException {
    if (versions.length == 1) {
      assertNull(differences);
      return;
    }
    Map<ChangeKind, Set<String>> byKind = new TreeMap<>();
    String shown = stored(reader, hit, "text").getFirst();
    for (int doc : versions) {
      String text = stored(reader, doc, "text").getFirst();
      Contrast contrast = Contrast.of(TextDifference.of(shown, text));
      Set<ChangeKind> kinds = new HashSet<>(contrast.kinds());
      for (Contrast.Change change : contrast.changes()) {
        List<String> a = Guard.NUMBERS.words(change.a());
        List<String> b = Guard.NUMBERS.words(change.b());
        if (change.kind() != ChangeKind.DATE && !a.isEmpty() && !b.isEmpty() && !a.equals(b)) {
          kinds.add(ChangeKind.NUMBER);
        }
      }
      for (ChangeKind kind : kinds) {
        if (TELLING.contains(kind)) {
          String id = stored(reader, doc, "id").getFirst();
          byKind.computeIfAbsent(kind, one -> new TreeSet<>()).add(id);
        }
      }
    }
    int others = versions.length - 1;
    if (others <= GroupSummaries.MOST_COMPARED) {
      assertEquals(others, differences.compared());
      assertEquals(byKind.keySet(), differences.byKind().keySet());
      byKind.forEach((kind, ids) -> assertEquals(List.copyOf(ids), differences.byKind().get(kind)));
    } else {
      assertTrue(differences.compared() >= GroupSummaries.MOST_COMPARED);
      differences.byKind().forEach((kind, ids) -> assertTrue(byKind.get(kind).containsAll(ids)));
    }
  }

  /** One other number among a thousand copies is found, and what was not compared is said. */
  public void testManyVersions() throws IOException {
    CollapseConfig config = CollapseConfig.defaults().withThreshold(0.5);
    IndexWriterConfig writerConfig =
        newIndexWriterConfig(random(), new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, writerConfig)) {
      for (int i = 0; i < 200; i++) {
        writer.updateDocument(version("copy" + i, "paid $1,500"));
      }
      writer.updateDocument(version("corrected", "paid $2,500"));
      try (DirectoryReader reader = writer.openReader()) {
        Differences differences = differences(reader, config);
        assertEquals(200, differences.compared());
        assertEquals(Map.of(ChangeKind.NUMBER, List.of("corrected")), differences.byKind());
      }
      for (int i = 0; i < 40; i++) {
        writer.updateDocument(version("other" + i, "paid $" + (3000 + i)));
      }
      try (DirectoryReader reader = writer.openReader()) {
        Differences differences = differences(reader, config);
        assertEquals(199 + GroupSummaries.MOST_COMPARED, differences.compared());
        assertEquals(
            GroupSummaries.MOST_COMPARED, differences.byKind().get(ChangeKind.NUMBER).size());
      }
    }
  }

  private static Document version(String id, String what) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new TextField("text", text(what), Store.YES));
    return document;
  }

  private static Differences differences(DirectoryReader reader, CollapseConfig config)
      throws IOException {
    GroupSummaries summaries = GroupSummaries.of(reader, config, new WhitespaceAnalyzer());
    int hit = OneVersion.find(reader, new Term("id", "copy0")).getAsInt();
    return summaries.of(new int[] {hit}, null).getFirst().differences();
  }

  public void testRefusesUnknownFields() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      try (DirectoryReader empty = writer.getReader()) {
        GroupSummaries none = over(empty, new Partition(Map.of())).withOrigins("site");
        assertEquals(List.of(), none.of(new int[0], null));
      }
      writer.addDocument(document(0));
      try (DirectoryReader reader = writer.getReader()) {
        GroupSummaries summaries = over(reader, new Partition(Map.of(0, new int[] {0})));
        IllegalArgumentException refusal =
            expectThrows(IllegalArgumentException.class, () -> summaries.withDates("dat"));
        assertEquals("field must be one that a document has, got dat", refusal.getMessage());
      }
    }
  }
}
