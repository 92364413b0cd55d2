// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** {@code --verdicts} of the four commands that take it in, and {@code verdicts}. */
public class TestVerdictsOption {
  private static final String TEXT = "one two three four five six seven eight nine ten eleven";
  private static final String DOCUMENTS =
      line("a", TEXT) + line("b", TEXT + " twelve") + line("c", "an old wharf with three sheds");
  private static final String DIFFERENT = "{\"a\":\"a\",\"b\":\"b\",\"verdict\":\"different\"}\n";
  private static final String SAME = "{\"a\":\"a\",\"b\":\"c\",\"verdict\":\"same\"}\n";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private String index;
  private Path verdicts;

  @Before
  public void write() throws IOException {
    index = folder.getRoot().toPath().resolve("docs.idx").toString();
    verdicts = folder.getRoot().toPath().resolve("verdicts.jsonl");
    Files.writeString(verdicts, DIFFERENT + SAME);
  }

  private static String line(String id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  private static Run run(String... args) {
    Run run = Run.withInput(DOCUMENTS, args);
    assertEquals(run.err(), 0, run.exitCode());
    return run;
  }

  private void assertOnlyCIsHidden() throws IOException {
    assertEquals(
        "{\"documents\":3,\"visible\":2,\"hidden\":1,\"groups\":1}",
        run("stats", "--index", index, "--json").json().get("counts").toString());
    assertEquals(DIFFERENT + SAME, run("verdicts", "--index", index).out());
    String reason = run("explain", "--index", index, "a", "c").out();
    assertTrue(reason, reason.contains("a verdict says that they are the same"));
    assertEquals(0, run("check", "--index", index).exitCode());
  }

  @Test
  public void testIndexTakesThemIn() throws IOException {
    run("index", "--index", index, "--verdicts", verdicts.toString(), "-");
    assertOnlyCIsHidden();
  }

  @Test
  public void testRetuneTakesThemInAndKeepsThem() throws IOException {
    run("index", "--index", index, "-");
    run("retune", "--index", index, "--verdicts", verdicts.toString());
    assertOnlyCIsHidden();
    run("retune", "--index", index, "--threshold", "0.7");
    assertOnlyCIsHidden();
    Files.writeString(verdicts, SAME.replace("same", "withdrawn"));
    run("retune", "--index", index, "--verdicts", verdicts.toString());
    assertEquals(DIFFERENT, run("verdicts", "--index", index).out());
  }

  @Test
  public void testRebuildTakesThemIn() throws IOException {
    String from = index + ".old";
    run("index", "--index", from, "-");
    run(
        "rebuild",
        "--from=" + from,
        "--to=" + index,
        "--text-field=text",
        "--id-field=id",
        "--verdicts=" + verdicts);
    assertOnlyCIsHidden();
  }

  @Test
  public void testClusterTakesThemIn() {
    assertEquals(
        "{\"representative\":\"a\",\"documents\":2,\"kind\":\"near\","
            + "\"reason\":\"texts that resemble each other\","
            + "\"members\":[{\"id\":\"c\",\"resemblance\":1.0000,\"by\":\"verdict\"}]}\n",
        run("cluster", "--verdicts", verdicts.toString(), "-").out());
  }

  @Test
  public void testTheFileMayHaveAByteOrderMark() throws IOException {
    String expected = run("cluster", "--verdicts", verdicts.toString(), "-").out();
    for (Charset charset : new Charset[] {UTF_8, UTF_16LE, UTF_16BE}) {
      Files.write(verdicts, ("\uFEFF" + DIFFERENT + SAME).getBytes(charset));
      assertEquals(expected, run("cluster", "--verdicts", verdicts.toString(), "-").out());
    }
  }

  @Test
  public void testNamesTheLineThatIsNone() throws IOException {
    for (String bad :
        new String[] {
          "x",
          "{}",
          "[1]",
          SAME.replace("same", "maybe"),
          SAME.replace("\"c\"", "\"a\""),
          SAME.replace("\"c\"", "null"),
          SAME.strip() + SAME,
          SAME.replace("{", "{\"a\":\"b\",")
        }) {
      Files.writeString(verdicts, DIFFERENT + bad);
      Run run = Run.withInput(DOCUMENTS, "cluster", "--verdicts", verdicts.toString(), "-");
      assertEquals(2, run.exitCode());
      assertTrue(run.err(), run.err().contains(verdicts + ":2: a verdict must have"));
    }
    Files.write(verdicts, (DIFFERENT + SAME.replace("c", "\u00e9")).getBytes(ISO_8859_1));
    Run other = Run.withInput(DOCUMENTS, "cluster", "--verdicts", verdicts.toString(), "-");
    assertEquals(2, other.exitCode());
    assertTrue(other.err(), other.err().contains(verdicts + ": it is not UTF-8"));
    Run run = Run.withInput(DOCUMENTS, "cluster", "--verdicts", verdicts + "x", "-");
    assertTrue(run.err(), run.err().contains("there is no file " + verdicts + "x"));
  }
}
