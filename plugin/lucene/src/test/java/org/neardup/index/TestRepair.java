// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.index.CheckReport.Violation;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersion;

/** What documents are given that another writer added or changed. */
public class TestRepair extends CollapseTestCase {
  private static final String LONGER = TEXT + " " + text(words("b", 10));
  private static final CollapseConfig LONGEST = CONFIG.withPreference(Preference.LONGEST);

  /** What a plain writer does. */
  @FunctionalInterface
  private interface Breakage {
    void apply(IndexWriter writer) throws IOException;
  }

  private static RepairReport repair(
      Directory directory, CollapseConfig config, Breakage breakage, Document... documents)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, config)) {
      for (Document document : documents) {
        writer.updateDocument(document);
      }
    }
    try (IndexWriter behind =
        new IndexWriter(directory, writerConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
      breakage.apply(behind);
    }
    boolean commitsOnClose = random().nextBoolean(); // a repair is committed anyway
    RepairReport report =
        IndexCheck.repair(directory, config, writerConfig().setCommitOnClose(commitsOnClose));
    CheckReport after =
        IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
    assertTrue(after.isSound());
    return report;
  }

  private static Set<String> visible(Directory directory, CollapseConfig config)
      throws IOException {
    Set<String> ids = new TreeSet<>();
    try (CollapsingIndexWriter writer = open(directory, config)) {
      read(writer).values().stream().filter(doc -> !doc.hidden()).forEach(doc -> ids.add(doc.id()));
    }
    return ids;
  }

  /** What a search over all documents shows. */
  private static Set<String> shown(Directory directory) throws IOException {
    Set<String> ids = new TreeSet<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
      for (BestVersionDocs.Hit hit : search.search(MatchAllDocsQuery.INSTANCE, 10).hits()) {
        ids.add(reader.storedFields().document(hit.doc().doc).get("id"));
      }
    }
    return ids;
  }

  private static Document inSite(String id, String site) {
    Document document = document(id, TEXT);
    document.add(new StringField("site", site, Field.Store.YES));
    return document;
  }

  public void testTheScope() throws IOException {
    CollapseConfig config = CONFIG.withScopeField("site");
    try (Directory directory = newDirectory()) {
      repair(
          directory,
          config,
          writer -> {
            writer.addDocument(inSite("2", "x"));
            writer.addDocument(inSite("3", "y"));
          },
          inSite("1", "x"));
      assertEquals(Set.of("1", "3"), visible(directory, config));
      assertEquals(Set.of("1", "3"), shown(directory));
    }
  }

  /** Nobody knows whether the two are of one scope. */
  public void testAScopeThatIsNotStored() throws IOException {
    CollapseConfig config = CONFIG.withScopeField("site");
    for (boolean isNumber : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        RepairReport report =
            repair(
                directory,
                config,
                writer -> {
                  writer.addDocument(inHiddenSite("2", 1, isNumber));
                  writer.addDocument(inHiddenSite("3", 2, isNumber));
                },
                document("1", TEXT));
        assertEquals(List.of("2", "3"), report.notRepaired().stream().map(Violation::id).toList());
        RepairReport again = IndexCheck.repair(directory, config, writerConfig());
        assertEquals("they stay without a sketch", 0, again.sketched());
        try (CollapsingIndexWriter writer = open(directory, config);
            DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
          assertEquals(3, reader.numDocs());
          assertEquals(1, writer.deleteDocuments("2"));
        }
      }
    }
  }

  /** One of none stands in a segment with others that have one. */
  public void testNoScopeBesideScopesThatAreNotStored() throws IOException {
    CollapseConfig config = CONFIG.withScopeField("site");
    for (boolean isNumber : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        RepairReport report =
            repair(
                directory,
                config,
                writer -> {
                  writer.addDocument(inHiddenSite("2", 1, isNumber));
                  writer.addDocument(document("3", TEXT));
                },
                document("1", TEXT));
        assertEquals(List.of("2"), report.notRepaired().stream().map(Violation::id).toList());
        try (CollapsingIndexWriter writer = open(directory, config);
            DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
          assertEquals(2, reader.numDocs());
        }
      }
    }
  }

  public void testSeveralScopes() throws IOException {
    CollapseConfig config = CONFIG.withScopeField("site");
    Document several = inSite("2", "x");
    several.add(new StringField("site", "y", Field.Store.YES));
    try (Directory directory = newDirectory()) {
      RepairReport report =
          repair(directory, config, writer -> writer.addDocument(several), inSite("1", "x"));
      assertEquals(List.of("2"), report.notRepaired().stream().map(Violation::id).toList());
    }
  }

  private static Document inHiddenSite(String id, int site, boolean isNumber) {
    Document document = document(id, TEXT);
    document.add(
        isNumber
            ? new LongField("site", site, Field.Store.NO)
            : new StringField("site", Integer.toString(site), Field.Store.NO));
    return document;
  }

  public void testTheRankOfAForeignDocument() throws IOException {
    try (Directory directory = newDirectory()) {
      repair(
          directory,
          LONGEST,
          writer -> writer.addDocument(document("2", LONGER)),
          document("1", TEXT));
      assertEquals(Set.of("2"), visible(directory, LONGEST));
      assertEquals(Set.of("2"), shown(directory));
    }
  }

  public void testTheRankOfADocumentWhoseSketchWasOfAnotherText() throws IOException {
    byte[] other = LONGEST.textSketcher(new WhitespaceAnalyzer()).sketch("x y z", 0).value();
    byte[] longest = {-1, -1, -1, -1, -1, -1, -1, -1};
    try (Directory directory = newDirectory()) {
      repair(
          directory,
          LONGEST,
          writer ->
              writer.updateDocValues(
                  new Term("id", "1"),
                  new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(other)),
                  new BinaryDocValuesField(NearDupFields.RANK, new BytesRef(longest))),
          document("1", TEXT),
          document("2", LONGER));
      assertEquals(Set.of("2"), visible(directory, LONGEST));
    }
  }
}
