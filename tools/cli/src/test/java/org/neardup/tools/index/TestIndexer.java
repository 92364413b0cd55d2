// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;

/** What an index looks like inside. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestIndexer extends LuceneTestCase {

  /** Many small segments, which are merged while documents come. */
  public void testDocumentsStayInTheOrderOfTheInput() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      lines.append("{\"id\":\"d" + i + "\",\"text\":\"" + words() + "\"}\n");
    }
    IndexFolder folder = new IndexFolder(createTempDir().resolve("index"));
    CollapseConfig config = Fields.collapse().withMaxPending(10);
    new Indexer(terminal(), config, Analyzers.DEFAULT, 2)
        .keepingOrder()
        .run(folder, input(lines.toString()), true, false);
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      assertTrue("segments were merged", index.all().leaves().size() < 50);
      for (int doc = 0; doc < index.all().maxDoc(); doc++) {
        assertEquals("d" + doc, index.name(doc).id());
      }
    }
  }

  /** It is noticed by the documents that come after, as the index is closed by then. */
  public void testNoRoomForAMerge() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append("{\"id\":\"d" + i + "\",\"text\":\"" + words() + "\"}\n");
    }
    Path path = FullDiskForMerges.of(createTempDir()).resolve("index");
    Indexer indexer =
        new Indexer(terminal(), Fields.collapse().withMaxPending(10), Analyzers.DEFAULT, 2);
    ToolException told =
        expectThrows(
            ToolException.class,
            () -> indexer.run(new IndexFolder(path), input(lines.toString()), true, false));
    assertEquals(
        "cannot write "
            + path
            + ": No space left on device; the index is as it was at its last commit",
        told.getMessage());
    assertEquals(ExitCode.INDEX, told.exitCode());
  }

  /** Also one that is hidden, and held back when the next is written. */
  public void testWhatLuceneRefusesIsNamed() throws Exception {
    String lines =
        """
        {"id":"1","text":"%s"}
        {"id":"2","text":"%s","site":"x"}
        {"id":"3","text":"%s"}
        {"id":"4","text":"OTHER","site":"x"}
        """;
    IndexReport report = assertRefused(lines, 2, 4);
    assertEquals(2, report.documents());
    assertEquals(1, report.hidden());
  }

  /** The next document of the id finds it refused, before anybody hears of that. */
  public void testARefusedDocumentAndTheNextOfItsIdAreCounted() throws Exception {
    String lines =
        """
        {"id":"1","text":"%s"}
        {"id":"2","text":"%s","site":"x"}
        {"id":"2","text":"%s"}
        {"id":"2","text":"OTHER","site":"x"}
        {"id":"2","text":"OTHER"}
        {"id":"3","text":"OTHER"}
        """;
    IndexReport report = assertRefused(lines, 2, 4);
    assertEquals(4, report.documents());
    assertEquals(1, report.updates());
  }

  /** Indexes documents into an index in which a site is a number. */
  private static IndexReport assertRefused(String template, int... refused) throws Exception {
    IndexFolder folder = new IndexFolder(createTempDir().resolve("index"));
    try (Directory directory = folder.openForWriting();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory,
                Fields.collapse(),
                new IndexWriterConfig(Analyzers.named(Analyzers.DEFAULT)))) {
      writer.setCommitData(Analyzers.commitData(Analyzers.DEFAULT));
      Document document = new Document();
      document.add(new StringField("id", "0", Field.Store.YES));
      document.add(new NumericDocValuesField("site", 1));
      writer.updateDocument(document);
    }
    String lines = template.replace("%s", words()).replace("OTHER", words());
    List<String> messages = new ArrayList<>();
    IndexReport report =
        new Indexer(terminal(), Fields.collapse(), Analyzers.DEFAULT, 2)
            .run(folder, input(lines, new Problems(messages::add, null)), false, false);
    assertEquals(refused.length, report.failed());
    assertEquals(
        lines.lines().filter(line -> !line.contains("site")).mapToInt(String::length).sum(),
        report.inputBytes());
    for (int line : refused) {
      assertTrue(messages.toString(), messages.toString().contains("stdin:" + line + ": "));
    }
    return report;
  }

  /** A text of its own, of any size, so that segments differ in size. */
  private static String words() {
    StringBuilder words = new StringBuilder();
    for (int left = 20 + random().nextInt(100); left > 0; left--) {
      words.append(random().nextInt(1_000_000)).append(' ');
    }
    return words.toString();
  }

  private static Inputs input(String lines) {
    return input(lines, new Problems(message -> {}, null));
  }

  private static Inputs input(String lines, Problems problems) {
    InputStream in = new ByteArrayInputStream(lines.getBytes(UTF_8));
    return new Inputs(List.of("-"), in, InputRules.DEFAULT, problems);
  }

  private static Terminal terminal() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, new Paint(false));
  }
}
