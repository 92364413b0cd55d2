// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.neardup.tools.index.UserData;

/** Analyzers by field, and the user data of commits. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestRebuildOptions extends LuceneTestCase {
  private static final String BODY =
      "The ponies were walking through villages on Monday while their owners talked of prices";

  private Path folder;
  private Path from;
  private Path to;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    from = folder.resolve("old");
    to = folder.resolve("new");
  }

  /** Two fields of two analyzers, neither of them the default one. */
  private void write(Map<String, String> userData) throws IOException {
    var analyzer =
        new PerFieldAnalyzerWrapper(new SimpleAnalyzer(), Map.of("body", new EnglishAnalyzer()));
    try (Directory directory = FSDirectory.open(from);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (int i = 0; i < 3; i++) {
        Document document = new Document();
        document.add(new StringField("uid", "d" + i, Store.YES));
        document.add(new TextField("body", BODY + (i == 2 ? " 1999" : ""), Store.YES));
        document.add(new TextField("pay", "Cash2Card or cheques, number " + i, Store.YES));
        writer.addDocument(document);
      }
      writer.setLiveCommitData(userData.entrySet());
    }
  }

  private Run rebuild(String... options) {
    return Run.neardup(
        Stream.concat(
                Stream.of("rebuild", "--from=" + from, "--text-field=body", "--id-field=uid"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  public void testAnIndexWithoutDocuments() throws IOException {
    try (Directory directory = FSDirectory.open(from);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.commit();
    }
    assertEquals(
        new Run(3, "", "neardup: " + from + ": there is no document in it\n"),
        rebuild("--to=" + to));
    assertFalse(Files.exists(to));
  }

  /** What is damaged must not be copied as if it were sound. */
  public void testADamagedIndexIsNotRebuilt() throws IOException {
    write(Map.of());
    Path largest;
    try (Stream<Path> files = Files.list(from)) {
      largest = files.max(Comparator.comparingLong(file -> file.toFile().length())).orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(largest);
    for (int at = bytes.length / 4; at < bytes.length * 3 / 4; at += bytes.length / 8) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(largest, damaged);
      for (String way : List.of("--lossy", "--dry-run")) {
        Run run = rebuild("--to=" + to, "--force", way);
        assertEquals(at + ": " + run.err(), 3, run.exitCode());
        assertTrue(run.err(), run.err().startsWith("neardup: the index is damaged: "));
        assertFalse(Files.exists(to));
      }
    }
  }

  public void testAnalyzersByField() throws IOException {
    write(Map.of());
    for (String[] unfit :
        new String[][] {{}, {"--analyzer=english"}, {"--analyzer=simple"}, {"--dry-run"}}) {
      Run run =
          rebuild(Stream.concat(Stream.of("--to=" + to), Stream.of(unfit)).toArray(String[]::new));
      assertEquals(run.err(), 3, run.exitCode());
      assertTrue(
          run.err(),
          run.err()
              .endsWith(
                  "makes; --analyzer body=english,pay=simple fits; --lossy rebuilds it all the same\n"));
    }
    assertFalse("nothing was written", Files.exists(folder.resolve("new.partial")));
    Run run = rebuild("--to=" + to, "--analyzer=body=english,pay=simple");
    assertEquals(run.err(), 0, run.exitCode());
    for (String query : new String[] {"body:pony", "pay:CASH", "pay:\"card or\""}) {
      Run search = Run.neardup("search", "--index=" + to, query);
      assertTrue(query + search.out(), search.out().startsWith("2 hits (3 documents)"));
    }
    Run check = Run.neardup("check", "--index=" + to);
    assertEquals(check.out(), 0, check.exitCode());
  }

  /** One of them was not told apart by what it makes of the fields that are compared. */
  public void testARebuildIsResumedWithTheSameAnalyzersOnly() throws IOException {
    write(Map.of());
    assertEquals(0, rebuild("--to=" + to, "--analyzer=body=english,pay=simple").exitCode());
    Files.move(to, folder.resolve("new.partial"));
    Run other = rebuild("--to=" + to, "--analyzer=english", "--lossy");
    assertEquals(other.err(), 3, other.exitCode());
    assertTrue(
        other.err(),
        other
            .err()
            .contains(
                "index was made with analyzer body=english,pay=simple, not english; --force"));
    Run same = rebuild("--to=" + to, "--analyzer=pay=simple,body=english");
    assertEquals(same.err(), 0, same.exitCode());
    assertTrue(same.out(), same.out().contains("resumed at                  3\n"));
  }

  public void testMistakes() throws IOException {
    write(Map.of());
    for (String analyzers :
        new String[] {"body=english,body=simple", "=english", "english,simple,body=cjk", "body="}) {
      Run run = rebuild("--dry-run", "--analyzer=" + analyzers);
      assertEquals(run.err(), 2, run.exitCode());
      assertTrue(run.err(), run.err().startsWith("neardup: analyzer must be "));
    }
    Run nowhere = rebuild("--dry-run", "--analyzer=nowhere=english");
    assertEquals(2, nowhere.exitCode());
    assertTrue(nowhere.err(), nowhere.err().contains("--analyzer must name a field of the index"));
    Run none = Run.neardup("cluster", "--analyzer=text=english", folder.toString());
    assertEquals(2, none.exitCode());
    assertTrue(none.err(), none.err().contains("--analyzer must name one analyzer, got text=e"));
    Run index =
        Run.withInput("{}", "index", "--index=" + to, "--analyzer=text=english,pay=simple", "-");
    assertEquals(2, index.exitCode());
    assertTrue(
        index.err(),
        index.err().contains("must name title or a text field, which are text; got pay"));
  }

  public void testAnIndexOfAnalyzersByField() throws IOException {
    String documents = "{\"id\":1,\"title\":\"Ponies\",\"text\":\"" + BODY + "\"}";
    String[] args = {"index", "--index=" + to, "--analyzer=text=english", "-"};
    for (int i = 0; i < 2; i++) {
      Run run = Run.withInput(documents, args);
      assertEquals(run.err(), 0, run.exitCode());
    }
    assertEquals("1 hit", found("text:pony"));
    assertEquals("0 hits", found("title:pony"));
    assertEquals("1 hit", found("title:ponies"));
  }

  private String found(String query) {
    Run run = Run.neardup("search", "--index=" + to, query);
    return run.out().lines().findFirst().orElse(run.err()).replaceAll(" \\(.*", "");
  }

  public void testUserDataOfAnApplicationIsCarriedOver() throws IOException {
    Map<String, String> data = Map.of("queue.offset", "4711", "tools.mine", "x");
    write(data);
    String analyzer = "--analyzer=body=english,pay=simple";
    assertEquals(0, rebuild("--to=" + to, analyzer).exitCode());
    assertEquals(new TreeMap<>(data), ofApplication(to));
    assertEquals(0, rebuild("--annotate", analyzer).exitCode());
    assertEquals(new TreeMap<>(data), ofApplication(from));
    assertEquals(
        "again, by the tools", 0, Run.neardup("delete", "--index=" + from, "d0").exitCode());
    assertEquals(new TreeMap<>(data), ofApplication(from));
  }

  public void testNamesThatClashAreNamed() throws IOException {
    write(Map.of("queue.offset", "4711", "tools.analyzer", "mine", "neardup.x", "mine"));
    String analyzer = "--analyzer=body=english,pay=simple";
    Run run = rebuild("--to=" + to, analyzer);
    assertEquals(run.err(), 1, run.exitCode());
    String loss = "user data of the commit under names of Neardup's: neardup.x, tools.analyzer";
    assertTrue(run.out(), run.out().contains("\nnot carried over: " + loss + "\n"));
    assertEquals(Map.of("queue.offset", "4711"), ofApplication(to));
    assertEquals(1, rebuild("--annotate", analyzer).exitCode());
    assertEquals(0, rebuild("--annotate", analyzer, "--lossy").exitCode());
    Run again = rebuild("--dry-run", analyzer);
    assertEquals("what Neardup wrote is no loss: " + again.out(), 0, again.exitCode());
  }

  /** Documents that are added to its index. */
  public void testIndexKeepsUserDataOfAnApplication() throws IOException {
    write(Map.of("queue.offset", "4711"));
    String[] args = {"index", "--index=" + to, "-"};
    assertEquals(0, Run.withInput("{\"id\":1,\"text\":\"x\"}", args).exitCode());
    try (Directory directory = FSDirectory.open(to);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Map<String, String> data = new TreeMap<>(UserData.of(directory));
      data.put("queue.offset", "4711");
      writer.setLiveCommitData(data.entrySet());
    }
    assertEquals(0, Run.withInput("{\"id\":2,\"text\":\"y\"}", args).exitCode());
    assertEquals(Map.of("queue.offset", "4711"), ofApplication(to));
    String[] replace = {"index", "--index=" + to, "--force", "-"};
    assertEquals(0, Run.withInput("{\"id\":2,\"text\":\"y\"}", replace).exitCode());
    assertEquals("it is of the one that is replaced", Map.of(), ofApplication(to));
  }

  private static Map<String, String> ofApplication(Path index) throws IOException {
    try (Directory directory = FSDirectory.open(index)) {
      return UserData.ofApplication(UserData.of(directory));
    }
  }
}
