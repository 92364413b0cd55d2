// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Talks to one node by HTTP. Safe for threads. */
final class ServerClient {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private final String address;
  private final String user;

  ServerClient(String address) {
    this(address, null);
  }

  private ServerClient(String address, String user) {
    this.address = address;
    this.user = user;
  }

  /** The same for a user whom {@link FilteredDocumentsPlugin} is told of. */
  ServerClient as(String otherUser) {
    return new ServerClient(address, otherUser);
  }

  ServerResponse get(String path) {
    return send("GET", path, "");
  }

  ServerResponse post(String path, String body) {
    return send("POST", path, body);
  }

  ServerResponse put(String path, String body) {
    return send("PUT", path, body);
  }

  ServerResponse delete(String path) {
    return send("DELETE", path, "");
  }

  /**
   * Sends a request and waits for the answer, whatever it is.
   *
   * @throws UncheckedIOException if there is none
   */
  ServerResponse send(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofMinutes(2))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (user != null) {
      request.header(FilteredDocumentsPlugin.HEADER, user);
    }
    String what = method + " " + path + " " + body;
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      return new ServerResponse(what, response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(what.substring(0, Math.min(200, what.length())), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
