// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** {@code similar} in an index of sets. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestSimilarSets extends LuceneTestCase {

  private static String index(String documents) {
    String index = createTempDir().resolve("index").toString();
    Run made = Run.withInput(documents, "index", "--index", index, "--set-field", "tags", "-");
    assertEquals(made.err(), 0, made.exitCode());
    return index;
  }

  /** Passages are those of texts, whatever decides what is hidden. */
  public void testCopiedTextOfADocumentWithASet() throws IOException {
    String text = "The ferry leaves the old wharf at six and comes back late in the evening";
    String index =
        index(
            "{\"id\": \"a\", \"tags\": [\"sea\"], \"text\": \""
                + text
                + "\"}\n"
                + "{\"id\": \"b\", \"tags\": [\"mill\"], \"text\": \""
                + text
                + ".\"}");
    Run found = Run.neardup("copied", "--index", index, "--json", "--id", "a");
    assertEquals(found.err(), 0, found.exitCode());
    assertEquals("b", found.json().at("/hits/0/id").asText());
    assertEquals(text, found.json().at("/hits/0/passages/0/text").asText());
  }

  /** Beside a count of all pairs. */
  public void testSimilarSets() throws IOException {
    Map<String, Set<String>> sets = new TreeMap<>();
    StringBuilder documents = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      Set<String> set = new HashSet<>();
      for (int size = 1 + random().nextInt(10); size > 0; size--) {
        set.add("t" + (int) Math.pow(50, random().nextDouble())); // Zipf
      }
      sets.put("d" + i, set);
      documents
          .append("{\"id\": \"d" + i + "\", \"tags\": [")
          .append(set.stream().map(tag -> '"' + tag + '"').collect(Collectors.joining(", ")))
          .append("]}\n");
    }
    String index = index(documents.toString());
    for (int i = 0; i < 20; i++) {
      String id = "d" + random().nextInt(400);
      double minimum = new double[] {.2, .5, .8, 1}[random().nextInt(4)];
      int top = 1 + random().nextInt(20);
      JsonNode found =
          Run.neardup(
                  "similar",
                  "--index",
                  index,
                  "--id",
                  id,
                  "--min",
                  "" + minimum,
                  "--top",
                  "" + top,
                  "--json")
              .json();
      assertSimilar(sets, id, minimum, top, found);
    }
  }

  private static double resemblance(Set<String> a, Set<String> b) {
    Set<String> common = new HashSet<>(a);
    common.retainAll(b);
    return (double) common.size() / (a.size() + b.size() - common.size());
  }

  private static void assertSimilar(
      Map<String, Set<String>> sets, String id, double minimum, int top, JsonNode found) {
    List<Double> expected =
        sets.keySet().stream()
            .filter(other -> !other.equals(id))
            .map(other -> resemblance(sets.get(id), sets.get(other)))
            .filter(resemblance -> resemblance >= minimum)
            .sorted(Comparator.reverseOrder())
            .toList();
    assertEquals(expected.size(), found.get("total").asInt());
    List<Double> hits = new ArrayList<>();
    for (JsonNode hit : found.get("hits")) {
      hits.add(hit.get("resemblance").asDouble());
      assertTrue(hit.get("standardError").isNull());
      assertEquals(
          resemblance(sets.get(id), sets.get(hit.get("id").asText())),
          hit.get("resemblance").asDouble(),
          0);
    }
    assertEquals(expected.subList(0, Math.min(top, expected.size())), hits);
  }

  public void testSimilarToAFile() throws IOException {
    String index =
        index(
            """
            {"id": "a", "tags": ["red", "green", "blue", 4, 5]}
            {"id": "d", "tags": ["red", "green"]}
            {"id": "e", "tags": "red"}
            """);
    Path file = createTempDir().resolve("wanted.txt");
    Files.writeString(file, " red\n\ngreen\nmauve\n");
    Run run = Run.neardup("similar", "--index", index, "--file", file.toString());
    assertEquals(new Run(0, "1 document\n   1  0.667  d  \n", ""), run);
  }
}
