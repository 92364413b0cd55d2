// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.neardup.tools.command.Run;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;

/** An index that is served, and a client of its server. */
final class Served implements Closeable {
  static final int TIMEOUT_SECONDS = 60; // of a busy machine, too

  private final Path index;
  private final StringWriter messages = new StringWriter();
  private final HttpClient client = HttpClient.newHttpClient();
  private final SearchServer server;

  /** Makes an index of documents, as given to {@link #document}, in an empty folder. */
  Served(Path folder, String... documents) throws IOException {
    this(folder, (Path) null, documents);
  }

  /**
   * The same.
   *
   * @param verdicts the file that takes verdicts; null for none
   */
  Served(Path folder, Path verdicts, String... documents) throws IOException {
    index = folder.resolve("news.idx");
    add(documents);
    boolean haveKinds = String.join("", documents).contains("\"kind\":");
    List<String> facets = haveKinds ? List.of("kind") : List.of();
    server = start(index, facets, verdicts, messages);
  }

  /** Serves an index that is there, without facets and verdicts. */
  static SearchServer start(Path index) throws IOException {
    return start(index, List.of(), null, new StringWriter());
  }

  private static SearchServer start(
      Path index, List<String> facets, Path verdicts, StringWriter messages) throws IOException {
    return SearchServer.start(
        new IndexFolder(index),
        "127.0.0.1",
        0,
        "date",
        facets,
        TIMEOUT_SECONDS,
        verdicts,
        terminal(messages));
  }

  static Terminal terminal(StringWriter messages) {
    return new Terminal(
        new ByteArrayInputStream(new byte[0]),
        new PrintWriter(messages),
        new PrintWriter(messages),
        false,
        new Paint(false));
  }

  /** A line of JSON: name, value, name, value … */
  static String document(String... fields) throws IOException {
    var json = new JsonMapper().createObjectNode();
    for (int i = 0; i < fields.length; i += 2) {
      json.put(fields[i], fields[i + 1]);
    }
    return json.toString();
  }

  /** Adds documents in one commit. */
  void add(String... documents) {
    Run run =
        Run.withInput(String.join("\n", documents), "index", "--index", index.toString(), "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  /** What a command prints as JSON. */
  JsonNode command(String name, String... arguments) throws IOException {
    String[] all = new String[arguments.length + 4];
    all[0] = name;
    all[1] = "--index";
    all[2] = index.toString();
    all[3] = "--json";
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    Run run = Run.neardup(all);
    assertEquals(run.err(), 0, run.exitCode());
    return run.json();
  }

  String address() {
    return server.address();
  }

  int port() {
    return URI.create(address()).getPort();
  }

  /** A query of names and values. */
  static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> each.getKey() + "=" + Parameters.encode(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  HttpResponse<String> get(String path) throws IOException {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  HttpResponse<String> post(String path, String body) throws IOException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> postJson(String path, String body) throws IOException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  URI uri(String path) {
    return URI.create(address()).resolve(path);
  }

  static Document parsed(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body());
  }

  static JsonNode parsedJson(HttpResponse<String> answer) throws IOException {
    return new JsonMapper().readTree(answer.body());
  }

  /** A page that is there. */
  Document page(String path) throws IOException {
    HttpResponse<String> answer = get(path);
    assertEquals(answer.body(), 200, answer.statusCode());
    return parsed(answer);
  }

  JsonNode json(String path) throws IOException {
    HttpResponse<String> answer = get(path);
    assertEquals(answer.body(), 200, answer.statusCode());
    return parsedJson(answer);
  }

  /** What the server answers to the lines of a request as they are. */
  String raw(String... lines) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket
          .getOutputStream()
          .write((String.join("\r\n", Arrays.asList(lines)) + "\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  /** What the server told its operator. */
  String messages() {
    return messages.toString();
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
  }
}
