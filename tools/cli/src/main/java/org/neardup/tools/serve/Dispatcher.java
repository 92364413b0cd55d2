// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.util.IOUtils;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;

/**
 * Answers each request: refuses what must not be asked, finds the page, and turns mistakes and
 * failures into answers.
 */
final class Dispatcher implements HttpHandler, Closeable {
  private static final int MAX_BODY_BYTES = 2_000_000;
  private static final int WAIT_SECONDS = 10;
  private static final String API = "/api/";

  /**
   * The browser is to load and run what is from here, and nothing else. To other sites it tells
   * nothing; to us, where a form comes from.
   */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                  + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cache-Control", "no-cache");

  private final SearchServer.HostRule hosts;
  private final LatestIndex index;
  private final Terminal terminal;
  private final Map<String, Handler> pages;

  /** So many at once, so that many clients do not take all memory. */
  private static final int TURNS = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());

  private final Semaphore turns = new Semaphore(TURNS, true);

  /**
   * Platform threads, among which the processors are shared out: a virtual thread that searches
   * keeps its processor, and those that read requests would wait for it.
   */
  private final ExecutorService searchers =
      Executors.newFixedThreadPool(TURNS, Thread.ofPlatform().name("search-", 0).factory());

  private final int timeoutSeconds;

  Dispatcher(
      SearchServer.HostRule hosts,
      Map<String, Handler> pages,
      LatestIndex index,
      int timeoutSeconds,
      Terminal terminal) {
    this.hosts = hosts;
    this.index = index;
    this.timeoutSeconds = timeoutSeconds;
    this.terminal = terminal;
    this.pages = pages;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer;
      try {
        answer = answer(exchange);
      } catch (Refusal refusal) {
        answer = message(exchange, refusal.status, refusal.getMessage());
      } catch (ToolException mistake) {
        answer = message(exchange, status(mistake.exitCode()), mistake.getMessage());
      } catch (ExitingReaderException e) {
        answer =
            message(exchange, 503, "this took longer than " + timeoutSeconds + " s, see --timeout");
      } catch (InterruptedException | RejectedExecutionException e) {
        answer = message(exchange, 503, "the server is being stopped");
      } catch (IOException | RuntimeException | Error failure) {
        Failures.report(failure, terminal);
        answer = message(exchange, 500, "this failed; the server's output says why");
      }
      send(exchange, answer);
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException, InterruptedException {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (!hosts.allows(host)) {
      throw new Refusal(
          421,
          "the server must be called by its address, as localhost, or by the name given to --host,"
              + " got "
              + host);
    }
    Handler page = pages.get(path(exchange));
    if (page == null) {
      throw new Refusal(404, "there is no page " + path(exchange));
    }
    Parameters parameters = parameters(exchange, page);
    if (!turns.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new Refusal(503, "too many requests at once; try again");
    }
    try {
      return searchers.submit(() -> answer(page, parameters)).get();
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    } finally {
      turns.release();
    }
  }

  private Answer answer(Handler page, Parameters parameters) throws IOException {
    NeardupIndex latest = index.latest();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    try {
      return page.answer(latest.within(() -> System.nanoTime() - end > 0), parameters);
    } catch (ToolException | ExitingReaderException e) {
      throw e;
    } catch (RuntimeException | Error failure) {
      throw IOUtils.rethrowAlways(index.causeOf(failure));
    } finally {
      index.release(latest);
    }
  }

  /** Computes in the background what pages show to everybody, so that nobody waits for it. */
  void prepare() {
    Future<?> unused = // who asks for a page is told why it fails
        searchers.submit(
            () -> {
              NeardupIndex latest = index.latest();
              try {
                for (Handler page : pages.values()) {
                  page.prepare(latest);
                }
              } finally {
                index.release(latest);
              }
              return null;
            });
  }

  /** Empty for an address without one. */
  private static String path(HttpExchange exchange) {
    return Objects.requireNonNullElse(exchange.getRequestURI().getPath(), "");
  }

  private static Parameters parameters(HttpExchange exchange, Handler page) throws IOException {
    Handler.Input input = page.takes();
    String method = exchange.getRequestMethod();
    if (!List.of(input.allowed.split(", ", -1)).contains(method)) {
      exchange.getResponseHeaders().set("Allow", input.allowed);
      throw new Refusal(405, input.refusal + ", got " + method);
    } else if (!method.equals("POST")) {
      return new Parameters(exchange.getRequestURI().getRawQuery());
    } else if (input == Handler.Input.JSON) {
      return Parameters.ofJson(body(exchange, "application/json"));
    } else if (input == Handler.Input.CHANGE) {
      requireOwnOrigin(exchange.getRequestHeaders());
    }
    return new Parameters(body(exchange, "application/x-www-form-urlencoded"));
  }

  /** Refuses forms of pages that are not from here, which a browser sends, too. */
  private static void requireOwnOrigin(Headers headers) {
    String origin = headers.getFirst("Origin");
    if (origin == null || !origin.endsWith("://" + headers.getFirst("Host"))) {
      throw new Refusal(403, "a form must come from a page of this server, got one of " + origin);
    }
  }

  private static String body(HttpExchange exchange, String expected) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase(expected)) {
      throw new Refusal(415, "a body must be " + expected + ", got " + type);
    }
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = in.readNBytes(MAX_BODY_BYTES + 1);
    } catch (IOException | IndexOutOfBoundsException e) { // this of a chunk of more than 2 GB
      throw new Refusal(400, "the body is not as its headers and lengths say");
    }
    if (body.length > MAX_BODY_BYTES) {
      throw new Refusal(413, "a body must have at most " + MAX_BODY_BYTES + " bytes, got more");
    }
    return new String(body, UTF_8);
  }

  private static int status(ExitCode code) {
    return switch (code) {
      case USAGE -> 400;
      case INPUT_FAILED -> 404;
      default -> 500;
    };
  }

  private static Answer message(HttpExchange exchange, int status, String message) {
    return path(exchange).startsWith(API)
        ? Answer.problem(status, message)
        : Answer.message(status, message);
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    HEADERS.forEach(headers::set);
    headers.set("Content-Type", answer.type());
    if (answer.status() == 303) {
      headers.set("Location", answer.content());
    }
    byte[] bytes = answer.bytes();
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", String.valueOf(bytes.length));
      exchange.sendResponseHeaders(answer.status(), -1);
    } else {
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    searchers.shutdownNow();
  }

  /** Ends a request with a status of HTTP and a message: for mistakes, not for bugs. */
  private static final class Refusal extends RuntimeException {
    private final int status;

    Refusal(int status, String message) {
      super(message, null, false, false);
      this.status = status;
    }
  }
}
