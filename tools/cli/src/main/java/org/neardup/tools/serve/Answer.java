// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.neardup.tools.console.Json;
import org.neardup.tools.page.Pages;

/**
 * What a request is answered with.
 *
 * @param status of HTTP
 * @param type of the content
 * @param content where to go, if the status is 303
 */
record Answer(int status, String type, String content) {

  /** A page, made by a template. */
  static Answer page(int status, String template, Object shown) {
    return new Answer(status, "text/html; charset=utf-8", Pages.render(template, shown));
  }

  /** A result for programs. */
  static Answer json(int status, Record result) {
    return new Answer(status, "application/json; charset=utf-8", Json.of(result) + "\n");
  }

  /** Leads a browser on to another page. */
  static Answer seeOther(String location) {
    return new Answer(303, "text/plain; charset=utf-8", location);
  }

  /** A page that says in one sentence why a request was refused or failed. */
  static Answer message(int status, String error) {
    return page(status, "page/message.jte", new Pages.Message(title(status), error));
  }

  private static String title(int status) {
    return switch (status) {
      case 400, 403, 405, 413, 415, 421 -> "This cannot be asked";
      case 404 -> "Not found";
      case 503 -> "Busy";
      default -> "This failed";
    };
  }

  /** The same for programs. */
  static Answer problem(int status, String error) {
    return json(status, new Problem(error));
  }

  /** The component name is the key of the JSON. */
  record Problem(String error) {}

  byte[] bytes() {
    return content.getBytes(UTF_8);
  }
}
