// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import gg.jte.TemplateOutput;

/**
 * Collects a page. HTML has no control characters, and UTF-8 no halves of surrogate pairs, so each
 * becomes the replacement character. For one thread.
 */
final class PageOutput implements TemplateOutput {
  private static final int NOT_A_CHARACTER = 0xFFFD;

  private final StringBuilder page = new StringBuilder();

  @Override
  public void writeContent(String text) {
    writeContent(text, 0, text.length());
  }

  @Override
  public void writeContent(String text, int begin, int end) {
    int copied = begin;
    for (int i = begin; i < end; ) {
      int character = text.codePointAt(i);
      int next = i + Character.charCount(character);
      if (!isAllowed(character)) {
        page.append(text, copied, i).appendCodePoint(NOT_A_CHARACTER);
        copied = next;
      }
      i = next;
    }
    page.append(text, copied, Math.max(copied, end));
  }

  private static boolean isAllowed(int character) {
    return character == '\n'
        || character == '\r'
        || character == '\t'
        || (!Character.isISOControl(character)
            && Character.getType(character) != Character.SURROGATE);
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
