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

  byte[] bytes() {
    return content.getBytes(UTF_8);
  }
}
