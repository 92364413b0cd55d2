// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;

/** {@code neardup serve}: how it starts and ends, and what it refuses. */
public class TestServeCommand {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private String index;

  @Before
  public void index() {
    index = temporary.getRoot().toPath().resolve("docs.idx").toString();
    Run run =
        Run.withInput("{\"id\":\"a\",\"text\":\"an old wharf\"}", "index", "--index", index, "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  @Test
  public void testServesUntilItIsInterrupted() throws Exception {
    String page = firstPageOf("serve", "--index", index, "--port", "0");
    assertTrue(page, page.contains("docs.idx"));
  }

  private String firstPageOf(String... args) throws Exception {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]), printer, printer, false, new Paint(false));
    AtomicInteger exitCode = new AtomicInteger(-1);
    Thread command = new Thread(() -> exitCode.set(NeardupCommand.run(terminal, args)));
    command.start();
    Matcher address = ADDRESS.matcher("");
    Await.until("it listens", () -> address.reset(out.toString()).find() || !command.isAlive());
    assertTrue(out.toString(), command.isAlive());
    String page =
        new String(URI.create(address.group()).toURL().openStream().readAllBytes(), UTF_8);
    command.interrupt();
    command.join();
    assertEquals(0, exitCode.get());
    return page;
  }

  private static void assertRefused(int exitCode, String message, String... args) {
    Run run = Run.neardup(args);
    assertEquals(run.err(), exitCode, run.exitCode());
    assertTrue(run.err(), run.err().contains(message));
  }

  @Test
  public void testMistakesAreRefused() throws Exception {
    assertRefused(
        2,
        "--port must be between 0 and 65535, got 70000",
        "serve",
        "--index",
        index,
        "--port",
        "70000");
    for (String seconds : new String[] {"0", "-1", "3601"}) {
      assertRefused(
          2,
          "--timeout must be between 1 and 3600, got " + seconds,
          "serve",
          "--index",
          index,
          "--timeout=" + seconds);
    }
    assertRefused(
        2,
        "--fields must name a field of the index, which has",
        "serve",
        "--index",
        index,
        "--fields",
        "id,nothing");
    assertRefused(
        2,
        "--host must be a name or address of this machine",
        "serve",
        "--index",
        index,
        "--host",
        "no such");
    assertRefused(3, "is not a neardup index", "serve", "--index", index + "x");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertRefused(
          2, "--port 0 takes a port that is free", "serve", "--index", index, "--port", port);
    }
  }

  @Test
  public void testAPlainIndexIsRefusedWithTheRemedy() throws Exception {
    Path plain = Files.createDirectory(temporary.getRoot().toPath().resolve("plain"));
    try (FSDirectory directory = FSDirectory.open(plain);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
    }
    assertRefused(3, plain.toString(), "serve", "--index", plain.toString());
  }
}
