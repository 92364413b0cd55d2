// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;

/** What is bent is in the table, and what is not for plugins is known in this package alone. */
public class TestBends {
  private static final Path MAIN = Path.of("src/main/java/org/neardup/opensearch");

  /** Parts of OpenSearch that no hook of a plugin is given. */
  private static final List<String> INTERNALS =
      List.of(
          "org.opensearch.cluster.metadata.MetadataIndexUpgradeService",
          "org.opensearch.common.settings.AbstractScopedSettings",
          "org.opensearch.gateway.GatewayService",
          "org.opensearch.index.codec.CodecAliases",
          "org.opensearch.search.query.QueryPhaseExecutionException",
          "getOpenSearchDirectoryReader",
          "ExitableDirectoryReader",
          "localClusterAlias",
          "setLimitAndOverhead");

  private static List<Path> sources(Path in) throws IOException {
    try (Stream<Path> files = Files.walk(in)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static Set<String> names(Path in) throws IOException {
    return sources(in).stream()
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }

  @Test
  public void testInternalsAreKnownHereAlone() throws IOException {
    for (String internal : INTERNALS) {
      boolean isKnown = false;
      for (Path source : sources(MAIN)) {
        boolean isHere = source.getParent().endsWith("host");
        boolean isIn = Files.readString(source).contains(internal);
        isKnown |= isIn;
        assertFalse(internal + " in " + source, isIn && !isHere);
      }
      assertTrue(internal + " is nowhere", isKnown);
    }
  }

  @Test
  public void testTableNamesClassesAndTests() throws IOException {
    Set<String> classes = names(MAIN);
    Set<String> tests = names(Path.of("src/test/java"));
    Set<String> named = new HashSet<>();
    Set<String> here = names(MAIN.resolve("host"));
    boolean isForPlugins = false; // and so may be elsewhere
    Pattern code = Pattern.compile("`(\\w+)`");
    for (String line : Files.readAllLines(Path.of("docs/bends.md"))) {
      isForPlugins |= line.startsWith("## Hooks");
      String[] cells = line.split("\\|", -1);
      if (cells.length == 7 && line.contains("`Test")) {
        List<String> where = code.matcher(cells[4]).results().map(TestBends::name).toList();
        named.addAll(where);
        assertTrue(line, !where.isEmpty() && classes.containsAll(where));
        assertTrue(line, isForPlugins || here.containsAll(where));
        assertTrue(
            line,
            tests.containsAll(code.matcher(cells[5]).results().map(TestBends::name).toList()));
      }
    }
    here.removeAll(Set.of("QueryNames", "package-info")); // which bends nothing
    here.removeAll(named);
    assertEquals(Set.of(), here);
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }
}
