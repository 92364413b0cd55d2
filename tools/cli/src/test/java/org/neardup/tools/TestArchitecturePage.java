// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/** The architecture page, and those beside it, name classes that exist. */
public class TestArchitecturePage {
  private static final Path PAGE = Path.of("../../plugin/lucene/README.md");

  /** A class, with or without its package below ours. */
  private static final Pattern NAME = Pattern.compile("`((?:[a-z]+\\.)*[A-Z][a-z]\\w*)");

  /** Names of Lucene, of the JDK, and of the format, which is not that of its class. */
  private static final Set<String> OTHERS =
      Set.of(
          "AlreadyClosedException",
          "CheckIndex",
          "IndexWriterConfig",
          "NearDup1",
          "NoMergeScheduler",
          "Reader",
          "StandardAnalyzer",
          "TokenStream");

  @Test
  public void testClassesExist() throws Exception {
    List<String> sources = new ArrayList<>();
    for (String module :
        List.of("../../analyzer", "../../plugin/lucene", "../../tools/corpus", "../../tools/cli")) {
      sources.addAll(sources(Path.of(module, "src/main/java")));
      sources.addAll(sources(Path.of(module, "src/test/java")));
    }
    String pages = Files.readString(PAGE);
    for (String page : List.of("limits.md", "stored-fields.md")) {
      pages += Files.readString(PAGE.resolveSibling("docs").resolve(page));
    }
    List<String> missing =
        names(pages).stream()
            .filter(name -> !OTHERS.contains(name))
            .map(name -> "/" + name.replace('.', '/') + ".java")
            .filter(file -> sources.stream().noneMatch(source -> source.endsWith(file)))
            .toList();
    assertEquals(List.of(), missing);
  }

  /** And they are all that it names, but for what a document is. */
  @Test
  public void testPromotionTakesSevenClassesToRead() throws Exception {
    String row =
        Files.readString(PAGE)
            .lines()
            .filter(line -> line.startsWith("- promotion"))
            .findFirst()
            .orElseThrow();
    List<String> names = names(row);
    assertTrue(names.toString(), !names.isEmpty() && names.size() <= 7);
    Path groups = Path.of("../../plugin/lucene/src/main/java/org/neardup/internal/groups");
    Set<String> words =
        new HashSet<>(List.of(Files.readString(groups.resolve("Promotion.java")).split("\\W+")));
    List<String> others =
        sources(groups).stream()
            .filter(file -> file.endsWith(".java"))
            .map(file -> file.replaceAll(".*/|\\.java", ""))
            .filter(name -> words.contains(name) && !names.contains(name))
            .sorted()
            .toList();
    assertEquals(List.of("RankedDocument"), others);
  }

  private static List<String> names(String text) {
    return NAME.matcher(text).results().map((MatchResult name) -> name.group(1)).toList();
  }

  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(file -> file.toString().replace('\\', '/')).toList();
    }
  }
}
