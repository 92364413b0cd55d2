// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;
import org.neardup.tools.Main;

/** {@code neardup look}: in a process of its own, as its end deletes a folder. */
public class TestLookCommand {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");
  private static final String TEXT =
      "\"text\":\"a ferry leaves the old wharf at six each morning\"";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private File temporary;
  private File messages;
  private Path documents;

  @Before
  public void writeDocuments() throws IOException {
    temporary = folder.newFolder("temporary");
    messages = folder.newFile("messages");
    documents = folder.getRoot().toPath().resolve("ferries.jsonl");
    Files.writeString(documents, "{\"id\":\"a\"," + TEXT + "}\n{\"id\":\"b\"," + TEXT + "}\n");
  }

  private Process look(String... args) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder process =
        new ProcessBuilder(
            java.toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "look");
    process.command().addAll(List.of(args));
    process.environment().put("BROWSER", "no-such-browser");
    return process.redirectError(messages).start();
  }

  private String messages() {
    try {
      return Files.readString(messages.toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> indexes() {
    return List.of(temporary.list((parent, name) -> name.startsWith("neardup")));
  }

  @Test
  public void testItsIndexIsDeletedWhenItIsEnded() throws Exception {
    Process process = look("--open", documents.toString());
    try (BufferedReader out = process.inputReader(UTF_8)) {
      assertEquals("50 % of 2 documents are copies, behind 1 other", out.readLine());
      String line = out.readLine();
      Matcher address = ADDRESS.matcher(line);
      assertTrue(line, address.find());
      assertEquals("Searching ferries.jsonl at " + address.group(), line);
      String page =
          new String(URI.create(address.group()).toURL().openStream().readAllBytes(), UTF_8);
      assertTrue(page, page.contains("ferries.jsonl"));
      assertEquals(1, indexes().size());
      assertEquals("Ctrl-C ends it.", out.readLine());
      String unopened = "open " + address.group() + " yourself\n";
      Await.until("the failure is told", () -> messages().endsWith(unopened));
      assertTrue(messages(), messages().contains("cannot run no-such-browser (see --open)"));
      process.destroy();
      process.waitFor();
      assertEquals(List.of(), indexes());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  public void testNothingToIndexIsSaidAndNothingIsLeft() throws Exception {
    Process process = look(documents + "-not-there");
    assertEquals(1, process.waitFor());
    assertTrue(messages(), messages().contains("no document was accepted"));
    assertEquals(List.of(), indexes());
  }

  @Test
  public void testBrowsersAreOpenedByTheProgramOfTheSystem() {
    assertEquals(List.of("xdg-open"), ServeOptions.WebBrowser.of(null, "Linux").command());
    assertEquals(List.of("open"), ServeOptions.WebBrowser.of("", "Mac OS X").command());
    assertEquals("rundll32", ServeOptions.WebBrowser.of(" ", "Windows 11").command().getFirst());
    assertEquals(
        List.of("firefox", "-P"), ServeOptions.WebBrowser.of("firefox -P", "Linux").command());
  }
}
