// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.tools.index.NeardupIndex;

/**
 * Every command that reads an index works with every setting of one; and retuning decides on all
 * documents again as was decided when they arrived.
 */
public class TestSettingsAcrossCommands extends LuceneTestCase {
  private static final List<String> WORDS =
      List.of(
          ("harbour wharf fire summer timber crew tea winter boat bridge river mill meeting monday"
                  + " not never Paris London 7 8 2500")
              .split(" "));

  private static final List<List<String>> SETTINGS =
      List.of(
          List.of(),
          List.of("--threshold", ".5"),
          List.of("--threshold", "1"),
          List.of("--verify", "sketch"),
          List.of("--verify", "exact", "--threshold", ".6"),
          List.of("--shingle", "word:1", "--threshold", ".6"),
          List.of("--shingle", "char:5", "--threshold", ".7"),
          List.of("--shingle", "bag", "--set-field", "tags", "--threshold", ".7"),
          List.of("--min-elements", "2"),
          List.of("--min-elements", "2", "--set-field", "tags"),
          List.of("--guard", "numbers"),
          List.of("--guard", "numbers,negations,names", "--threshold", ".6"),
          List.of("--guard", "lossless", "--threshold", ".6"),
          List.of("--guard", "field:site"),
          List.of("--scope", "site"),
          List.of("--contained", "hide", "--threshold", ".9"),
          List.of("--text-field", "title,text"),
          List.of("--normalize", "nfkc", "--analyzer", "english"),
          List.of("--variants", "drop"));

  public void testAll() throws IOException {
    Random random = random();
    List<List<String>> some = new ArrayList<>(SETTINGS);
    Collections.shuffle(some, random);
    for (List<String> settings : TEST_NIGHTLY ? some : some.subList(0, 4)) {
      for (int i = 0; i < (TEST_NIGHTLY ? 20 : 1); i++) {
        String documents = documents(random, TEST_NIGHTLY ? 60 : 30);
        try {
          cross(settings, documents);
        } catch (AssertionError e) {
          throw new AssertionError(settings + " of\n" + documents, e);
        }
      }
    }
  }

  private static void cross(List<String> settings, String documents) throws IOException {
    Path folder = createTempDir();
    String index = folder.resolve("index").toString();
    run(documents, with(settings, "index", "--index", index, "-"));
    Map<String, String> groups = groups(index);
    String id = groups.keySet().iterator().next();
    run("", "search", "--index", index, "harbour wharf");
    run("", "search", "--index", index, "--mode", "hide", "harbour");
    run("", "search", "--index", index, "--mode", "all", "--json", "*:*");
    run("", "search", "--index", index, "--origins", "site", "--dates", "date", "fire");
    run("", "similar", "--index", index, "--id", id, "--min", ".3");
    run("", "copied", "--index", index, "--id", id);
    run("", "variants", "--index", index, id);
    for (String other : groups.keySet()) {
      run("", "explain", "--index", index, id, other);
    }
    run("", "stats", "--index", index);
    run("", "report", "--index", index, "--output", folder.resolve("report.html").toString());
    run("", "check", "--index", index);
    run("", "verdicts", "--index", index);
    assertEquals(groups, groups(index));

    if (!settings.contains("drop")) {
      String[] back = {
        "retune",
        "--index",
        index,
        "--threshold",
        value(settings, "--threshold", ".8"),
        "--verify",
        value(settings, "--verify", "auto") // no index keeps it
      };
      run("", "retune", "--index", index, "--threshold", ".95");
      run("", back);
      assertEquals("tuned there and back", groups, groups(index));
    }
    run("", "check", "--repair", "--index", index); // finds pairs that share no band, too
    run("", "check", "--all-texts", "--index", index);
  }

  private static String value(List<String> settings, String option, String otherwise) {
    int at = settings.indexOf(option);
    return at < 0 ? otherwise : settings.get(at + 1);
  }

  private static String[] with(List<String> settings, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(1, settings);
    return all.toArray(String[]::new);
  }

  private static void run(String input, String... command) {
    Run run = Run.withInput(input, command);
    assertEquals(List.of(command) + ": " + run.err(), 0, run.exitCode());
  }

  /** What each document is behind, itself if it is visible. */
  private static Map<String, String> groups(String path) throws IOException {
    Map<String, String> groups = new TreeMap<>();
    try (Directory directory = FSDirectory.open(Path.of(path));
        NeardupIndex index = NeardupIndex.open(directory)) {
      for (int doc = 0; doc < index.all().maxDoc(); doc++) {
        int behind = index.groups().isHidden(doc) ? index.groups().representative(doc) : doc;
        groups.put(id(index, doc), id(index, behind));
      }
    }
    return groups;
  }

  private static String id(NeardupIndex index, int doc) throws IOException {
    return index.all().storedFields().document(doc).get("id");
  }

  /** Texts of few words, most of them edits of earlier ones. */
  private static String documents(Random random, int count) {
    StringBuilder lines = new StringBuilder();
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> text = new ArrayList<>();
      if (texts.isEmpty() || random.nextInt(4) == 0) {
        for (int word = 0; word < 4 + random.nextInt(30); word++) {
          text.add(WORDS.get(random.nextInt(WORDS.size())));
        }
      } else {
        text.addAll(texts.get(random.nextInt(texts.size())));
        for (int edits = random.nextInt(3); edits > 0; edits--) {
          text.set(random.nextInt(text.size()), WORDS.get(random.nextInt(WORDS.size())));
        }
      }
      texts.add(text);
      String words = String.join(" ", text);
      lines.append("{\"id\": \"d").append(i);
      lines.append("\", \"site\": \"s").append(random.nextInt(3));
      lines.append("\", \"date\": \"2026-01-").append(10 + random.nextInt(20));
      lines.append("\", \"title\": \"").append(text.getFirst());
      lines.append("\", \"tags\": [\"").append(String.join("\", \"", text));
      lines.append("\"], \"text\": \"").append(words).append("\"}\n");
    }
    return lines.toString();
  }
}
