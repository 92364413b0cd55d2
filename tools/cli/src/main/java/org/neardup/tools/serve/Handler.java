// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.tools.index.NeardupIndex;

/** What is at an address. For any number of threads. */
@FunctionalInterface
interface Handler {
  /**
   * Answers a request.
   *
   * @param index stays open until the answer is there
   */
  Answer answer(NeardupIndex index, Parameters parameters) throws IOException;

  /** Computes what is the same for all requests, before anybody asks. */
  default void prepare(NeardupIndex index) throws IOException {}

  /** What may be sent to it. */
  default Input takes() {
    return Input.ADDRESS;
  }

  /** What may be sent to a page, besides its address. */
  enum Input {
    /** Nothing. */
    ADDRESS("GET, HEAD", "nothing can be changed here"),
    /** Also forms, as texts are too long for an address. */
    FORM("GET, HEAD, POST", "nothing can be changed here"),
    /** Only forms of our own pages, as it changes something. */
    CHANGE("POST", "a form must be sent here"),
    /** Only JSON. */
    JSON("POST", "JSON must be sent here by POST");

    /** Methods of HTTP. */
    final String allowed;

    /** What to tell of others. */
    final String refusal;

    Input(String allowed, String refusal) {
      this.allowed = allowed;
      this.refusal = refusal;
    }
  }
}
