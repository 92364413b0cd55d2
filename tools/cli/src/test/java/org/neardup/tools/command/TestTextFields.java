// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** Other fields than text are compared. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestTextFields extends LuceneTestCase {
  private static final String BODY =
      "the ferry leaves the old wharf at six in the morning and comes back late in the evening";

  /** The first two have the same body, the last two the same title too. */
  private static final String DOCUMENTS =
      """
      {"id": "a", "title": "The timetable of the ferry", "body": "%s"}
      {"id": "b", "title": "Where a day at the sea begins and ends", "body": "%s"}
      {"id": "c", "title": "Where a day at the sea begins and ends", "body": ["%s"]}
      """
          .replace("%s", BODY);

  public void testIndexComparesTheNamedFields() throws IOException {
    assertEquals("c", hidden("title,body"));
    assertEquals("b c", hidden("body"));
    assertEquals("c", hidden("title"));
  }

  private String hidden(String textFields) throws IOException {
    String index = createTempDir().resolve("index").toString();
    Run made = Run.withInput(DOCUMENTS, "index", "--index", index, "--text-field", textFields, "-");
    assertEquals(made.err(), 0, made.exitCode());
    List<String> hidden = new ArrayList<>();
    JsonNode all = Run.neardup("search", "--index", index, "--mode", "all", "--json", "*:*").json();
    for (JsonNode hit : all.get("hits")) {
      if (!hit.get("hiddenBehind").isNull()) {
        hidden.add(hit.get("id").asText());
      }
    }
    Run words = Run.neardup("search", "--index", index, "--json", "wharf");
    assertEquals(
        words.err(), textFields.equals("title") ? 0 : 3, words.json().get("documents").asInt());
    assertEquals(0, Run.neardup("check", "--index", index).exitCode());
    return hidden.stream().sorted().collect(Collectors.joining(" "));
  }

  /** The text is of words even where another field is compared. */
  public void testTheTextIsSearchedThoughAnotherFieldIsCompared() throws IOException {
    String index = createTempDir().resolve("index").toString();
    String document = "{\"id\": \"a\", \"body\": \"" + BODY + "\", \"text\": \"Tides of Today\"}";
    Run made = Run.withInput(document, "index", "--index", index, "--text-field", "body", "-");
    assertEquals(made.err(), 0, made.exitCode());
    for (String query : List.of("Today", "text:Today", "text:\"tides OF today\"", "body:Wharf")) {
      JsonNode found = Run.neardup("search", "--index", index, "--json", query).json();
      assertEquals(query, 1, found.get("total").asInt());
      String snippet = found.at("/hits/0/snippet").toString();
      assertTrue(query + snippet, snippet.contains("\"match\":true"));
    }
  }

  /** A file is compared as a text, not as a title, whatever the order of the fields. */
  public void testAFileHasTheWordsOfATextNotOfATitle() throws IOException {
    String text = "Ferries leaving wharves carried passengers across harbours seeing lighthouses";
    Path file = createTempDir().resolve("draft.txt");
    Files.writeString(file, text);
    for (String fields : List.of("title,text", "text,title")) {
      String index = createTempDir().resolve("index").toString();
      Run made =
          Run.withInput(
              "{\"id\": \"a\", \"text\": \"" + text + "\"}\n{\"id\": \"b\", \"title\": \"Ferry\"}",
              "index",
              "--index=" + index,
              "--text-field=" + fields,
              "--analyzer=text=english,title=simple",
              "--min-elements=1",
              "-");
      assertEquals(made.err(), 0, made.exitCode());
      Run found = Run.neardup("similar", "--index", index, "--json", "--file", file.toString());
      assertEquals(fields, 1, found.json().at("/hits/0/resemblance").asDouble(), 0.01);
    }
  }

  public void testClusterComparesTheNamedFields() {
    assertEquals("b\tc\t1.0000", pairs("title,body"));
    assertEquals("a\tb\t1.0000 a\tc\t1.0000 b\tc\t1.0000", pairs("body"));
    assertEquals("b\tc\t1.0000", pairs("title"));
  }

  private static String pairs(String textFields) {
    Run run =
        Run.withInput(DOCUMENTS, "cluster", "--format", "pairs", "--text-field", textFields, "-");
    assertEquals(run.err(), 0, run.exitCode());
    return String.join(
        " ",
        run.out()
            .lines()
            .map(line -> line.replaceFirst("(\\d\\.\\d{4}).*", "$1"))
            .sorted()
            .toList());
  }

  public void testAFieldThatNoDocumentHas() throws IOException {
    String message =
        " must name a field of the input, which has body, id, title; got boddy; nothing was"
            + " written\n";
    String index = createTempDir().resolve("index").toString();
    Run indexed =
        Run.withInput(DOCUMENTS, "index", "--index", index, "--text-field", "boddy,title", "-");
    assertEquals(new Run(2, "", "neardup: --text-field" + message), indexed);
    Run clustered = Run.withInput(DOCUMENTS, "cluster", "--text-field", "boddy,title", "-");
    assertEquals(new Run(2, "", "neardup: --text-field" + message), clustered);
  }

  /** A field of the text that is not there is no text that is empty. */
  public void testNoDocumentHasAText() throws IOException {
    for (String field : List.of("contents", "body", "Text")) {
      String lines = DOCUMENTS.replace("body", field);
      String message =
          "neardup: --text-field must name a field of the input, which has "
              + String.join(", ", new TreeSet<>(List.of(field, "id", "title")))
              + "; got text; nothing was written\n";
      Path index = createTempDir().resolve("index");
      Run indexed = Run.withInput(lines, "index", "--index", index.toString(), "-");
      assertEquals(new Run(2, "", message), indexed);
      assertFalse(Files.exists(index));
      assertEquals(new Run(2, "", message), Run.withInput(lines, "cluster", "-"));
    }
    for (String text : List.of("{\"id\":1,\"text\":\"\"}", "{\"id\":1,\"html\":\"\"}")) {
      assertEquals(0, Run.withInput(text, "cluster", "-").exitCode());
    }
  }

  public void testAnIndexThatHasTheField() {
    String index = createTempDir().resolve("index").toString();
    String first = "{\"id\":1,\"text\":\"words\"}";
    assertEquals(0, Run.withInput(first, "index", "--index", index, "-").exitCode());
    assertEquals(0, Run.withInput("{\"id\":2,\"x\":3}", "index", "--index", index, "-").exitCode());
  }

  /** As collections of the web and of search have them. */
  public void testFieldsOfIdsAndTitles() throws IOException {
    String c4 = "{\"url\":\"http://a/1\",\"text\":\"%s\",\"id\":7}\n".replace("%s", BODY);
    assertEquals("http://a/1 - ", shown(c4, "--id-field", "url"));
    String beir = "{\"_id\":5,\"heading\":\"The ferry\",\"text\":\"%s\"}\n".replace("%s", BODY);
    assertEquals("5 - The ferry", shown(beir, "--id-field", "_id", "--title-field", "heading"));
    String anserini = "{\"id\":\"d1\",\"contents\":\"%s\"}\n".replace("%s", BODY);
    assertEquals("d1 - ", shown(anserini, "--text-field", "contents"));
    String none = "{\"text\":\"%s\"}\n".replace("%s", BODY);
    assertEquals("stdin:2 - ", shown("\n" + none, "--id-field", "line"));
    assertEquals("x - ", shown("{\"id\":\"x\"," + none.substring(1), "--id-field", "line"));
  }

  /** Id and title of the one hit. */
  private String shown(String lines, String... options) throws IOException {
    String index = createTempDir().resolve("index").toString();
    List<String> args = new ArrayList<>(List.of("index", "--index", index));
    args.addAll(List.of(options));
    args.add("-");
    Run made = Run.withInput(lines, args.toArray(String[]::new));
    assertEquals(made.err(), 0, made.exitCode());
    JsonNode hit =
        Run.neardup("search", "--index", index, "--json", "wharf").json().get("hits").get(0);
    return hit.get("id").asText() + " - " + hit.get("title").asText();
  }

  public void testMistakes() {
    for (String option : new String[] {"id", "_neardup_x", "", "title,title"}) {
      Run run = Run.withInput(DOCUMENTS, "index", "--index", "x", "--text-field", option, "-");
      assertEquals(option + run.err(), 2, run.exitCode());
    }
    Run main = Run.withInput("", "cluster", "--content", "main", "--text-field", "title", "-");
    assertEquals(2, main.exitCode());
  }

  public void testUnknownFormatsAreRefused() {
    Run run = Run.neardup("cluster", "--input-format", "JSONL", "docs.txt");
    assertEquals(2, run.exitCode());
    assertTrue(
        run.err(),
        run.err()
            .contains(
                "--input-format must be one of jsonl, json, csv, tsv, html, tar, warc, arc, got"
                    + " JSONL"));
  }
}
