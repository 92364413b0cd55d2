// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Makes pages from templates. Whatever a template shows is escaped for the place where it stands:
 * text, attribute, address. For any number of threads.
 */
public final class Pages {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), "org.neardup.tools");

  private Pages() {}

  /**
   * The page that a template makes.
   *
   * @param template its path in {@code src/main/jte}, such as {@code page/message.jte}
   * @param shown its one parameter
   */
  public static String render(String template, Object shown) {
    PageOutput output = new PageOutput();
    TEMPLATES.render(template, shown, output);
    return output.toString();
  }

  /** The style sheet of all pages. */
  public static String style() {
    return resource(Pages.class, "style.css");
  }

  /**
   * The text of a file that is part of the program.
   *
   * @param beside a class in the same package
   */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Collects a page. HTML has no control characters, and UTF-8 no halves of surrogate pairs, so
   * each becomes the replacement character. For one thread.
   */
  static final class PageOutput implements TemplateOutput {
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

  /** A page of one message. */
  public record Message(String title, String text) {}
}
