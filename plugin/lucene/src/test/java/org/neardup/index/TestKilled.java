// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.neardup.index.NaiveEngine.Place;

/**
 * Kills a process that writes, at a random moment: the index opens, is as {@link NaiveEngine} has
 * it after the operations of the last commit, and can be written to as if nothing had happened.
 */
@SuppressFileSystems("*")
public class TestKilled extends LuceneTestCase {

  public void testTheLastCommitHolds() throws Exception {
    for (int i = 0; i < (TEST_NIGHTLY ? 100 : 2); i++) {
      long seed = random().nextLong();
      try {
        killOnce(createTempDir(), seed, new Random(random().nextLong()));
      } catch (AssertionError e) {
        throw new AssertionError("round " + seed, e);
      }
    }
  }

  private static void killOnce(Path folder, long seed, Random random) throws Exception {
    Process process = start(folder, seed);
    try {
      Progress progress = new Progress();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
        for (int count = 1 + random.nextInt(40); count > 0; count--) {
          progress.read(lines.readLine());
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(3000));
        process.toHandle().destroyForcibly(); // SIGKILL; the output can still be read
        process.waitFor();
        lines.lines().forEach(progress::read);
      }
      check(folder, seed, progress);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start(Path folder, long seed) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea",
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            IndexerToKill.class.getName(),
            folder.toString(),
            Long.toString(seed))
        .redirectError(Redirect.INHERIT)
        .start();
  }

  /** What the process said last. */
  private static final class Progress {
    int committing;
    int committed;

    void read(String line) {
      assertNotNull("the process ended by itself", line);
      if (line.startsWith("committing ")) {
        committing = Integer.parseInt(line.substring("committing ".length()));
      } else if (line.startsWith("committed ")) {
        committed = Integer.parseInt(line.substring("committed ".length()));
      }
    }
  }

  private static void check(Path folder, long seed, Progress progress) throws IOException {
    IndexerToKill replayed = new IndexerToKill(seed);
    try (FSDirectory directory = FSDirectory.open(folder);
        CollapsingIndexWriter writer = replayed.open(directory)) {
      Map<String, Place> found = IndexState.read(writer, replayed.config().variants());
      IndexState.assertInvariants(found, replayed.universe(), replayed.config());
      NaiveEngine naive = new NaiveEngine(replayed.universe(), replayed.config());
      replay(naive, replayed, progress.committed);
      NaiveEngine acknowledged = naive.copy();
      replay(naive, replayed, progress.committing - progress.committed);
      if (!found.equals(naive.places())) {
        assertEquals(acknowledged.places(), found);
        naive = acknowledged;
      }
      goOn(naive, writer, replayed);
    }
  }

  /** Writes on, as whoever was killed would have. */
  private static void goOn(NaiveEngine naive, CollapsingIndexWriter writer, IndexerToKill from)
      throws IOException {
    for (int i = 0; i < 30; i++) {
      ModelOperation operation = from.next();
      replay(naive, operation);
      IndexerToKill.perform(writer, operation);
    }
    assertEquals(naive.places(), IndexState.read(writer, from.config().variants()));
  }

  private static void replay(NaiveEngine naive, IndexerToKill from, int operations) {
    for (int i = 0; i < operations; i++) {
      replay(naive, from.next());
    }
  }

  private static void replay(NaiveEngine naive, ModelOperation operation) {
    switch (operation) {
      case ModelOperation.Update update -> update.applyTo(naive);
      case ModelOperation.Delete delete -> naive.delete(delete.id());
      case ModelOperation.DeleteByWord(String word) -> naive.deleteByWord(word);
      case ModelOperation other -> throw new AssertionError(other);
    }
  }
}
