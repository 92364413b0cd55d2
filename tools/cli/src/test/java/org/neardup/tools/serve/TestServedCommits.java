// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.util.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;
import org.neardup.tools.command.Run;

/** Many clients read while the index gets new commits, each of which is shown soon. */
public class TestServedCommits {
  private static final int CLIENTS = 8;
  private static final int COMMITS = 6;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Two versions of a text that no other commit has. */
  private static String[] documents(int commit) throws IOException {
    StringBuilder words = new StringBuilder("wharf");
    for (int i = 0; i < 40; i++) {
      words.append(" word").append(commit).append('x').append(i);
    }
    return new String[] {
      Served.document("id", "a" + commit, "text", words.toString()),
      Served.document("id", "b" + commit, "text", words + " end")
    };
  }

  @Test
  public void testClientsSeeWholeCommits() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    try (Served served = new Served(folder.getRoot().toPath(), documents(0));
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(client(served, done)));
      }
      for (int commit = 1; commit < COMMITS; commit++) {
        served.add(documents(commit));
        await(served, commit + 1);
      }
      done.set(true);
      for (Future<Integer> client : clients) {
        assertTrue("a client was answered", client.get() > 0);
      }
      assertEquals("", served.messages());
    }
  }

  private static void await(Served served, int groups) throws Exception {
    Await.until(
        "commit " + groups + " is seen",
        () -> served.json("/api/search?q=wharf").get("total").asInt() == groups);
  }

  /** Each commit has two versions of one document. */
  private static Callable<Integer> client(Served served, AtomicBoolean done) {
    return () -> {
      int answers = 0;
      int last = 1;
      while (!done.get()) {
        JsonNode found = served.json("/api/search?q=wharf");
        int total = found.get("total").asInt();
        assertTrue("commits are seen in order", total >= last);
        assertEquals(total + total, found.get("documents").asInt());
        Set<String> ids = new HashSet<>();
        found.get("hits").forEach(hit -> ids.add(hit.get("id").asText()));
        assertEquals(total, ids.size());
        assertEquals(200, served.get("/?q=wharf").statusCode());
        assertEquals(200, served.get("/document?id=a0").statusCode());
        last = total;
        answers++;
      }
      return answers;
    };
  }

  /** The files may have the names of those before. */
  @Test
  public void testAnIndexMadeAnewIsShown() throws Exception {
    try (Served served = new Served(folder.getRoot().toPath(), documents(0))) {
      IOUtils.rm(folder.getRoot().toPath().resolve("news.idx"));
      long end = System.nanoTime() + 600_000_000; // it looks for a commit after half a second
      while (System.nanoTime() - end < 0) {
        assertEquals(1, served.json("/api/search?q=wharf").get("total").asInt());
        assertTrue(served.json("/api/stats").get("bytes").asLong() > 0);
      }
      served.add(documents(1));
      served.add(documents(2)); // with one commit it would have the version of the one before
      Await.until(
          "the new index is seen",
          () -> served.json("/api/search?q=id:a2").get("total").asInt() > 0);
    }
  }

  /** Another index in the same folder is a new commit, too. */
  @Test
  public void testAReplacedIndexIsShown() throws Exception {
    try (Served served = new Served(folder.getRoot().toPath(), documents(0))) {
      Run run =
          Run.withInput(
              Served.document("id", "new", "text", "another wharf"),
              "index",
              "--force",
              "--threshold",
              "0.9",
              "--index",
              folder.getRoot().toPath().resolve("news.idx").toString(),
              "-");
      assertEquals(run.err(), 0, run.exitCode());
      Await.until(
          "the new index is seen",
          () -> served.json("/api/search?q=another").at("/hits/0/id").asText().equals("new"));
      assertEquals("0.9", served.json("/api/stats").at("/settings/threshold").asText());
    }
  }
}
