// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.Run;

/** An index of sets in a browser. */
public class TestServedSets {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void testComparesValues() throws IOException {
    Path index = folder.getRoot().toPath().resolve("sets.idx");
    Path input =
        Files.writeString(
            folder.getRoot().toPath().resolve("sets.jsonl"),
            """
            {"id": "a", "tags": ["red", "green", "blue", "black"]}
            {"id": "b", "tags": ["white", "black", "blue", "green", "red"]}
            """);
    Run made =
        Run.neardup("index", "--index", index.toString(), "--set-field", "tags", input.toString());
    assertEquals(made.err(), 0, made.exitCode());
    try (SearchServer server = Served.start(index)) {
      String page = page(server, "compare?a=a&b=b");
      assertTrue(page, page.contains("resemblance, counted in the values"));
      assertTrue(page, page.contains("which differ in 1 passage"));
      assertTrue(page(server, "?q=red").contains("1 result"));
      assertTrue(page(server, "similar?id=a").contains("0.800"));
    }
  }

  private static String page(SearchServer server, String path) throws IOException {
    try (InputStream in = URI.create(server.address()).resolve(path).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
