// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;

/** What a caller is told when something fails that is neither input nor index. */
public class TestNeardupCommand {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final StringWriter messages = new StringWriter();

  @Test
  public void testShellsCompleteCommandsAndOptions() {
    Run run = Run.neardup("generate-completion");
    assertEquals(run.err(), 0, run.exitCode());
    assertTrue(run.out(), run.out().contains("_complete_neardup"));
    assertTrue(run.out(), run.out().contains("--min-elements"));
  }

  /** Each command is under what a person has. */
  @Test
  public void testHelpGroupsCommands() {
    String help = Run.neardup("--help").out();
    List<String> groups =
        List.of(
            "You have documents:",
            "You have an index:",
            "You have a question:",
            "You have a corpus:",
            "Others:");
    int at = 0;
    for (String group : groups) {
      assertTrue(help, help.indexOf(group) > at);
      at = help.indexOf(group);
    }
    assertTrue(help, help.indexOf("\n  look ") < help.indexOf(groups.get(1)));
    assertTrue(help, help.indexOf("\n  search ") > help.indexOf(groups.get(2)));
    String others = help.substring(at);
    assertTrue(
        others, others.matches("(?s)Others:\n  help .*\n  generate-completion .*\n\nExit codes.*"));
  }

  /** Internals are for those who ask. */
  @Test
  public void testStatsShowsWhatPeopleChose() {
    String index = folder.getRoot().toPath().resolve("x").toString();
    Run.withInput("{\"id\": 1, \"text\": \"x\"}", "index", "--index", index, "-");
    String some = Run.neardup("stats", "--index", index).out();
    String all = Run.neardup("stats", "--all", "--index", index).out();
    for (String chosen : List.of("documents", "bytes", "threshold", "shingling", "analyzerName")) {
      assertTrue(some, some.contains(chosen));
    }
    for (String internal : List.of("seedId", "slots", "segments", "analyzerProbe", "version")) {
      assertFalse(some, some.contains(internal));
      assertTrue(all, all.contains(internal));
    }
  }

  @Test
  public void testQuietLeavesOutCountsAndTellsWhatFailed() {
    String lines = "oops\n{\"id\": 1, \"text\": \"x\"}\n";
    String[] index = {"index", "--quiet", "--dry-run", "--index", "none", "-"};
    Run quiet = Run.withInput(lines, index);
    assertEquals(1, quiet.exitCode());
    assertEquals("", quiet.out());
    assertTrue(quiet.err(), quiet.err().contains("stdin:1: not JSON"));
    Run first = Run.withInput(lines, "--quiet", "index", "--dry-run", "--index", "none", "-");
    assertEquals(quiet, first);
    Run json =
        Run.withInput(lines, "index", "--quiet", "--json", "--dry-run", "--index", "none", "-");
    assertTrue(json.out(), json.out().startsWith("{"));
    Run clusters = Run.withInput(lines, "cluster", "--quiet", "-");
    assertEquals(clusters.err(), 1, clusters.err().lines().count());
  }

  @Test
  public void testOutputThatCannotBeWrittenIsAFailure() {
    String[] args = {"curve", "--bands", "21", "--rows", "6"};
    assertEquals(3, run(InputStream.nullInputStream(), new FullWriter(), args));
    assertEquals("neardup: cannot write to standard output\n", messages.toString());
  }

  @Test
  public void testOutputThatCannotBeWrittenIsToldBesideInputThatFailed() {
    assertEquals(
        3,
        run(
            new ByteArrayInputStream("oops\n{\"id\": 1, \"text\": \"x\"}\n".getBytes(UTF_8)),
            new FullWriter(),
            "index",
            "--dry-run",
            "--index",
            "none",
            "-"));
    assertTrue(messages.toString(), messages.toString().contains("stdin:1: not JSON"));
    assertTrue(
        messages.toString(),
        messages.toString().endsWith("neardup: cannot write to standard output\n"));
  }

  @Test
  public void testAnotherFailureGoesFirst() {
    assertEquals(2, run(InputStream.nullInputStream(), new FullWriter(), "curve", "--bands", "0"));
  }

  @Test
  public void testAMistakeOfTheProgramIsNoFailureOfTheInput() {
    assertEquals(4, cluster(new FailingStream(new IllegalStateException("oops"))));
    assertTrue(messages.toString(), messages.toString().startsWith("neardup: this is a bug, "));
    assertTrue(messages.toString(), messages.toString().contains("IllegalStateException: oops\n"));
  }

  @Test
  public void testAnErrorIsToldToo() {
    assertEquals(4, cluster(new FailingStream(new StackOverflowError())));
    assertTrue(messages.toString(), messages.toString().startsWith("neardup: this is a bug, "));
  }

  @Test
  public void testTooLittleMemorySaysHowToGiveMore() {
    assertEquals(4, cluster(new FailingStream(new OutOfMemoryError("Java heap space"))));
    assertEquals(
        "neardup: not enough memory: Java heap space; NEARDUP_JAVA_OPTIONS=-Xmx8g gives"
            + " 8 GB\n",
        messages.toString());
  }

  private int cluster(InputStream in) {
    return run(in, new StringWriter(), "cluster", "-");
  }

  private int run(InputStream in, Writer out, String... args) {
    PrintWriter err = new PrintWriter(messages);
    return NeardupCommand.run(
        new Terminal(in, new PrintWriter(out), err, false, new Paint(false)), args);
  }

  /** As a file on a disk without room. */
  private static final class FullWriter extends Writer {
    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Throws what no stream should. */
  private static final class FailingStream extends InputStream {
    private final Throwable failure;

    FailingStream(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public int read() {
      switch (failure) {
        case RuntimeException exception -> throw exception;
        case Error error -> throw error;
        default -> throw new AssertionError(failure);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return read();
    }
  }
}
