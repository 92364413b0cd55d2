// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;
import org.neardup.search.copied.CopiedText.Hit;

/**
 * Copied passages in an index of one version: hidden documents are found, and who stands for them.
 */
public class TestCopiedVersions extends LuceneTestCase {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.YES));
    return document;
  }

  private static List<String> hits(IndexReader reader) throws IOException {
    CopiedText copied =
        Containments.of(new StandardAnalyzer(), "text")
            .search(new IndexSearcher(reader), "Yesterday: " + FIRE, null, 10);
    List<String> hits = new ArrayList<>();
    for (Hit hit : copied.hits()) {
      hits.add(id(reader, hit.doc()) + " behind " + id(reader, hit.representative()));
    }
    return hits;
  }

  private static String id(IndexReader reader, int doc) throws IOException {
    return reader.storedFields().document(doc).get("id");
  }

  public void testHiddenDocumentsAreNamedWithWhoStandsForThem() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(
              directory,
              CollapseConfig.defaults(),
              new IndexWriterConfig(new StandardAnalyzer()))) {
        writer.updateDocument(document("a1", FIRE));
        writer.updateDocument(document("a2", FIRE + " (Wire)"));
        writer.updateDocument(document("b1", "Something else altogether."));
        writer.commit();
      }
      try (DirectoryReader all = DirectoryReader.open(directory)) {
        assertEquals(List.of("a1 behind a1", "a2 behind a1"), hits(all));
        assertEquals(List.of("a1 behind a1"), hits(OneVersion.wrap(all)));
      }
    }
  }

  private static void writeTwo(Directory directory, String name) throws IOException {
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            directory, CollapseConfig.defaults(), new IndexWriterConfig(new StandardAnalyzer()))) {
      writer.updateDocument(document(name + 1, FIRE));
      writer.updateDocument(document(name + 2, FIRE));
    }
  }

  public void testEachOfSeveralIndexesHasGroupsOfItsOwn() throws IOException {
    try (Directory first = newDirectory();
        Directory second = newDirectory()) {
      writeTwo(first, "a");
      writeTwo(second, "b");
      try (MultiReader both =
          new MultiReader(DirectoryReader.open(first), DirectoryReader.open(second))) {
        assertEquals(
            List.of("a1 behind a1", "a2 behind a1", "b1 behind b1", "b2 behind b1"), hits(both));
        RecordedGroups groups = new RecordedGroups(both);
        assertArrayEquals(new int[] {2, 3}, groups.members(3));
        assertEquals(
            "reader must be over one index, as group numbers are of one, got " + both,
            expectThrows(IllegalArgumentException.class, () -> groups.ofGroup(groups.group(3)))
                .getMessage());
      }
      try (DirectoryReader one = DirectoryReader.open(first);
          DirectoryReader other = DirectoryReader.open(second);
          MultiReader both =
              new MultiReader(new IndexReader[] {one.leaves().getFirst().reader(), other}, false)) {
        RecordedGroups groups = new RecordedGroups(both);
        int alone = one.leaves().getFirst().reader().maxDoc();
        assertArrayEquals(new int[] {0}, Arrays.copyOf(groups.members(0), 1));
        assertTrue(Arrays.stream(groups.members(0)).allMatch(doc -> doc < alone));
        assertTrue(Arrays.stream(groups.members(alone)).allMatch(doc -> doc >= alone));
      }
    }
  }

  /** Says that the first document hides the second one. */
  private record FirstOfTwo() implements VersionGroups {
    @Override
    public boolean isHidden(int doc) {
      return doc == 1;
    }

    @Override
    public int representative(int doc) {
      return 0;
    }

    @Override
    public int[] members(int doc) {
      return new int[] {0, 1};
    }

    @Override
    public void forEachHidden(HiddenVisitor visitor) {
      visitor.visit(1, 0);
    }
  }

  public void testGroupsMayBeDerived() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.addDocument(document("a1", FIRE));
        writer.addDocument(document("a2", FIRE));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Containments plain = Containments.of(new StandardAnalyzer(), "text");
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(1, plain.search(searcher, FIRE, null, 2).hits().get(1).representative());
        Containments derived = plain.withGroups(all -> new FirstOfTwo());
        CopiedText copied = derived.search(searcher, FIRE, null, 2);
        assertEquals(0, copied.hits().get(0).representative());
        assertEquals(0, copied.hits().get(1).representative());
        assertEquals(0, copied.sources().getFirst().doc());
      }
    }
  }

  private static CollapsingIndexWriter open(Directory directory, int shingleSize)
      throws IOException {
    CollapseConfig config = CollapseConfig.defaults().withShingling(Shingling.words(shingleSize));
    return CollapsingIndexWriter.open(
        directory, config, new IndexWriterConfig(new StandardAnalyzer()));
  }

  private static CopiedText reading(Directory directory, int most) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return Containments.of(new StandardAnalyzer(), "text")
          .withMostCandidates(most)
          .search(new IndexSearcher(reader), FIRE + " " + FIRE.replace(' ', '-'), null, 10);
    }
  }

  /** Ten copies, and ten texts that have two shingles in common and are too short for more. */
  private static void addCopiesAndShortTexts(CollapsingIndexWriter writer) throws IOException {
    for (int i = 0; i < 10; i++) {
      writer.updateDocument(document("copy" + i, FIRE));
      writer.updateDocument(document("short" + i, "Broke out at the old wharf! Number " + i));
    }
  }

  public void testKnownCopiesAndShortTextsAreNotRead() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, 5)) {
        addCopiesAndShortTexts(writer);
        writer.commit();
      }
      CopiedText copied = reading(directory, 1);
      assertEquals(10, copied.total());
      assertEquals(0, copied.skipped());
    }
  }

  public void testSketchesOfOtherShinglesTellNothing() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, 4)) {
        addCopiesAndShortTexts(writer);
        writer.commit();
      }
      CopiedText copied = reading(directory, 1);
      assertEquals(1, copied.total());
      assertEquals(9, copied.skipped());
    }
  }

  /** A sketch of what was analysed tells nothing of another text that is stored. */
  public void testTextsStoredOtherwiseAreRead() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, 5)) {
        writer.updateDocument(document("a1", FIRE));
        Document document = new Document();
        document.add(new StringField("id", "a2", Field.Store.YES));
        document.add(new TextField("text", FIRE, Field.Store.NO));
        document.add(new StoredField("text", "Not a word of that fire is stored here"));
        writer.updateDocument(document);
        writer.commit();
      }
      CopiedText copied = reading(directory, 10);
      assertEquals(1, copied.total());
      assertEquals(0, copied.hits().getFirst().doc());
    }
  }
}
