// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

/**
 * What a node answered.
 *
 * @param request method, path and body
 * @param status of HTTP
 * @param text of the body
 */
record ServerResponse(String request, int status, String text) {

  Json json() {
    return Json.parse(text);
  }

  /** The same if it is a success, else an error that says everything. */
  ServerResponse succeeded() {
    if (status / 100 != 2) {
      throw new AssertionError(this);
    }
    return this;
  }

  @Override
  public String toString() {
    return cut(request) + "\n" + status + " " + cut(text);
  }

  private static String cut(String text) {
    return text.length() > 4000 ? text.substring(0, 4000) + "..." : text;
  }
}
