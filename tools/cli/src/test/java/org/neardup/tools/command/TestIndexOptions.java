// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.CommitData;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.tools.Await;
import org.neardup.tools.index.Fields;

/** What the options of {@code index} make of a few documents. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestIndexOptions extends LuceneTestCase {
  private static final String TEXT = words("w");

  private static final String DOCUMENTS =
      document("a", TEXT, "\"date\":\"2024-01-05\",\"n\":9,\"site\":\"x\"")
          + document("b", TEXT + " and more", "\"date\":\"2024-03-01\",\"n\":10,\"site\":\"y\"")
          + document("c", TEXT, "\"date\":\"2024-02-01\",\"n\":-1,\"site\":\"y\"")
          + document("d", words("v"), "\"n\":1");

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir().resolve("index");
  }

  private static String words(String prefix) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append(prefix).append(i).append(' ');
    }
    return text.toString();
  }

  private static String document(String id, String text, String fields) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"," + fields + "}\n";
  }

  public void testKeepSaysWhichIsVisible() throws IOException {
    Map<String, String> visible =
        Map.of(
            "first",
            "a",
            "last",
            "c",
            "longest",
            "b",
            "max:date",
            "b",
            "min:date",
            "a",
            "max:n",
            "b",
            "min:n,last",
            "c",
            "max:date,longest",
            "b");
    for (var keep : visible.entrySet()) {
      index("--force", "--keep", keep.getKey());
      assertEquals(keep.getKey(), new TreeSet<>(List.of(keep.getValue(), "d")), visibleIds());
    }
  }

  public void testAFieldThatNoDocumentHasIsNamed() throws IOException {
    index();
    assertFieldRefused("--keep", "max:none,longest");
    assertFieldRefused("--scope", "none");
    assertFieldRefused("--scope", "none", "--dry-run");
    assertEquals("the index is as it was", 2, visibleIds().size());
  }

  private void assertFieldRefused(String option, String value, String... more) {
    List<String> args = new ArrayList<>(List.of("index", "--index", folder.toString(), "-"));
    args.addAll(List.of("--force", option, value));
    args.addAll(List.of(more));
    Run run = Run.withInput(DOCUMENTS, args.toArray(String[]::new));
    assertEquals(2, run.exitCode());
    assertEquals(
        "neardup: "
            + option
            + " must name a field of the input, which has date, id, n, site, text; got none;"
            + " nothing was written\n",
        run.err());
  }

  public void testCountsOutcomes() throws IOException {
    assertEquals("visible 2, tookOver 0, hidden 2, dropped 0", outcomes());
    assertEquals("visible 2, tookOver 1, hidden 1, dropped 0", outcomes("--keep", "max:n"));
    assertEquals("visible 2, tookOver 0, hidden 0, dropped 2", outcomes("--variants", "drop"));
    assertEquals(2, visibleIds().size());
  }

  private String outcomes(String... options) throws IOException {
    JsonNode report =
        index(Stream.concat(Stream.of("--force"), Stream.of(options)).toArray(String[]::new));
    assertEquals(0, report.get("updates").asInt());
    return Stream.of("visible", "tookOver", "hidden", "dropped")
        .map(name -> name + " " + report.get(name).asInt())
        .collect(Collectors.joining(", "));
  }

  /** A text that sketches take for a near-duplicate, and that is none. */
  public void testVerifySaysWhatDecides() throws IOException {
    TextSketcher sketcher = Fields.collapse().textSketcher(new StandardAnalyzer());
    SketchedText text = sketcher.sketch(TEXT, 0);
    String other = TEXT;
    for (boolean disputed = false; !disputed; ) {
      String[] words = TEXT.split(" ", -1);
      for (int i = 0; i < 2; i++) {
        words[random().nextInt(60)] = "x" + random().nextInt(1000);
      }
      other = String.join(" ", words);
      SketchedText edited = sketcher.sketch(other, 0);
      disputed = // where they differ in so few slots that they share a band
          text.elementSet().resemblance(edited.elementSet()) < 0.8
              && Math.abs(estimate(sketcher, text, edited) - 0.85) <= 0.02;
    }
    String lines = document("a", TEXT, "\"n\":1") + document("b", other, "\"n\":1");
    assertEquals(1, indexed(lines, "--verify", "sketch").get("hidden").asInt());
    assertEquals(0, indexed(lines, "--force", "--verify", "exact").get("hidden").asInt());
    assertEquals(0, indexed(lines, "--force").get("hidden").asInt());
  }

  private static double estimate(TextSketcher sketcher, SketchedText a, SketchedText b) {
    SlotPacking packing = sketcher.parameters().format().packing();
    int agreeing =
        packing.agreeing(a.value(), SketchValue.SLOTS_OFFSET, b.value(), SketchValue.SLOTS_OFFSET);
    return packing.resemblance(agreeing);
  }

  public void testALineThatIsTooLongIsRefused() {
    String line = document("a", "w".repeat(1_000_000), "\"n\":1");
    String[] options = {"index", "--index", folder.toString(), "--max-document-mb", "1", "-"};
    assertEquals(1, Run.withInput(line, options).exitCode());
    options[4] = "2";
    assertEquals(0, Run.withInput(line, options).exitCode());
  }

  public void testNothingCollapsesAcrossScopes() throws IOException {
    index("--scope", "site");
    assertEquals(new TreeSet<>(List.of("a", "b", "d")), visibleIds());
  }

  public void testAScopeMayBeLongerThanATerm() throws IOException {
    String site = "x".repeat(40_000);
    String lines =
        document("a", TEXT, "\"site\":\"" + site + "1\"")
            + document("b", TEXT, "\"site\":\"" + site + "2\"")
            + document("c", TEXT, "\"site\":\"" + site + "2\"");
    assertEquals(1, indexed(lines, "--scope", "site").get("hidden").asInt());
  }

  public void testADocumentOfSeveralScopesIsRefused() throws IOException {
    String line = document("a", TEXT, "\"site\":[\"x\",\"y\"]");
    Run run = Run.withInput(line, "index", "--index", folder.toString(), "--scope", "site", "-");
    assertEquals(1, run.exitCode());
    assertTrue(
        run.err(),
        run.err()
            .contains(
                ":1: a document must have one string value in scope field site, or not have that"
                    + " field, got x and y\n"));
  }

  public void testVerification() throws IOException {
    for (String verification : new String[] {"auto", "sketch", "exact"}) {
      assertEquals(2, index("--verify", verification).get("index").get("visible").asInt());
    }
  }

  public void testHiddenDocumentsGoWithTheirAge() throws Exception {
    index();
    awaitNextMillisecond();
    String more = document("e", words("u"), "\"n\":1");
    JsonNode young = indexed(more, "--retain", "1");
    assertEquals(0, young.get("purged").asInt());
    assertEquals(5, young.get("index").get("documents").asInt());
    assertEquals(0, indexed(more).get("purged").asInt());
    JsonNode dry = indexed(more, "--dry-run", "--retain", "0");
    assertEquals(2, dry.get("purged").asInt());
    JsonNode old = indexed(more, "--retain", "0");
    assertEquals(2, old.get("purged").asInt());
    assertEquals(3, old.get("index").get("documents").asInt());
    assertEquals(0, old.get("index").get("hidden").asInt());
    assertEquals(Set.of("a", "d", "e"), visibleIds("id:a id:b id:c id:d id:e", "all"));
  }

  private static void awaitNextMillisecond() throws Exception {
    long now = System.currentTimeMillis();
    Await.until("the next millisecond", () -> System.currentTimeMillis() != now);
  }

  public void testADryRunCountsAndWritesNothing() throws IOException {
    JsonNode dry = index("--dry-run");
    assertTrue(dry.get("dryRun").asBoolean());
    assertFalse(Files.exists(folder));
    JsonNode real = index();
    assertFalse(real.get("dryRun").asBoolean());
    assertSameCounts(real, dry);
  }

  public void testADryRunSeesWhatIsThere() throws IOException {
    index("--keep", "last");
    Map<String, byte[]> before = files();
    String more = document("e", TEXT, "\"n\":1") + document("a", words("v"), "\"n\":1");
    JsonNode dry = indexed(more, "--dry-run", "--keep", "last");
    assertEquals(1, dry.get("updates").asInt());
    assertEquals(2, dry.get("tookOver").asInt());
    Map<String, byte[]> after = files();
    assertEquals(before.keySet(), after.keySet());
    before.forEach((name, bytes) -> assertArrayEquals(name, bytes, after.get(name)));
    assertSameCounts(indexed(more, "--keep", "last"), dry);

    JsonNode forced = index("--dry-run", "--force", "--threshold", "0.9");
    assertEquals(4, forced.get("index").get("documents").asInt());
    assertEquals(5, visibleIds("id:a id:b id:c id:d id:e", "all").size());
  }

  public void testAnIndexOfAnotherVersionIsLeftAlone() throws IOException {
    index();
    try (Directory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.setLiveCommitData(Map.of("neardup.version", "2").entrySet());
      writer.commit();
    }
    Map<String, byte[]> before = files();
    for (String[] command :
        new String[][] {{"search", "text"}, {"index", "text"}, {"index", "--force", "text"}}) {
      Run refused =
          Run.neardup(
              Stream.concat(Stream.of(command), Stream.of("--index", folder.toString()))
                  .toArray(String[]::new));
      assertEquals(3, refused.exitCode());
      assertEquals(
          "neardup: "
              + folder
              + ": index was made by version 2, not "
              + CommitData.CURRENT_VERSION
              + "; 'neardup rebuild --from "
              + folder
              + " --to NEW --text-field FIELD' makes one of its documents\n",
          refused.err());
    }
    assertEquals(before.keySet(), files().keySet());
  }

  public void testADryRunSaysSo() {
    Run run = Run.withInput(DOCUMENTS, "index", "--dry-run", "--index", folder.toString(), "-");
    assertTrue(run.out(), run.out().endsWith("\ndry run: nothing was written\n"));
  }

  private static void assertSameCounts(JsonNode a, JsonNode b) {
    for (String name :
        new String[] {"documents", "updates", "visible", "tookOver", "hidden", "index"}) {
      assertEquals(name, a.get(name), b.get(name));
    }
  }

  private Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readAllBytes(path));
      }
    }
    return files;
  }

  private Set<String> visibleIds() throws IOException {
    return visibleIds("id:a id:b id:c id:d", "hide");
  }

  private Set<String> visibleIds(String query, String mode) throws IOException {
    Set<String> ids = new TreeSet<>();
    Run run = Run.neardup("search", "--json", "--mode", mode, "--index", folder.toString(), query);
    run.json().get("hits").forEach(hit -> ids.add(hit.get("id").asText()));
    return ids;
  }

  private JsonNode index(String... options) throws IOException {
    return indexed(DOCUMENTS, options);
  }

  private JsonNode indexed(String lines, String... options) throws IOException {
    List<String> args =
        new ArrayList<>(List.of("index", "--json", "--index", folder.toString(), "-"));
    args.addAll(List.of(options));
    Run run = Run.withInput(lines.getBytes(UTF_8), args.toArray(String[]::new));
    assertEquals(run.err(), 0, run.exitCode());
    return run.json();
  }
}
