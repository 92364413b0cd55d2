// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.DocPages;
import org.neardup.tools.command.Run;

/** The page on JSON has, in the section of each command, every key that the command prints. */
public class TestJsonPage {
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

  /** Objects that have values of the input, guards, kinds, measures or settings as their keys. */
  private static final Set<String> MAPS =
      Set.of(
          "againstAll",
          "byKind",
          "counts",
          "fields",
          "kinds",
          "means",
          "origins",
          "parted",
          "settings");

  private static final String TEXT =
      "The committee met on Monday and agreed to mend the bridge over the river near the old mill, for";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final String[] sections = DocPages.pages().get("json.md").split("\n## ");
  private final Set<String> checked = new TreeSet<>();

  private String documents;
  private String index;

  @Before
  public void makeIndex() throws IOException {
    documents =
        write(
            "documents.jsonl",
            """
            {"id": "a", "site": "x", "date": "2023-08-03", "text": "TEXT $1,500."}
            {"id": "b", "site": "y", "date": "2023-08-04", "text": "Wire: TEXT $1,500."}
            {"id": "c", "site": "z", "date": "2023-08-05", "text": "TEXT $2,500."}
            """
                .replace("TEXT", TEXT));
    index = path("index");
    check("index", "--index", index, "--guard", "numbers", documents);
  }

  private String path(String name) {
    return folder.getRoot().toPath().resolve(name).toString();
  }

  private String write(String name, String lines) throws IOException {
    return Files.writeString(Path.of(path(name)), lines).toString();
  }

  private JsonNode check(String command, String... args) throws IOException {
    String[] all =
        Stream.concat(Stream.of(command, "--json"), Arrays.stream(args)).toArray(String[]::new);
    Run run = Run.neardup(all);
    assertTrue(run.err(), run.exitCode() <= 1);
    Set<String> missing = new TreeSet<>();
    addKeys(run.json(), false, missing);
    missing.removeAll(words(sections[0]));
    String section = section(command);
    missing.removeAll(words(section));
    if (section.contains("as in `explain`")) {
      missing.removeAll(words(section("explain")));
    }
    assertEquals(String.join(" ", all), Set.of(), missing);
    checked.add(command);
    return run.json();
  }

  private static void addKeys(JsonNode node, boolean map, Set<String> keys) {
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      if (!map) {
        keys.add(property.getKey());
      }
      addKeys(property.getValue(), !map && MAPS.contains(property.getKey()), keys);
    }
    if (node.isArray()) {
      node.forEach(element -> addKeys(element, false, keys));
    }
  }

  private String section(String command) {
    return Arrays.stream(sections)
        .skip(1)
        .filter(section -> heading(section).contains(command))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no section of " + command));
  }

  private static Set<String> heading(String section) {
    return Set.of(section.substring(0, section.indexOf('\n')).split(", "));
  }

  private static Set<String> words(String text) {
    Set<String> words = new TreeSet<>();
    for (MatchResult code : CODE.matcher(text).results().toList()) {
      words.addAll(Set.of(code.group(1).split("\\W+")));
    }
    return words;
  }

  @Test
  public void testEveryKeyIsOnThePage() throws IOException {
    JsonNode found = check("search", "--index", index, "--origins=site", "--dates=date", "bridge");
    assertTrue(found.toString(), found.at("/hits/0/summary/first").isObject());
    check("similar", "--index", index, "--id", "a");
    assertEquals(2, check("copied", "--index", index, "--id", "a").at("/hits").size());
    assertEquals(1, check("variants", "--index", index, "a").at("/guarded").size());
    check("explain", "--index", index, "a", "b");
    assertEquals(1, check("explain", "--index", index, "a", "c").at("/guards").size());
    check("stats", "--index", index, "--guards");
    check("rebuild", "--from", index, "--to", path("new"), "--text-field", "text");
    check("retune", "--index", index, "--keep", "longest");
    assertTrue(check("check", "--index", index, "--repair").at("/repair").isObject());
    check("report", "--index", index, "--output", path("report.html"));
    check("delete", "--index", index, "a", "z");
    check("cluster", "--output", path("clusters"), documents);
    check("curve", "--bands", "21", "--rows", "6");
    String topics = write("topics", "t1\tbridge\n");
    String judgements = write("judgements", "t1 0 a 2\nt1 0 b 1\n");
    check(
        "experiment",
        "--docs=" + documents,
        "--topics=" + topics,
        "--qrels=" + judgements,
        "--out=" + path("out"));

    Set<String> described = new TreeSet<>();
    Arrays.stream(sections).skip(1).forEach(section -> described.addAll(heading(section)));
    assertEquals(described, checked);
  }

  @Test
  public void testEveryKeyOfSetsIsOnThePage() throws IOException {
    String sets =
        write(
            "sets.jsonl",
            """
            {"id": "a", "likes": ["jazz", "tea", "chess", "rain"]}
            {"id": "b", "likes": ["jazz", "tea", "chess", "snow"]}
            """);
    check("index", "--index", path("sets"), "--set-field", "likes", sets);
    JsonNode compared = check("explain", "--index", path("sets"), "a", "b");
    assertEquals(3, compared.at("/values/common").size());
  }
}
