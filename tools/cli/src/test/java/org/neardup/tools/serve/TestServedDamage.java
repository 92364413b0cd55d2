// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;
import org.neardup.tools.command.Run;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;

/** An index whose files are damaged, before it is served or while it is. */
public class TestServedDamage {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path path() {
    return folder.getRoot().toPath().resolve("news.idx");
  }

  /** A page that fails in any way, whenever it is made. */
  private record Failing(
      Throwable failure, CompletableFuture<Thread> preparing, AtomicReference<Throwable> uncaught)
      implements Handler {
    @Override
    public Answer answer(NeardupIndex index, Parameters parameters) {
      return thrown();
    }

    @Override
    public void prepare(NeardupIndex index) {
      Thread.currentThread()
          .setUncaughtExceptionHandler((thread, escaped) -> uncaught.set(escaped));
      preparing.complete(Thread.currentThread());
      thrown();
    }

    private Answer thrown() {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  /** What the operator is told when a page fails. */
  private String told(Throwable failure) throws Exception {
    StringWriter messages = new StringWriter();
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    CompletableFuture<Thread> preparing = new CompletableFuture<>();
    try (HttpClient client = HttpClient.newHttpClient();
        SearchServer server =
            SearchServer.start(
                new IndexFolder(path()),
                "127.0.0.1",
                0,
                Map.of("/", new Failing(failure, preparing, uncaught)),
                60,
                Served.terminal(messages))) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(server.address())).build();
      assertEquals(500, client.send(request, BodyHandlers.ofString()).statusCode());
    }
    preparing.get().join();
    assertEquals(null, uncaught.get());
    return messages.toString();
  }

  /** Lucene throws whatever comes of damaged bytes. */
  @Test
  public void testDamageIsNoBug() throws Exception {
    Throwable[] failures = {new IllegalStateException("made up"), new AssertionError("made up")};
    Run run = Run.withInput(Served.document("id", "a", "text", "an old wharf"), index());
    assertEquals(run.err(), 0, run.exitCode());
    for (Throwable failure : failures) {
      String told = told(failure);
      assertTrue(told, told.startsWith("neardup: this is a bug"));
    }
    flipAByteOfTheTexts();
    for (Throwable failure : failures) {
      String told = told(failure);
      assertTrue(told, told.matches("neardup: the index is damaged: .*\\n"));
    }
  }

  private String[] index() {
    return new String[] {"index", "--index", path().toString(), "-"};
  }

  /** Opening does not read them. */
  private void flipAByteOfTheTexts() throws IOException {
    try (Stream<Path> files = Files.list(path())) {
      Path file = files.filter(each -> each.toString().endsWith(".cfs")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      byte[] text = "wharf".getBytes(UTF_8);
      int at = 0;
      while (!Arrays.equals(bytes, at, at + text.length, text, 0, text.length)) {
        at++;
      }
      bytes[at] ^= 1;
      Files.write(file, bytes);
    }
  }

  /** The last one stays open, and the next one is shown. */
  @Test
  public void testACommitThatCannotBeOpenedIsTold() throws Exception {
    try (Served served =
        new Served(folder.getRoot().toPath(), Served.document("id", "a", "text", "wharf"))) {
      Path damaged = Files.writeString(path().resolve("segments_zzz"), "");
      Await.until(
          "damage is told",
          () -> {
            assertEquals(1, served.json("/api/search?q=wharf").get("total").asInt());
            return !served.messages().isEmpty();
          });
      assertTrue(served.messages(), served.messages().startsWith("neardup: the index is damaged"));
      Files.delete(damaged);
      served.add(Served.document("id", "b", "text", "another wharf"));
      Await.until(
          "the next commit is shown",
          () -> served.json("/api/search?q=wharf").get("total").asInt() == 2);
    }
  }
}
