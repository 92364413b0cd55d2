// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Interruption;

/** Mistakes in the command line and in what it points to: one message, the exit code, no change. */
public class TestSparkUsage extends CommandTestCase {

  private void assertUsage(String message, String... args) {
    assertEquals(
        new Outcome(2, "", "neardup: " + message + "\nTry 'neardup-spark cluster --help'.\n"),
        run("cluster", args));
    assertFalse(Files.exists(found));
  }

  @Test
  public void testOptionsAreCheckedAsByNeardup() throws IOException {
    String input = file("a.jsonl", line("a", FIRE));
    assertUsage("threshold must be above 0 and at most 1, got 2.0", "--threshold=2", input);
    assertUsage(
        "shingle must be word:K or char:K with K between 1 and 256, got k5", "--shingle=k5", input);
    assertUsage("maxBucket must be at least 1, got 0", "--max-bucket=0", input);
    assertUsage(
        "candidates lsh need a sketch with slots, fast or minhash, got bottom:100",
        "--sketch=bottom:100",
        input);
    assertUsage(
        "preference must consist of first, last, longest, max:FIELD and min:FIELD, got best",
        "--keep=best",
        input);
    assertUsage("--max-keys must be between 1 and 1000000, got 0", "--max-keys=0", input);
    assertUsage("unknown option --grouped; did you mean --grouping?", "--grouped", input);
    assertUsage(
        "--settings has no meaning with --format parquet", "--settings", "--format=parquet", input);
    assertUsage("INPUT must be given");
  }

  /** Jobs fail when Spark stops them at the end of the process. */
  @Test
  public void testAnInterruptionIsNoBug() {
    IllegalStateException stopped = new IllegalStateException("SparkContext was shut down");
    Interruption interruption = new Interruption();
    SparkProgram program = new SparkProgram(Terminal.ofProcess(), interruption);
    assertSame(stopped, program.cause(stopped, null));
    Exception ofSpark = new Exception("Job 6 cancelled"); // as SparkException, which is checked
    assertSame(ofSpark, Failures.writing("found", "it is unchanged", ofSpark).getCause());
    interruption.request();
    assertEquals("interrupted; the output is unchanged", program.cause(stopped, null).getMessage());
  }

  @Test
  public void testCommandsThatThereAreNot() {
    assertEquals(
        "neardup: a command is missing\nTry 'neardup-spark --help'.\n",
        Outcome.neardupSpark().err());
    assertEquals(2, Outcome.neardupSpark("clusters").exitCode());
  }

  @Test
  public void testWhatIsThereIsReplacedOnlyIfItIsOursAndByForce() throws IOException {
    String input = file("a.jsonl", line("a", FIRE) + line("b", FIRE));
    succeed("cluster", input);
    assertEquals(
        new Outcome(2, "", "neardup: " + found + " exists already; --force replaces it\n"),
        run("cluster", input));
    succeed("one-version", "--force", input);
    assertEquals(List.of("documents"), names(found));
    Files.writeString(found.resolve("thesis.txt"), "years of work");
    assertEquals(
        new Outcome(
            2,
            "",
            "neardup: " + found + " is not replaced: it holds thesis.txt, which is not ours\n"),
        run("cluster", "--force", input));
    assertEquals("years of work", Files.readString(found.resolve("thesis.txt")));
    assertEquals(List.of("a.jsonl", "found"), names(folder));
  }

  @Test
  public void testPlacesThatAreNone() throws IOException {
    String input = file("a.jsonl", line("a", FIRE));
    found = folder.resolve("missing/found");
    assertEquals(
        "neardup: " + found + " would be in a folder that does not exist\n",
        run("cluster", input).err());
    found = folder.resolve("a.jsonl");
    assertEquals("neardup: " + found + " is a file\n", run("cluster", "--force", input).err());
  }

  @Test
  public void testInputsAreNotReplaced() throws IOException {
    String input = file("found/documents/part-00000.jsonl", line("a", FIRE));
    assertEquals(
        new Outcome(2, "", "neardup: " + found + " is an input, and would be overwritten\n"),
        run("cluster", "--force", input));
    assertTrue(Files.exists(found.resolve("documents/part-00000.jsonl")));
  }

  @Test
  public void testParquetAndOthersAreNotMixed() throws IOException {
    String parquet = folder.resolve("in.parquet").toString();
    String json = file("a.jsonl", line("a", FIRE));
    LocalSpark.session().read().json(json).write().parquet(parquet);
    Outcome outcome = run("cluster", json, parquet);
    assertEquals(2, outcome.exitCode());
    assertEquals(
        "neardup: inputs must all be Parquet, or none, got [" + json + ", " + parquet + "]\n",
        outcome.err());
    assertTrue(
        run("cluster", "--id-field=key", parquet)
            .err()
            .startsWith("neardup: --id-field key: no such column, got [id, text"));
    assertTrue(
        run("cluster", "--scope=site", parquet)
            .err()
            .startsWith("neardup: --scope site: no such column, got [id, text"));
    assertFalse(Files.exists(found));
  }

  @Test
  public void testParquetThatCannotBeRead() throws IOException {
    String missing = folder.resolve("missing.parquet").toString();
    String damaged = file("damaged.parquet", "PAR1 and no more");
    for (String input : List.of(missing, damaged)) {
      Outcome outcome = run("cluster", input);
      assertEquals(outcome.err(), 1, outcome.exitCode());
      assertTrue(outcome.err(), outcome.err().contains(input));
      assertEquals(1, outcome.err().lines().count());
      assertFalse(Files.exists(found));
    }
  }

  @Test
  public void testHelpHasTheSectionsOfAManualPage() {
    for (String command : List.of("cluster", "one-version")) {
      Outcome help = Outcome.neardupSpark(command, "--help");
      assertEquals(0, help.exitCode());
      assertTrue(
          help.out(),
          help.out()
              .matches(
                  "(?s)Usage: neardup-spark "
                      + command
                      + " .*\n\nDescription:\n.*\n\nInput:\n.*\n\nOptions:\n.*\n\nExit codes:\n.*"
                      + "\n\nExamples:\n  neardup-spark "
                      + command
                      + ".*"));
    }
    assertTrue(Outcome.neardupSpark("--version").out().matches("neardup .*, Spark 4\\..*\n"));
  }
}
