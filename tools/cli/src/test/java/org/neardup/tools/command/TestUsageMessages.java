// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Mistakes in a command line are told in words of our own. */
public class TestUsageMessages extends LuceneTestCase {
  /** Words of the parsers and of the JDK. */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "lexical|Encountered|expected one of|Missing required|Invalid value|is not an? (int|long|double|boolean)|Expected"
              + " parameter|mutually exclusive|specified only once|For input string|java\\.|picocli"
              + "|Exception|\\b[A-Z]{4,}, [A-Z]{4,}|null|but was|Unmatched|Unknown|subcommand"
              + "|array index|should be");

  private static final Pattern COMMAND = Pattern.compile("(?m)^  +([a-z]+) {2,}");
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:-\\w, )?(--?[a-z-]+)(?:=(\\S+))?");

  private static List<String> commands() {
    List<String> names = new ArrayList<>();
    Matcher found = COMMAND.matcher(Run.neardup("--help").out());
    while (found.find()) {
      names.add(found.group(1));
    }
    names.remove("help");
    return names;
  }

  private static void assertOwnWords(String... args) {
    Run run = Run.neardup(args);
    String told = String.join(" ", args) + ": " + run.err();
    assertNotEquals(told, 0, run.exitCode());
    assertNotEquals(told, 70, run.exitCode());
    assertFalse(told, FOREIGN.matcher(run.err()).find());
  }

  /** Whatever is wrong with an option of any command. */
  public void testOptionsOfAllCommands() {
    int options = 0;
    for (String command : commands()) {
      if (!command.equals("demo")) {
        assertOwnWords(command, "--nothing");
      }
      Matcher found = OPTION.matcher(Run.neardup(command, "--help").out());
      while (found.find()) {
        String name = found.group(1);
        if (name.matches("--?(help|version|h|V|quiet|json)")) {
          continue;
        }
        options++;
        boolean hasValue = found.group(2) != null;
        assertOwnWords(command, name + (hasValue ? "" : "=maybe"));
        if (hasValue) {
          assertOwnWords(command, name);
          assertOwnWords(command, name + "=\u0001?", name + "=\u0001?", "--also");
          String nonsense = createTempDir().resolve("x").resolve("no (sense").toString();
          assertOwnWords(command, name + "=" + nonsense, nonsense, nonsense);
        }
      }
    }
    assertTrue("options were tried: " + options, options > 100);
  }

  private static void assertTold(String message, String... args) {
    String err = Run.neardup(args).err();
    assertEquals("neardup: " + message, err.lines().findFirst().orElse(""));
  }

  /** As a script gives them whose variable is not set. */
  public void testEmptyValues() {
    String[] index = {"index", "--index=" + createTempDir().resolve("i"), "docs.jsonl", null};
    for (String name : List.of("--id-field", "--title-field")) {
      index[3] = name + "=";
      assertTold(name + " must name a field, got \"\"", index);
    }
    for (String name : List.of("--set-field", "--guard")) {
      index[3] = name + "=,";
      assertTold(name + " must have a value, got [,]", index);
    }
    for (String name : List.of("--rejected", "--verdicts")) {
      index[3] = name + "=";
      assertTold(name + " must be a path, got \"\"", index);
    }
    assertTold("--index must be a path, got \"\"", "index", "--index=", "docs.jsonl");
    assertTold("--output must be a path, got \"\"", "cluster", "--output=", "docs.jsonl");
    assertTold("--fields must have a value, got [,]", "search", "--index=i", "--fields=,", "w");
    String folder = createTempDir().resolve("new").toString();
    Run run = Run.neardup("index", "--index", folder, "");
    assertEquals(1, run.exitCode());
    assertEquals(": no such file or folder", run.err().lines().findFirst().orElse(""));
  }

  public void testEachKind() {
    assertTold("--top must be a whole number, got x", "search", "--index=i", "--top=x", "w");
    assertTold("--top must be a whole number, got 1.5", "search", "--index=i", "--top", "1.5", "w");
    assertTold(
        "--top must be a whole number, got 99999999999",
        "search",
        "--index=i",
        "--top=99999999999",
        "w");
    assertTold("--min must be a number, got x", "similar", "--index=i", "--id=a", "--min=x");
    assertTold(
        "--mode must be one of best, hide, all, got Bst", "search", "--index=i", "--mode=Bst", "w");
    assertTold(
        "--format must be one of clusters, pairs, got x", "cluster", "--format=x", "docs.jsonl");
    assertTold("--index DIR and QUERY must be given", "search");
    assertTold("QUERY must be given", "search", "--index=i");
    assertTold("--index must have a value, DIR, got none", "search", "--index");
    assertTold("--index must have a value, DIR, got none", "search", "w", "--index", "--top=3");
    assertTold("--id must have a value, ID, got --help", "similar", "--index=i", "--id=--help");
    assertTold("--index must have a value, DIR, got --top", "search", "w", "--index=--top");
    assertTold("--id or --file must be given", "similar", "--index=i");
    assertTold(
        "--id and --file must not be given together", "similar", "--index=i", "--id=a", "--file=f");
    assertTold(
        "--top must be given once, got it twice", "search", "--index=i", "--top=1", "--top=2", "w");
    assertTold(
        "--json must be given without a value, got maybe", "stats", "--index=i", "--json=maybe");
    assertTold(
        "--level must be a whole number, got x",
        "experiment",
        "--docs=d",
        "--run=r",
        "--qrels=q",
        "--out=o",
        "--level=1,x");
  }

  /** Letters that are swapped, left out, doubled or wrong; and a beginning. */
  public void testWhatAMisspelledWordWasMeantFor() {
    for (String typed :
        List.of("--idnex", "--indx", "--inndex", "--inbex", "-index", "--idnex=i")) {
      assertTold("unknown option " + typed + "; did you mean --index?", "search", typed, "w");
    }
    assertTold(
        "unknown option --thres; did you mean --threshold?", "index", "--index=i", "--thres", "x");
    assertTold("unknown option --threaded; did you mean --threads?", "index", "--threaded", "x");
    assertTold("unknown option --keep", "cluster", "--keep", "last", "--output=o", "x");
    assertTold("unknown option --xyzzy", "index", "--index=i", "--xyzzy", "x");
    assertTold("unknown command serach; did you mean search?", "serach", "w");
    assertTold("unknown command serach; did you mean search?", "help", "serach");
    assertTold("unknown command xyzzy", "xyzzy");
  }
}
