// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.command.ExplainCommand.ExplainText;
import org.neardup.tools.console.Paint;
import org.neardup.tools.index.Fields;

/** {@code similar}, {@code variants} and {@code explain}, on the documents of the README. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestExplainCommands extends LuceneTestCase {
  private static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";
  private static final String DOCUMENTS =
      """
      {"id": "a1", "title": "Wharf fire", "site": "daily", "text": "FIRE"}
      {"id": "a2", "title": "Wharf fire (wire)", "site": "wire", "text": "FIRE (Wire)"}
      {"id": "b1", "title": "Ferry back", "text": "The ferry is back in service after a week of \
      repairs, and the first boat leaves the old wharf at six in the morning."}
      {"id": "e", "text": ""}
      """
          .replace("FIRE", FIRE);

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    Run run = Run.withInput(DOCUMENTS, "index", "--index", folder.toString(), "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  private Run run(String command, String... args) {
    return Run.neardup(
        Stream.concat(Stream.of(command, "--index", folder.toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  private static void assertDone(String out, Run run) {
    assertEquals(new Run(0, out, ""), run);
  }

  public void testSimilarToADocument() throws IOException {
    assertDone(
        "1 document\n   1  0.961 ± 0.023  a2  Wharf fire (wire)  (hidden behind a1)\n",
        run("similar", "--id", "a1"));
    assertDone("1 document\n   1  0.961 ± 0.023  a1  Wharf fire\n", run("similar", "--id", "a2"));
    assertDone("0 documents\n", run("similar", "--id", "a1", "--min", "0.99"));
    assertDone("0 documents\n", run("similar", "--id", "e"));
    JsonNode report = run("similar", "--id", "a1", "--json").json();
    assertEquals("a1", report.get("to").asText());
    assertEquals(0.5, report.get("min").asDouble(), 0);
    assertEquals(1, report.get("total").asInt());
    JsonNode hit = report.get("hits").get(0);
    assertEquals("a1", hit.get("hiddenBehind").asText());
    assertEquals(0.961, hit.get("resemblance").asDouble(), 0.001);
    assertEquals(0.0225, hit.get("standardError").asDouble(), 0.001);
  }

  public void testNearDuplicatesInAQuery() throws IOException {
    assertEquals(List.of("a1", "a2"), ids("--mode", "all", "neardup:a1"));
    assertEquals(List.of("a1"), ids("neardup:\"a2 0.5\""));
    assertEquals(List.of("a1"), ids("--mode", "hide", "neardup:a2"));
    assertEquals(List.of("a2"), ids("neardup:\"a1 0.8\" AND site:wire"));
    assertEquals(List.of("a2"), ids("--mode", "all", "neardup:\"a2 0.99\""));
    assertEquals(List.of("a1", "b1"), ids("--filter", "NOT neardup:e AND *:*", "wharf"));
    assertEquals(List.of("b1"), ids("wharf -neardup:a1"));
    assertEquals(List.of(), ids("neardup:unknown"));
    assertEquals(List.of(), ids("neardup:e"));
    Run wildcard = run("search", "neardup:a* AND wharf");
    assertEquals(2, wildcard.exitCode());
    assertEquals(
        "neardup: neardup: takes one word, or several in"
            + " quotes, but no wildcard, range, ~ or regular expression\n"
            + "",
        wildcard.err());
  }

  private List<String> ids(String... search) throws IOException {
    List<String> ids = new ArrayList<>();
    JsonNode hits =
        run("search", Stream.concat(Stream.of("--json"), Stream.of(search)).toArray(String[]::new))
            .json()
            .get("hits");
    hits.forEach(hit -> ids.add(hit.get("id").asText()));
    return ids;
  }

  public void testSimilarToAFile() throws IOException {
    Path text = createTempDir().resolve("draft.txt");
    Files.writeString(text, FIRE);
    JsonNode report = run("similar", "--file", text.toString(), "--top", "1", "--json").json();
    assertEquals(2, report.get("total").asInt());
    assertEquals(1, report.get("hits").size());
    assertEquals("a1", report.get("hits").get(0).get("id").asText());
    assertEquals(1, report.get("hits").get(0).get("resemblance").asDouble(), 0);
    Path html = createTempDir().resolve("draft.html");
    Files.writeString(html, "<title>Fire</title><p>" + FIRE.replace(" on ", " <b>on</b> "));
    assertEquals(
        2, run("similar", "--file", html.toString(), "--json").json().get("total").asInt());
  }

  /** In scripts without blanks between words, the word is shown that the analyzer compares. */
  public void testTheWordThatDiffersInScriptsWithoutBlanks() throws IOException {
    String[][] sentences = {
      {
        "เรือลำใหญ่จะออกจากท่าในวันจันทร์ตอนเช้าและกลับมาในวันอังคารตอนเย็นพร้อมกับผู้โดยสารทุกคน",
        "จันทร์",
        "เสาร์"
      },
      {
        "ເຮືອໃຫຍ່ຈະອອກຈາກທ່າໃນວັນຈັນຕອນເຊົ້າແລະກັບມາໃນວັນອັງຄານຕອນແລງພ້ອມກັບຜູ້ໂດຍສານທຸກຄົນ",
        "ເຊົ້າ",
        "ທ່ຽງ"
      },
      {
        "ទូកធំនឹងចេញពីកំពង់ផែនៅថ្ងៃចន្ទពេលព្រឹកហើយត្រឡប់មកវិញនៅថ្ងៃអង្គារពេលល្ងាចជាមួយអ្នកដំណើរទាំងអស់",
        "ព្រឹក",
        "យប់"
      },
      {
        "လှေကြီးသည်တနင်္လာနေ့မနက်တွင်ဆိပ်ကမ်းမှထွက်ခွာပြီးအင်္ဂါနေ့ညနေတွင်ခရီးသည်အားလုံးနှင့်အတူပြန်လာမည်",
        "မနက်",
        "နေ့လယ်"
      }
    };
    for (String[] each : sentences) {
      String folder = createTempDir().resolve("x").toString();
      String other = each[0].replace(each[1], each[2]);
      assertNotEquals(each[0], other);
      Run made =
          Run.withInput(
              "{\"id\":\"s1\",\"text\":\""
                  + each[0]
                  + "\"}\n{\"id\":\"s2\",\"text\":\""
                  + other
                  + "\"}",
              "index",
              "--index",
              folder,
              "--threshold=0.3",
              "-");
      assertEquals(made.err(), 0, made.exitCode());
      JsonNode difference =
          Run.neardup("explain", "--json", "--index", folder, "s1", "s2").json().get("difference");
      int changed = 0;
      int all = 0;
      for (JsonNode part : difference.get("passages").get(0).get("parts")) {
        int length = part.get("words").asText().length();
        all += length;
        changed += part.get("in").asText().equals("both") ? 0 : length;
      }
      assertEquals(1, difference.get("passages").size());
      assertTrue(difference.toString(), changed <= 4 * (each[1] + each[2]).length());
      assertTrue(difference.toString(), all < (each[0] + other).length() / 2 + 60);
    }
  }

  public void testSimilarToAFileInAScope() throws IOException {
    Path scoped = createTempDir();
    Run index =
        Run.withInput(DOCUMENTS, "index", "--index", scoped.toString(), "--scope", "site", "-");
    assertEquals(index.err(), 0, index.exitCode());
    Path file = Files.writeString(createTempDir().resolve("draft.txt"), FIRE);
    String[] similar = {"similar", "--index", scoped.toString(), "--file", file.toString()};
    assertDone("0 documents\n", Run.neardup(similar));
    assertDone(
        "1 document\n   1  0.937 ± 0.026  a2  Wharf fire (wire)\n",
        Run.neardup(
            Stream.concat(Stream.of(similar), Stream.of("--scope", "wire"))
                .toArray(String[]::new)));
    assertEquals(
        new Run(2, "", "neardup: the index has no scopes, got --scope wire\n"),
        run("similar", "--file", file.toString(), "--scope", "wire"));
    Run explain = Run.neardup("explain", "--index", scoped.toString(), "a1", "a2");
    assertTrue(
        explain.out(),
        explain.out().startsWith("not near-duplicates: they are in different scopes\na1 is vis"));
    assertMistake("--scope needs --file: a document has its own", "--id", "a1", "--scope", "wire");
  }

  public void testUnusableFiles() throws IOException {
    Path file = createTempDir().resolve("f.txt");
    assertEquals(
        new Run(1, "", "neardup: " + file + ": no such file or folder\n"),
        run("similar", "--file", file.toString()));
    Files.write(file, new byte[] {'a', (byte) 0xff});
    assertEquals(
        new Run(1, "", "neardup: " + file + ": invalid UTF-8 at byte 1, got FF\n"),
        run("similar", "--file", file.toString()));
  }

  public void testVariants() throws IOException {
    assertDone(
        """
        2 versions
           1  1.000  1.000 ± 0.000  a1  Wharf fire  daily
           2  0.955  0.961 ± 0.023  a2  Wharf fire (wire)  wire  (hidden)
        """,
        run("variants", "--date", "site", "a2"));
    assertDone(
        "2 versions\n   1  1.000  1.000 ± 0.000  a1  Wharf fire\n",
        run("variants", "--top", "1", "a1"));
    assertDone("1 version\n   1      -              -  e  \n", run("variants", "e"));
    JsonNode report = run("variants", "--json", "a1").json();
    assertEquals("a1", report.get("representative").asText());
    assertEquals(2, report.get("total").asInt());
    JsonNode second = report.get("versions").get(1);
    assertEquals("hidden", second.get("place").asText());
    assertEquals(123, second.get("estimate").get("agreeing").asInt());
    assertEquals(21, second.get("exact").get("common").asInt());
    List<String> keys = new ArrayList<>();
    second.get("exact").fieldNames().forEachRemaining(keys::add);
    assertEquals(
        "elementsOfA elementsOfB common resemblance containmentOfA containmentOfB",
        String.join(" ", keys));
    assertTrue(second.get("date").isNull());
  }

  public void testVariantsOfADocumentThatAnotherProgramDeleted() throws IOException {
    try (Directory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "a1"));
    }
    assertDone(
        """
        1 version
           1  1.000  1.000 ± 0.000  a2  Wharf fire (wire)  (stands in for a deleted document)
        """,
        run("variants", "a2"));
    JsonNode report = run("variants", "--json", "a2").json();
    assertEquals("a2", report.get("representative").asText());
    assertEquals("hidden", report.get("versions").get(0).get("place").asText());
    JsonNode all = run("search", "--json", "--mode", "all", "id:a2").json();
    assertTrue(all.get("hits").get(0).get("hiddenBehind").isNull());
    assertEquals(0, run("stats").exitCode());
  }

  public void testADocumentThatAnotherProgramAdded() throws IOException {
    try (Directory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document document = new Document();
      document.add(new StringField("id", "z", Store.YES));
      writer.addDocument(document);
    }
    for (String mode : List.of("all", "hide", "best")) {
      JsonNode hit = run("search", "--json", "--mode", mode, "id:z").json().get("hits").get(0);
      assertEquals("z", hit.get("id").asText());
      assertEquals(1, hit.get("versions").asInt());
    }
    String message = "neardup: another program wrote document z; 'neardup check --repair' takes it";
    assertEquals(new Run(3, "", message + " in\n"), run("variants", "z"));
    assertEquals(new Run(3, "", message + " in\n"), run("explain", "z", "a1"));
  }

  public void testExplain() throws IOException {
    assertDone(
        """
        near-duplicates: estimated resemblance 0.961 >= 0.8
        a2 is hidden behind a1
        estimate        0.961 ± 0.023
        equal slots        123 of 128
        equal bands          17 of 21
        resemblance             0.955
        first in second          1.000
        second in first          0.955
        common elements             21
        of the first               21
        of the second              22
        the texts differ in 1 passage
          21/21: it under control at dawn. {+(Wire)+}
        """,
        run("explain", "a1", "a2"));
    JsonNode comparison = run("explain", "--json", "a2", "a1").json();
    assertEquals("a1", comparison.get("a").get("representative").asText());
    assertEquals("estimate", comparison.get("decision").get("rule").asText());
    assertEquals("a2 is hidden behind a1", comparison.get("places").asText());
    assertEquals(
        "{\"in\":\"a\",\"words\":\"(Wire)\"}",
        comparison.get("difference").get("passages").get(0).get("parts").get(1).toString());
  }

  public void testExplainByAnotherVerification() {
    Run run = run("explain", "--verify", "exact", "a1", "a2");
    assertEquals(
        "near-duplicates: resemblance 0.955 >= 0.8, counted in the texts (the estimate is 0.961)",
        run.out().lines().findFirst().orElse(""));
    assertEquals(2, run("explain", "--verify", "maybe", "a1", "a2").exitCode());
  }

  public void testExplainOfAnEmptyText() {
    Run run = run("explain", "a1", "e");
    assertTrue(
        run.out(),
        run.out()
            .startsWith(
                "not near-duplicates: e has no text\na1 is visible; e is visible\nresembl"));
  }

  public void testColoursAreAddedToTheSameText() {
    TextDifference difference =
        new TextDifference(
            List.of(new Passage(0, 0, List.of(new Part(In.A, "x"), new Part(In.B, "y")))), false);
    StringBuilder plain = new StringBuilder();
    StringBuilder coloured = new StringBuilder();
    new ExplainText(new Paint(false)).append(plain, difference);
    new ExplainText(new Paint(true)).append(coloured, difference);
    assertEquals(
        "\nthe texts differ in 1 passage\n  1/1: [-x-] {+y+}"
            + "\n  they differ too much to be aligned to the end",
        plain.toString());
    assertTrue(coloured.toString().contains("\u001b[31m[-x-]\u001b[0m \u001b[32m{+y+}\u001b[0m"));
    assertEquals(plain.toString(), coloured.toString().replaceAll("\u001b\\[\\d+m", ""));
  }

  public void testManyPassagesAreCounted() {
    List<Passage> passages =
        Stream.generate(() -> new Passage(0, 0, List.of(new Part(In.A, "x")))).limit(60).toList();
    StringBuilder text = new StringBuilder();
    new ExplainText(new Paint(false)).append(text, new TextDifference(passages, true));
    assertEquals(52, text.toString().strip().lines().count());
    assertTrue(text.toString().endsWith("\n  and 10 more; --json has them all"));
  }

  public void testUnknownIds() {
    Run expected = new Run(1, "", "neardup: no document with id zz\n");
    assertEquals(expected, run("similar", "--id", "zz"));
    assertEquals(expected, run("variants", "zz"));
    assertEquals(expected, run("explain", "a1", "zz"));
    assertEquals(expected, run("explain", "zz", "a1"));
  }

  public void testMistakes() {
    assertMistake("--min must be above 0 and at most 1, got 0.0", "--id", "a1", "--min", "0");
    assertMistake("--min must be above 0 and at most 1, got NaN", "--id", "a1", "--min", "NaN");
    assertMistake("--top must be between 1 and 10000, got 0", "--id", "a1", "--top", "0");
    assertMistake("--id and --file must not be given together", "--id", "a", "--file", "f");
    assertEquals(2, run("similar").exitCode());
    assertEquals(2, run("explain", "a1").exitCode());
    assertEquals(2, run("variants", "a1", "--top", "10001").exitCode());
  }

  private void assertMistake(String message, String... options) {
    assertEquals(
        new Run(2, "", "neardup: " + message + "\nTry 'neardup similar --help'.\n"),
        run("similar", options));
  }

  public void testIndexOfAnotherAnalyzer() throws IOException {
    Path other = createTempDir();
    try (Directory directory = FSDirectory.open(other)) {
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(
              directory, Fields.collapse(), new IndexWriterConfig(new WhitespaceAnalyzer()))) {
        Document document = new Document();
        document.add(new StringField("id", "1", Store.YES));
        document.add(new TextField("text", FIRE, Store.YES));
        writer.updateDocument(document);
      }
    }
    Run run = Run.neardup("explain", "--index", other.toString(), "1", "1");
    assertEquals(run.err(), 3, run.exitCode());
    assertTrue(
        run.err(),
        run.err()
            .startsWith(
                "neardup: the index was not made by 'neardup index': only sketches of one"));
  }
}
