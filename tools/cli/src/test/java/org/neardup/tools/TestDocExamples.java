// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.DocPages;
import org.neardup.tools.command.DocPages.Example;
import org.neardup.tools.command.Run;

/**
 * The examples of the README and the pages print what is below them. Each page begins with the
 * files of the README, and with its index if it uses that.
 */
public class TestDocExamples {
  private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String FILE = "[\\w/]+\\.(jsonl|idx|html|tsv|txt)|results|pages";

  /** What takes a time of its own, and sizes of files that name folders and dates. */
  private static final Pattern MEASURED =
      Pattern.compile("(?m)^(seconds|MB/s|s [a-z]+|documents/s|bytes) .*\\n");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void testExamplesPrintWhatIsBelowThem() throws IOException {
    int examples = check(folder.newFolder("readme").toPath(), DocPages.readme());
    assertEquals(2, examples);
    for (Map.Entry<String, String> page : DocPages.pages().entrySet()) {
      Path work = folder.newFolder(page.getKey()).toPath();
      write(work, DocPages.readme());
      if (page.getValue().contains("--index news.idx")) {
        check(work, DocPages.readme());
      }
      examples += check(work, page.getValue());
    }
    assertTrue("only " + examples + " examples", examples >= 20);
  }

  private static void write(Path work, String page) throws IOException {
    for (Map.Entry<String, String> file : DocPages.files(page).entrySet()) {
      Path path = work.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private static int check(Path work, String page) throws IOException {
    write(work, page);
    List<Example> examples = DocPages.examples(page);
    for (Example example : examples) {
      String printed = comparable(printedBy(example.command(), work));
      String expected = comparable(example.output());
      if (expected.endsWith("...\n")) {
        String begin = expected.substring(0, expected.length() - "...\n".length());
        assertEquals(
            example.command(),
            begin,
            printed.substring(0, Math.min(begin.length(), printed.length())));
      } else {
        assertEquals(example.command(), expected, printed);
      }
    }
    return examples.size();
  }

  private static String printedBy(String command, Path work) throws IOException {
    List<String> words = words(command);
    if (words.get(0).equals("cat")) {
      return Files.readString(work.resolve(words.get(1)));
    }
    assertEquals("neardup", words.get(0));
    Run run =
        Run.neardup(
            words.stream()
                .skip(1)
                .map(word -> word.matches(FILE) ? work.resolve(word).toString() : word)
                .toArray(String[]::new));
    assertTrue(command + run.err(), run.exitCode() <= 1);
    return (run.err() + run.out()).replace(work + "/", "");
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher argument = ARGUMENT.matcher(command);
    while (argument.find()) {
      words.add(argument.group(1) == null ? argument.group(2) : argument.group(1));
    }
    return words;
  }

  /** Without blanks at the ends of lines, which a page does not have. */
  private static String comparable(String output) {
    return MEASURED.matcher(output).replaceAll("").replaceAll("(?m) +$", "");
  }
}
