// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.Snippets.Part;

/** Snippets show what matches, and the words around it. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestSnippets extends LuceneTestCase {
  private static final String FILLER = "The ferry leaves at six. ".repeat(40);

  private static NeardupIndex index(Store store, String... texts) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    CollapseConfig config = CollapseConfig.defaults();
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            directory, config, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < texts.length; i++) {
        Document document = new Document();
        document.add(new StringField("id", "d" + i, Store.YES));
        document.add(new TextField("text", texts[i], store));
        writer.updateDocument(document);
      }
      writer.commit();
    }
    return NeardupIndex.open(directory);
  }

  private static Snippets snippets(NeardupIndex index, String query) throws Exception {
    return new Snippets(index, new Search(index, Search.Mode.ALL).parse(query), List.of());
  }

  /** Matches in brackets. */
  private static String marked(List<Part> parts) {
    return parts.stream()
        .map(part -> part.match() ? "[" + part.text() + "]" : part.text())
        .collect(Collectors.joining());
  }

  private static String text(String text, String query) throws Exception {
    try (NeardupIndex index = index(Store.YES, text)) {
      return marked(snippets(index, query).text(0));
    }
  }

  public void testMarksWhatMatches() throws Exception {
    assertEquals("a [wharf] burnt", text("a wharf\n\n burnt", "wharf"));
    assertEquals(
        "the [old wharf] and the wharf", text("the old wharf and the wharf", "\"old wharf\""));
    assertEquals("the [wharf] and [wharves]", text("the wharf and wharves", "whar*"));
    assertEquals("a wharf", text("a wharf", "title:wharf"));
  }

  public void testShowsTheWordsAroundMatches() throws Exception {
    String snippet =
        text(FILLER + "A wharf burnt. " + FILLER + "The wharf stood. " + FILLER, "wharf");
    assertTrue(snippet, snippet.matches("… .*six. A \\[wharf] burnt. .* … .* The \\[wharf] .* …"));
    assertTrue(snippet, snippet.length() < 400);
  }

  public void testShowsTheBeginningWithoutAMatch() throws Exception {
    String snippet = text(FILLER, "title:ferry OR neardup:d0");
    assertTrue(snippet, snippet.startsWith("The ferry leaves"));
    assertTrue(snippet, snippet.endsWith("…"));
    assertTrue(snippet, snippet.length() < 400);
  }

  public void testLongWordsAreShortened() throws Exception {
    String word = "x".repeat(5000);
    String snippet = text(word + " wharf " + word, "wharf");
    assertTrue(snippet, snippet.contains("[wharf]"));
    assertTrue(snippet, snippet.length() < 700);
  }

  public void testAddressesAreSkipped() throws Exception {
    assertEquals(
        "read the [wharf] page and more",
        text("read the wharf page (https://a.example/wharf?x=1) and more", "wharf")
            .replaceAll(" +", " "));
    String links =
        "[https://a.example/wharf](https://a.example/wharf) www.b.example/wharf ".repeat(20);
    String snippet = text(links + "the wharf burnt " + links, "wharf");
    assertTrue(snippet, snippet.contains("the [wharf] burnt"));
    assertFalse(snippet, snippet.contains("example"));
    snippet = text("see https://a.example/wharf for it", "wharf");
    assertEquals("where nothing else matches", "see https://a.example/[wharf] for it", snippet);
  }

  public void testNothingWithoutAStoredText() throws Exception {
    try (NeardupIndex index = index(Store.NO, "a wharf")) {
      assertEquals(List.of(), snippets(index, "wharf").text(0));
    }
  }

  public void testMarksTitles() throws Exception {
    try (NeardupIndex index = index(Store.YES, "a text")) {
      assertEquals(
          "Old [wharf] <b>", marked(snippets(index, "wharf text:old").title("Old wharf <b>")));
      assertEquals("Old", marked(snippets(index, "wharf").title("Old")));
      assertEquals("", marked(snippets(index, "wharf").title("")));
    }
  }
}
