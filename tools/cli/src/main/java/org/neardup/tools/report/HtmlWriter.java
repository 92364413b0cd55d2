// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML and SVG: elements are closed in order, and what is not markup is escaped, so that no
 * text can become markup. For one thread.
 */
final class HtmlWriter {
  private static final int NOT_A_CHARACTER = 0xFFFD;

  private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes name, value, name, value …
   */
  HtmlWriter open(String tag, String... attributes) {
    begin(tag, attributes).append('>');
    open.push(tag);
    return this;
  }

  /** Ends the element that began last. */
  HtmlWriter close() {
    out.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element with nothing in it. */
  HtmlWriter empty(String tag, String... attributes) {
    begin(tag, attributes).append("/>\n");
    return this;
  }

  /** An element with text in it. */
  HtmlWriter element(String tag, String text, String... attributes) {
    begin(tag, attributes).append('>');
    text(text);
    out.append("</").append(tag).append('>');
    return this;
  }

  private StringBuilder begin(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      text(attributes[i + 1]);
      out.append('"');
    }
    return out;
  }

  /** Text, of an element or an attribute. */
  HtmlWriter text(String text) {
    text.codePoints().forEach(this::append);
    return this;
  }

  private void append(int character) {
    switch (character) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> out.appendCodePoint(isAllowed(character) ? character : NOT_A_CHARACTER);
    }
  }

  /** HTML has no control characters, and UTF-8 no halves of surrogate pairs. */
  private static boolean isAllowed(int character) {
    return character == '\n'
        || character == '\r'
        || character == '\t'
        || (!Character.isISOControl(character)
            && Character.getType(character) != Character.SURROGATE);
  }

  /** A trusted style sheet, unescaped. */
  HtmlWriter style(String css) {
    out.append("<style>\n").append(css).append("</style>\n");
    return this;
  }

  /** The whole page. */
  String finish() {
    while (!open.isEmpty()) {
      close();
    }
    return out.toString();
  }
}
