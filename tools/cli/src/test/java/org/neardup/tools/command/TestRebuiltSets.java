// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.util.BytesRef;

/** Rebuilding an index by sets: its stored values are compared, as {@code index} would. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestRebuiltSets extends LuceneTestCase {
  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    try (Directory directory = FSDirectory.open(folder.resolve("old"));
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(document("a", "red", "green", "light blue", "dark blue"));
      writer.addDocument(document("b", "dark blue", "red", "green", "light blue", "red"));
      writer.addDocument(document("c", "blue", "light dark", "red", "green"));
    }
  }

  /** Each has a number, too; words are there to be found, not compared. */
  private static Document document(String id, String... tags) {
    Document document = new Document();
    document.add(new StringField("uid", id, Field.Store.YES));
    document.add(new TextField("body", "the same words in each", Field.Store.YES));
    for (String tag : tags) {
      document.add(new StringField("tags", tag, Field.Store.YES));
      document.add(new SortedSetDocValuesField("unstored", new BytesRef(tag)));
    }
    document.add(new StoredField("sizes", 7));
    return document;
  }

  private Run rebuild(String to, String... options) {
    List<String> args = new ArrayList<>(List.of("rebuild", "--id-field", "uid"));
    args.addAll(List.of("--from", folder.resolve("old").toString()));
    args.addAll(List.of("--to", folder.resolve(to).toString()));
    args.addAll(List.of(options));
    return Run.neardup(args.toArray(String[]::new));
  }

  private String explained(String index, String id) throws IOException {
    Run run =
        Run.neardup("explain", "--index", folder.resolve(index).toString(), "a", id, "--json");
    assertEquals(run.err(), 0, run.exitCode());
    return run.json().get("exact").toString();
  }

  public void testStoredValuesAreCompared() throws IOException {
    Run run = rebuild("sets", "--set-field", "tags,sizes", "--json");
    assertEquals(run.err(), 0, run.exitCode());
    assertEquals(
        "{\"documents\":3,\"visible\":2,\"hidden\":1,\"groups\":1}",
        run.json().get("index").toString());
    assertEquals("a", run.json().get("largestGroups").get(0).get("id").asText());
    String index = folder.resolve("sets").toString();
    assertEquals(0, Run.neardup("check", "--index", index).exitCode());
    assertEquals(
        "2",
        Run.neardup("search", "--index", index, "--json", "tags:\"light blue\"")
            .json()
            .get("documents")
            .toString());
    assertTrue(explained("sets", "b"), explained("sets", "b").contains("5"));
  }

  public void testRepeatsCountInBags() throws IOException {
    for (String threshold : List.of("0.8", "0.9")) {
      Run run =
          rebuild(
              threshold,
              "--set-field",
              "tags",
              "--shingle",
              "bag",
              "--threshold",
              threshold,
              "--json");
      assertEquals(run.err(), 0, run.exitCode());
      assertEquals(threshold.equals("0.8") ? 1 : 0, run.json().get("index").get("hidden").asInt());
    }
  }

  public void testValuesThatAreNotStoredAreRefused() {
    Run run = rebuild("new", "--set-field", "unstored");
    assertEquals(3, run.exitCode());
    assertTrue(
        run.err(),
        run.err().contains("set field unstored must be stored, or nothing can be compared"));
    Run nowhere = rebuild("new", "--set-field", "nowhere");
    assertEquals(2, nowhere.exitCode());
    assertTrue(nowhere.err(), nowhere.err().contains("--set-field"));
    assertFalse(Files.exists(folder.resolve("new")));
  }

  public void testTextsOrSets() {
    for (String[] options : new String[][] {{}, {"--set-field", "tags", "--text-field", "body"}}) {
      Run run = rebuild("new", options);
      assertEquals(2, run.exitCode());
      assertTrue(
          run.err(), run.err().contains("one of --text-field and --set-field must be given"));
    }
    Run bag = rebuild("new", "--text-field", "body", "--shingle", "bag");
    assertEquals(2, bag.exitCode());
  }
}
