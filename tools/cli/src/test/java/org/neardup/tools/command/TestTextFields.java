// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    assertEquals("", hidden("text"));
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
        words.err(), textFields.equals("text") ? 0 : 3, words.json().get("documents").asInt());
    assertEquals(0, Run.neardup("check", "--index", index).exitCode());
    return hidden.stream().sorted().collect(Collectors.joining(" "));
  }

  public void testClusterComparesTheNamedFields() {
    assertEquals("b\tc\t1.0000", pairs("title,body"));
    assertEquals("a\tb\t1.0000 a\tc\t1.0000 b\tc\t1.0000", pairs("body"));
    assertEquals("", pairs("text"));
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
    assertEquals(new Run(1, "", "neardup: --text-field" + message), indexed);
    Run clustered = Run.withInput(DOCUMENTS, "cluster", "--text-field", "boddy,title", "-");
    assertEquals(new Run(1, "", "neardup: --text-field" + message), clustered);
  }

  public void testMistakes() {
    for (String option : new String[] {"id", "_neardup_x", "", "title,title"}) {
      Run run = Run.withInput(DOCUMENTS, "index", "--index", "x", "--text-field", option, "-");
      assertEquals(option + run.err(), 2, run.exitCode());
    }
    Run main = Run.withInput("", "cluster", "--content", "main", "--text-field", "title", "-");
    assertEquals(2, main.exitCode());
  }
}
