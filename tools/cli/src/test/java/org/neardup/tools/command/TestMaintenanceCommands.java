// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.index.CheckReport;
import org.neardup.index.ReconcileReport;
import org.neardup.index.RepairReport;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.CheckSummary;

/** {@code delete}, {@code check} and {@code retune}. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestMaintenanceCommands extends LuceneTestCase {
  private static final String WHOLE = words("w", 60);
  private static final String NEAR = WHOLE + "with some more words"; // 56 of 60: .93

  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    Path folder = createTempDir();
    index = folder.resolve("index").toString();
    Path file = folder.resolve("docs.jsonl");
    Files.writeString(
        file, line("a", WHOLE) + line("b", NEAR) + line("c", WHOLE) + line("d", words("v", 60)));
    assertEquals(0, Run.neardup("index", "--index", index, file.toString()).exitCode());
  }

  private static String words(String prefix, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(prefix).append(i).append(' ');
    }
    return text.toString();
  }

  private static String line(String id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  public void testDeletesAndShowsTheNext() throws IOException {
    Run run = Run.neardup("delete", "--json", "--index", index, "a");
    assertEquals("", run.err());
    assertEquals(0, run.exitCode());
    JsonNode report = run.json();
    assertEquals(1, report.get("deleted").asInt());
    assertEquals("[\"b\"]", report.get("shown").toString());
    assertEquals(
        "{\"documents\":3,\"visible\":2,\"hidden\":1,\"groups\":1}",
        report.get("index").toString());
  }

  public void testNamesUnknownIds() throws IOException {
    Run run = Run.neardup("delete", "--index", index, "x", "a", "b", "a");
    assertEquals(1, run.exitCode());
    assertEquals("no document has id x\nno document has id a\n", run.err());
    assertTrue(run.out(), run.out().contains("now visible                 1\n"));
    assertTrue(run.out(), run.out().endsWith("\nnow visible: c\n"));
    assertEquals(2, stats().get("documents").asInt());
  }

  public void testCheckOfASoundIndex() throws IOException {
    Run run = Run.neardup("check", "--json", "--index", index);
    assertEquals(run.out(), 0, run.exitCode());
    JsonNode report = run.json();
    assertEquals("{}", report.get("counts").toString());
    assertEquals(4, report.get("documents").asInt());
    assertEquals(2, report.get("hidden").asInt());
    assertEquals(4, report.get("comparedTexts").asInt());
    assertTrue(report.get("repair").isNull());
  }

  public void testSkippedPairsAreToldIfThereAreAny() {
    CheckReport sound = new CheckReport(3, 2, 1, 0, 0, Map.of(), List.of());
    assertFalse(CheckSummary.of(sound, null).text().contains("skipped"));
    CheckReport skipping = new CheckReport(3, 2, 1, 0, 5, Map.of(), List.of());
    CheckSummary summary = CheckSummary.of(skipping, null);
    assertTrue(summary.text(), summary.text().contains("\npairs skipped               5\n"));
    assertEquals(ExitCode.DONE, summary.exitCode());
    CheckSummary.Repair repair =
        CheckSummary.Repair.of(
            new RepairReport(sound, 0, 0, List.of(), 7, new ReconcileReport(2, 1, 0)));
    String repaired = CheckSummary.of(skipping, repair).text();
    assertTrue(repaired, repaired.contains("\npairs skipped               7\n"));
  }

  public void testCheckFindsAndRepairs() throws IOException {
    breakIt();
    Run broken = Run.neardup("check", "--index", index);
    assertEquals(1, broken.exitCode());
    assertTrue(broken.out(), broken.out().contains("\nviolations                  4\n"));
    assertTrue(
        broken.out(), broken.out().contains("\nno representative: c: hidden in group 0, none is"));
    Run repaired = Run.neardup("check", "--repair", "--json", "--index", index);
    assertEquals(repaired.out(), 0, repaired.exitCode());
    assertEquals(
        "{\"foreign_document\":1,\"no_representative\":2,\"other_writer\":1}",
        repaired.json().get("repair").get("found").toString());
    assertEquals(1, repaired.json().get("repair").get("sketched").asInt());
    assertEquals(0, Run.neardup("check", "--all-texts", "--index", index).exitCode());
    assertEquals("{\"documents\":4,\"visible\":2,\"hidden\":2,\"groups\":2}", stats().toString());
  }

  public void testWhatWasTakenInIsReportedAndFound() throws IOException {
    breakIt();
    assertEquals(0, Run.neardup("check", "--repair", "--index", index).exitCode());
    assertReported(2, 2);
    JsonNode hit =
        Run.neardup("search", "--json", "--index", index, "v1").json().get("hits").get(0);
    assertEquals(2, hit.get("versions").asInt());
    Path file = createTempDir().resolve("more.jsonl");
    Files.writeString(file, line("f", words("v", 60)));
    assertEquals(0, Run.neardup("index", "--index", index, file.toString()).exitCode());
    assertEquals(0, Run.neardup("delete", "--index", index, "d").exitCode());
    assertReported(2, 2); // the second group's representative is what was taken in
  }

  private void assertReported(int groups, int variants) throws IOException {
    String page = createTempDir().resolve("report.html").toString();
    Run run = Run.neardup("report", "--json", "--index", index, "--output", page);
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(groups, run.json().get("groups").asInt());
    assertEquals(variants, run.json().get("variants").asInt());
  }

  public void testRepairTellsWhatWasFound() throws IOException {
    breakIt();
    Run repaired = Run.neardup("check", "--repair", "--index", index);
    String found =
        "found 1 violation: foreign document\nfound 2 violations: no representative\n"
            + "found 1 violation: other writer\ndeleted ";
    assertTrue(repaired.out(), repaired.out().startsWith(found));
  }

  public void testWhatCannotBeRepairedIsAFailure() throws IOException {
    try (Directory directory = FSDirectory.open(Path.of(index));
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document document = new Document();
      document.add(new TextField("text", "no id", Field.Store.YES));
      writer.addDocument(document);
    }
    for (int i = 0; i < 2; i++) {
      Run run = Run.neardup("check", "--repair", "--index", index);
      assertEquals(1, run.exitCode());
      assertTrue(run.out(), run.out().contains("\nnot repaired: document "));
    }
  }

  /** The representative goes, and a copy of another document comes. */
  private void breakIt() throws IOException {
    try (Directory directory = FSDirectory.open(Path.of(index));
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "a"));
      Document document = new Document();
      document.add(new StringField("id", "e", Field.Store.YES));
      document.add(new TextField("text", words("v", 60), Field.Store.YES));
      writer.addDocument(document);
    }
  }

  public void testRetunes() throws IOException {
    Run run = Run.neardup("retune", "--json", "--index", index, "--threshold", "0.95");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(1, run.json().get("changed").asInt());
    assertEquals(
        "{\"documents\":4,\"visible\":3,\"hidden\":1,\"groups\":1}",
        run.json().get("index").toString());
    assertEquals(
        "0.95",
        Run.neardup("stats", "--json", "--index", index)
            .json()
            .get("settings")
            .get("threshold")
            .asText());
    Run longest =
        Run.neardup(
            "retune",
            "--index",
            index,
            "--threshold",
            "0.8",
            "--keep",
            "longest",
            "--variants",
            "drop");
    assertEquals(longest.err(), 0, longest.exitCode());
    assertEquals(2, stats().get("documents").asInt());
    assertEquals(1, Run.neardup("delete", "--index", index, "a").exitCode());
    assertEquals(0, Run.neardup("delete", "--index", index, "b").exitCode());
  }

  public void testRetuneRefuses() throws IOException {
    assertUsage("one of --threshold, --keep, --variants, --guard and --verdicts must be given");
    assertUsage("threshold must be above 0 and at most 1, got 2.0", "--threshold", "2");
    assertUsage(
        "threshold must be at least 0.0354 to have a recall of 0.99 with 128 slots and 128 bands,"
            + " got 0.03",
        "--threshold",
        "0.03");
    Run field = Run.neardup("retune", "--index", index, "--keep", "max:none");
    assertEquals(2, field.exitCode());
    assertTrue(field.err(), field.err().contains("--keep must name a field of the index"));
    assertEquals(2, stats().get("hidden").asInt());
  }

  private void assertUsage(String message, String... options) {
    String[] args = new String[3 + options.length];
    args[0] = "retune";
    args[1] = "--index";
    args[2] = index;
    System.arraycopy(options, 0, args, 3, options.length);
    assertEquals(
        new Run(2, "", "neardup: " + message + "\nTry 'neardup retune --help'.\n"),
        Run.neardup(args));
  }

  private JsonNode stats() throws IOException {
    return Run.neardup("stats", "--json", "--index", index).json().get("counts");
  }
}
