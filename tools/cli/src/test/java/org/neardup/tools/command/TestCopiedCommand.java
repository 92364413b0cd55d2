// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.tools.index.Fields;

/** {@code copied}, on the documents of the pages. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestCopiedCommand extends LuceneTestCase {
  private Path folder;
  private Path column;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    index(folder);
    column = createTempDir().resolve("column.txt");
    Files.writeString(column, DocPages.files(DocPages.everything()).get("column.txt"));
  }

  private void index(Path to, String... options) {
    Run run =
        Run.withInput(
            DocPages.documents(),
            Stream.concat(
                    Stream.of("index", "--index", to.toString()),
                    Stream.concat(Stream.of(options), Stream.of("-")))
                .toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
  }

  private static Run copied(Path index, String... args) {
    return Run.neardup(
        Stream.concat(Stream.of("copied", "--index", index.toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  public void testPrintsWhatThePageSays() {
    String printed =
        DocPages.printedBy("neardup copied --index news.idx --file column.txt --top 2");
    Run run = copied(folder, "--file", column.toString(), "--top", "2");
    assertEquals(new Run(0, printed, ""), run);
  }

  public void testJson() throws IOException {
    JsonNode report = copied(folder, "--file", column.toString(), "--json").json();
    String text = Files.readString(column);
    assertEquals(column.toString(), report.get("of").asText());
    assertEquals(0.3, report.get("min").asDouble(), 0);
    assertEquals("word:5", report.get("shingle").asText());
    assertEquals(3, report.get("total").asInt());
    assertEquals(0, report.get("skipped").asInt());
    assertEquals(3, report.get("hits").size());
    for (JsonNode hit : report.get("hits")) {
      assertEquals(
          hit.get("common").asDouble() / report.get("elements").asInt(),
          hit.get("containment").asDouble(),
          1e-9);
      assertEquals(
          hit.get("common").asDouble() / hit.get("elements").asInt(),
          hit.get("containmentOfDocument").asDouble(),
          1e-9);
      for (JsonNode passage : hit.get("passages")) {
        int from = passage.get("from").asInt();
        int to = passage.get("to").asInt();
        assertEquals(text.substring(from, to), passage.get("text").asText());
        assertTrue(passage.get("sourceTo").asInt() > passage.get("sourceFrom").asInt());
      }
    }
    JsonNode hidden = report.get("hits").get(1);
    assertEquals("a2", hidden.get("id").asText());
    assertEquals("Wharf fire (wire)", hidden.get("title").asText());
    assertEquals("a1", hidden.get("hiddenBehind").asText());
    double explained = report.get("unexplained").asDouble();
    for (JsonNode source : report.get("sources")) {
      assertTrue(source.get("hiddenBehind").isNull());
      explained += source.get("share").asDouble();
    }
    assertEquals(1, explained, 1e-9);
  }

  public void testOfADocument() {
    Run run = copied(folder, "--id", "a1", "--min", "0.9");
    String expected =
        """
        21 shingles; held to at least 0.9 by 1 document
           1  1.000  0.955  a2  Wharf fire (wire)  (hidden behind a1)
                0-127 from 0-127: A fire broke out at the old wh […] bring it under control at dawn
        1 source
           1  1.000  a2  Wharf fire (wire)  (hidden behind a1)
                0-127 from 0-127: A fire broke out at the old wh […] bring it under control at dawn
              0.000  in none of them
        """;
    assertEquals(new Run(0, expected, ""), run);
    assertEquals(
        new Run(0, "20 shingles; held to at least 0.3 by 0 documents\n", ""),
        copied(folder, "--id", "b1"));
  }

  public void testScope() throws IOException {
    Path scoped = createTempDir();
    index(scoped, "--scope", "site");
    String[] file = {"--file", column.toString(), "--json"};
    assertEquals(3, copied(scoped, file).json().get("total").asInt());
    Run wire = copied(scoped, "--file", column.toString(), "--json", "--scope", "wire");
    assertEquals("a2", wire.json().get("hits").get(0).get("id").asText());
    assertEquals(1, wire.json().get("total").asInt());
    assertEquals(
        new Run(2, "", "neardup: the index has no scopes, got --scope wire\n"),
        copied(folder, "--id", "a1", "--scope", "wire"));
  }

  public void testMistakes() {
    assertEquals(new Run(1, "", "neardup: no document with id x\n"), copied(folder, "--id", "x"));
    Run missing = copied(folder, "--file", "missing.txt");
    assertEquals(new Run(1, "", "neardup: missing.txt: no such file or folder\n"), missing);
    for (String minimum : new String[] {"0", "1.1", "NaN"}) {
      Run run = copied(folder, "--id", "a1", "--min", minimum);
      assertEquals(2, run.exitCode());
      assertTrue(run.err(), run.err().contains("--min must be above 0 and at most 1, got "));
    }
    assertEquals(2, copied(folder).exitCode());
    assertEquals(3, copied(folder.resolve("none"), "--id", "a1").exitCode());
  }

  public void testAnIndexWithoutStoredTextsIsRefused() throws IOException {
    Path unstored = createTempDir();
    try (Directory directory = FSDirectory.open(unstored);
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory, Fields.collapse(), new IndexWriterConfig(new StandardAnalyzer()))) {
      Document document = new Document();
      document.add(new StringField("id", "a", Store.YES));
      document.add(new TextField("text", "the old wharf burnt down", Store.NO));
      writer.updateDocument(document);
      writer.commit();
    }
    assertEquals(
        new Run(
            3,
            "",
            "neardup: copied passages are found in stored texts, and document 0 stores none in"
                + " text\n"),
        copied(unstored, "--id", "a"));
  }
}
