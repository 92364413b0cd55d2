// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.tools.command.Run;

/** An index is searched with the analyzer that made it, and added to with no other. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestAnalyzers extends LuceneTestCase {
  private static final String HOUSES =
      "Die alten Häuser an der Straße wurden in der Nacht von einem Feuer zerstört, sagt die Wehr";

  private static final String DOCUMENTS =
      "{\"id\":\"a\",\"text\":\"" + HOUSES + "\"}\n{\"id\":\"b\",\"text\":\"" + HOUSES + ".\"}\n";

  private Path folder;
  private Path index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    index = folder.resolve("index");
  }

  private Run index(String... options) {
    return Run.withInput(DOCUMENTS, with(options, "index", "--index", index.toString(), "-"));
  }

  private static String[] with(String[] options, String... args) {
    return Stream.concat(Stream.of(args), Stream.of(options)).toArray(String[]::new);
  }

  private Run on(Path path, String command, String... args) {
    Run run = Run.neardup(with(args, command, "--index", path.toString()));
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }

  /** A plural is found by the singular only if both are stemmed. */
  private void assertStems(Path path, String query) {
    assertTrue(on(path, "search", query).out().startsWith("1 hit"));
    assertTrue(on(path, "check").out().contains("violations                  0\n"));
  }

  public void testSearchesAndUpkeepUseTheAnalyzerOfTheIndex() throws IOException {
    Run run = index("--analyzer", "german");
    assertEquals(run.err(), 0, run.exitCode());
    assertStems(index, "haus");
    assertTrue(on(index, "explain", "a", "b").out().contains("resemblance             1.000"));
    assertEquals(
        "nfkc german",
        on(index, "stats", "--json").json().get("settings").get("analyzerName").asText());
    on(index, "retune", "--threshold", "0.9");
    on(index, "delete", "b");
    on(index, "check", "--repair");
    assertStems(index, "haus");
    Run again = index("--analyzer=german", "--threshold=0.9");
    assertEquals(again.err(), 0, again.exitCode());
    assertStems(index, "haus");
  }

  /** Only of a StandardAnalyzer itself, or behind our own wrapper, are words made sooner. */
  public void testTextsAreAnalysedWithoutAnotherWrapper() throws IOException {
    assertEquals(0, index().exitCode());
    try (NeardupIndex opened = NeardupIndex.open(new IndexFolder(index))) {
      NormalizedAnalyzer analyzer = (NormalizedAnalyzer) opened.analyzer();
      assertSame(StandardAnalyzer.class, analyzer.analyzer().getClass());
    }
  }

  public void testTheFormOfAnIndexIsKept() throws IOException {
    assertEquals(0, index("--normalize", "none").exitCode());
    assertEquals("standard", analyzerName());
    assertEquals(0, index().exitCode());
    assertEquals("standard", analyzerName());
    Run other = index("--normalize", "nfc");
    assertEquals(3, other.exitCode());
    assertEquals(
        "neardup: index was made with analyzer standard, not nfc standard; --force replaces it\n",
        other.err());
    assertEquals(0, index("--normalize", "NFC", "--force").exitCode());
    assertEquals(0, index().exitCode());
    assertEquals("nfc standard", analyzerName());
    assertEquals(2, index("--normalize", "nfd").exitCode());
  }

  private String analyzerName() throws IOException {
    return on(index, "stats", "--json").json().get("settings").get("analyzerName").asText();
  }

  /** What readers cannot tell apart is one text, and is found however it is written. */
  public void testFormsOfLetters() throws IOException {
    String text = "Nấm hương được trồng ở vùng núi cao, người dân không được hái sớm";
    String said = "The bank doesn't say that it's the customers' duty, and won't tell who's liable";
    String documents =
        line("a", text)
            + line("b", Normalizer.normalize(text, Normalizer.Form.NFD))
            + line("c", said)
            + line("d", said.replace('\'', '\u2019'))
            + line("e", said.replace("a", "a\u00ad").replace("o", "o\u200b"));
    Run run = Run.withInput(documents, "index", "--index", index.toString(), "-");
    assertEquals(run.err(), 0, run.exitCode());
    JsonNode found = on(index, "stats", "--json").json();
    assertEquals(found.toString(), 3, found.get("counts").get("hidden").asInt());
    assertTrue(on(index, "search", "hu\u031Bo\u031Bng").out().startsWith("1 hit"));
    assertTrue(on(index, "search", "doesn\u2019t").out().startsWith("1 hit"));
  }

  private static String line(String id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  /** A letter that is changed in a script without blanks changes a word, as in others. */
  public void testScriptsWithoutBlanks() throws IOException {
    String thai = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      text.append(thai, 0, 30 + 2 * i).append(thai.substring(2 * i));
    }
    String other = text.substring(0, 300) + "ก" + text.substring(301);
    Run run =
        Run.withInput(
            line("a", text.toString()) + line("b", other), "index", "--index=" + index, "-");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(1, on(index, "stats", "--json").json().get("counts").get("hidden").asInt());
    assertTrue(on(index, "search", "อิสระ").out().startsWith("1 hit"));
  }

  /** JSON can write half a character, which Lucene stores as another. */
  public void testWhatIsAnalysedIsWhatIsStored() throws IOException {
    String line = "{\"id\":\"a\\ud83d\",\"KEY\":\"one two three four half\\uD83d &#xd83d; six\"}";
    for (String key : new String[] {"text", "html"}) {
      Run run =
          Run.withInput(
              line.replace("KEY", key),
              "index",
              "--force",
              "--analyzer=whitespace",
              "--index=" + index,
              "-");
      assertEquals(run.err(), 0, run.exitCode());
      assertTrue(on(index, "check").out().contains("violations                  0\n"));
    }
  }

  public void testOthersAreRefused() {
    assertEquals(0, index().exitCode());
    assertTrue(on(index, "search", "haus").out().startsWith("0 hits"));
    Run run = index("--analyzer", "german");
    assertEquals(
        new Run(
            3,
            "",
            "neardup: index was made with analyzer nfkc standard, not nfkc german; --force replaces it\n"),
        run);
    assertEquals(3, index("--analyzer", "german", "--dry-run").exitCode());
    assertEquals(0, index("--analyzer", "german", "--force").exitCode());
    assertStems(index, "haus");
  }

  public void testAnyClassWithoutArguments() {
    String name = "org.apache.lucene.analysis.de.GermanAnalyzer";
    assertEquals(0, index("--analyzer", name).exitCode());
    assertStems(index, "haus");
    assertTrue(index("--analyzer=german").err().contains(name + ", not nfkc german; "));
    for (String none : Arrays.asList("German", "java.lang.String", "no.such.Class", "")) {
      Run run = index("--analyzer=" + none);
      assertEquals(run.err(), 2, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: analyzer must be the name of a class"));
      assertTrue(run.err(), run.err().contains(" arabic, ") && run.err().contains(" cjk, "));
    }
  }

  public void testRebuild() throws IOException {
    Path old = folder.resolve("old");
    try (Directory directory = FSDirectory.open(old);
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      Document document = new Document();
      document.add(new TextField("body", HOUSES, Store.YES));
      writer.addDocument(document);
    }
    String[] args = {
      "rebuild", "--from", old.toString(), "--to", index.toString(), "--text-field", "body"
    };
    Run run = Run.neardup(with(new String[] {"--analyzer", "german", "--lossy"}, args));
    assertEquals(run.err(), 0, run.exitCode());
    assertTrue(
        run.out(), run.out().contains("searches find other words; --analyzer standard fits"));
    assertStems(index, "body:haus");
    assertTrue(on(index, "similar", "--id", "0").out().startsWith("0 documents"));
  }

  public void testARebuildGoesOnWithTheSameAnalyzerOnly() throws IOException {
    testRebuild();
    Files.move(index, folder.resolve("index.partial"));
    Run run =
        Run.neardup(
            "rebuild",
            "--from=" + folder.resolve("old"),
            "--to=" + index,
            "--text-field=body",
            "--threads=3");
    assertEquals(run.err(), 3, run.exitCode());
    assertTrue(
        run.err(),
        run.err()
            .endsWith(
                ".partial: index was made with analyzer german, not standard; --force starts over\n"));
  }

  public void testExperiment() throws IOException {
    Path docs = Files.writeString(folder.resolve("docs.jsonl"), DOCUMENTS);
    Path topics = Files.writeString(folder.resolve("topics.tsv"), "1\thaus\n");
    Path qrels = Files.writeString(folder.resolve("qrels.txt"), "1 0 a 1\n");
    for (String analyzer : new String[] {"standard", "german"}) {
      Run run =
          Run.neardup(
              "experiment",
              "--docs=" + docs,
              "--topics=" + topics,
              "--qrels=" + qrels,
              "--analyzer=" + analyzer,
              "--force",
              "--json",
              "--out=" + folder.resolve("out"));
      assertEquals(run.err(), 0, run.exitCode());
      double found = run.json().get("results").get(0).get("means").get("RR").asDouble();
      assertEquals(analyzer.equals("german") ? 1 : 0, found, 0);
    }
  }
}
