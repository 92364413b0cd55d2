// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.options.VerdictFile;

/** Serves an index to browsers until it is closed. */
public final class SearchServer implements Closeable {
  /**
   * Of the JDK's server, unless they were set: seconds, headers, bytes, connections. An address may
   * have two ids of 8,000 characters, each in 12 bytes.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "20",
          "sun.net.httpserver.maxRspTime", "60",
          "sun.net.httpserver.maxReqHeaders", "100",
          "sun.net.httpserver.maxReqHeaderSize", "262144",
          "jdk.httpserver.maxConnections", "200",
          "sun.net.httpserver.nodelay", "true");

  private static final int STOP_SECONDS = 1;

  private final LatestIndex index;
  private final HttpServer server;
  private final Dispatcher dispatcher;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private SearchServer(LatestIndex index, HttpServer server, Dispatcher dispatcher) {
    this.index = index;
    this.server = server;
    this.dispatcher = dispatcher;
    server.createContext("/", dispatcher);
    server.setExecutor(threads);
    server.start();
    dispatcher.prepare();
  }

  /**
   * Starts to serve.
   *
   * @param host name or address to listen on
   * @param port 0 for any that is free
   * @param dateField a stored field to show with documents
   * @param timeoutSeconds that a search may take, at least 1
   * @param fields others to show with documents
   * @param verdicts the file that takes what readers say of two documents; null if none does
   * @param terminal is told of failures of this program
   * @throws ToolException if it cannot listen there
   */
  public static SearchServer start(
      IndexFolder folder,
      String host,
      int port,
      String dateField,
      List<String> fields,
      int timeoutSeconds,
      Path verdicts,
      Terminal terminal)
      throws IOException {
    try (NeardupIndex index = NeardupIndex.open(folder)) {
      NamedFields known = NamedFields.of(index.all());
      fields.forEach(field -> known.require("--fields", field));
    }
    VerdictPage page = verdicts == null ? null : new VerdictPage(new VerdictFile(verdicts));
    Site site = new Site(folder, dateField, fields, page);
    return start(folder, host, port, site.pages(), timeoutSeconds, terminal);
  }

  static SearchServer start(
      IndexFolder folder,
      String host,
      int port,
      Map<String, Handler> pages,
      int timeoutSeconds,
      Terminal terminal)
      throws IOException {
    LIMITS.forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
    LatestIndex index = new LatestIndex(folder, terminal);
    try {
      HttpServer server = HttpServer.create(address(host, port), 0);
      return new SearchServer(
          index,
          server,
          new Dispatcher(new HostRule(host), pages, index, timeoutSeconds, terminal));
    } catch (BindException e) {
      index.close();
      throw new ToolException(
          ExitCode.USAGE,
          "cannot listen on "
              + host
              + ", port "
              + port
              + ": "
              + e.getMessage()
              + "; --port 0 takes a port that is free");
    } catch (IOException | RuntimeException e) {
      index.close();
      throw e;
    }
  }

  private static InetSocketAddress address(String host, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new ToolException(
          ExitCode.USAGE, "--host must be a name or address of this machine, got " + host);
    }
  }

  /** Where its first page is. */
  public String address() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    String named = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + named + ":" + address.getPort() + "/";
  }

  /** Whether programs of this machine only can reach it. */
  public boolean isLocal() {
    return server.getAddress().getAddress().isLoopbackAddress();
  }

  @Override
  public void close() throws IOException {
    server.stop(STOP_SECONDS);
    threads.shutdownNow();
    dispatcher.close();
    index.close();
  }

  /**
   * By which names a server may be called: by an address of numbers, which no name server can
   * redirect, as localhost, or by the name that it was told to listen on. A page of another name
   * that was made to lead here (DNS rebinding) would read the index with its visitor's browser.
   *
   * @param name that it was told to listen on
   */
  record HostRule(String name) {
    private static final Pattern HOST =
        Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]+)(?::\\d*)?");
    private static final Pattern NUMBERS = Pattern.compile("\\[.*\\]|\\d+(?:\\.\\d+){3}");

    /**
     * Whether a request may be answered.
     *
     * @param host the header of that name; null if there is none
     */
    boolean allows(String host) {
      Matcher matcher = HOST.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        return false;
      }
      String called = matcher.group(1);
      return NUMBERS.matcher(called).matches()
          || called.equals("localhost")
          || called.equals(name.toLowerCase(Locale.ROOT));
    }
  }
}
