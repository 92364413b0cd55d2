// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.neardup.tools.Main;
import org.neardup.tools.command.Run;

/** The process of {@code index} gets signals, and the same command is run until it ends. */
@SuppressFileSystems("*") // the other process has the real one
public class TestKilledIndexing extends LuceneTestCase {
  private static final int WORDS = 1000; // of a text

  /** Who has taken so many reads its input. */
  private static final int PIPE_BYTES = 1 << 18;

  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  /** A signal, and what the process ends with. */
  private enum Signal {
    INT(130),
    TERM(143),
    KILL(137);

    private final int exitCode;

    Signal(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  public void testTheSameCommandGoesOn() throws Exception {
    Random random = new Random(random().nextLong());
    byte[] input = input(random, TEST_NIGHTLY ? 4000 : 400);
    String variants = random.nextBoolean() ? "hide" : "drop";
    Path whole = folder.resolve("whole");
    Run expected =
        Run.withInput(
            new String(input, UTF_8), "index", "--index=" + whole, "--variants=" + variants, "-");
    assertEquals(expected.err(), 0, expected.exitCode());
    Path broken = folder.resolve("broken");
    List<String> arguments =
        List.of("index", "--index=" + broken, "--variants=" + variants, "--threads=1", "-");
    Signal first = isInterruptIgnored() ? Signal.TERM : Signal.INT;
    List<Signal> signals = List.of(first, Signal.TERM, Signal.KILL, first);
    for (int i = 0; i < (TEST_NIGHTLY ? 12 : signals.size()); i++) {
      int at = PIPE_BYTES + random.nextInt(input.length - PIPE_BYTES);
      kill(signals.get(i % signals.size()), at, input, arguments, broken);
    }
    Process last = start(arguments);
    feed(last, input, input.length);
    last.getOutputStream().close();
    assertEquals(0, last.waitFor());
    assertEquals(
        TestResumedIndex.places(new IndexFolder(whole)),
        TestResumedIndex.places(new IndexFolder(broken)));
    String stats =
        Run.neardup("stats", "--index=" + whole, "--json").json().get("counts").toString();
    assertEquals(
        stats, Run.neardup("stats", "--index=" + broken, "--json").json().get("counts").toString());
  }

  /** As it is in what a shell runs in the background, and in what that starts. */
  private static boolean isInterruptIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    Pattern ignored = Pattern.compile("SigIgn:\\s+([0-9a-f]+)");
    return ignored
        .matcher(Files.readString(status))
        .results()
        .anyMatch(mask -> (Long.parseUnsignedLong(mask.group(1), 16) & 2) != 0);
  }

  private void kill(Signal signal, int at, byte[] input, List<String> arguments, Path index)
      throws Exception {
    Process process = start(arguments);
    try {
      feed(process, input, at); // and more is waited for, which does not come
      send(signal, process);
      assertTrue("it ends", process.waitFor(60, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(signal.exitCode, process.exitValue());
    String message = Files.readString(folder.resolve("err"));
    String state = "no index was made";
    if (signal == Signal.KILL) {
      assertFalse(message, message.contains("interrupted"));
      return;
    } else if (Files.exists(index)) {
      state =
          "([0-9,]+ documents? (is|are) in the index; the same command goes on"
              + "|the index is as it was)";
    }
    assertTrue(message, message.matches("(?s)(.*\n)?neardup: interrupted: " + state + "\n"));
  }

  private static void feed(Process process, byte[] input, int length) throws IOException {
    OutputStream out = process.getOutputStream();
    out.write(input, 0, length);
    out.flush();
  }

  private static void send(Signal signal, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private Process start(List<String> arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.command().addAll(arguments);
    return builder
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  /** Near-copies, some of which replace others. */
  private static byte[] input(Random random, int lines) {
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      Random words = new Random(random.nextInt(1 + lines / 5));
      int changed = random.nextInt(3 * WORDS);
      input
          .append("{\"id\":\"d")
          .append(random.nextInt(10) == 0 ? i / 2 : i)
          .append("\",\"text\":\"");
      for (int j = 0; j < WORDS; j++) {
        input.append(j == changed ? "x" : "w" + words.nextInt(10_000)).append(' ');
      }
      input.append("\"}\n");
    }
    return input.toString().getBytes(UTF_8);
  }
}
