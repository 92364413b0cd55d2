// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * Makes pages from templates. Whatever a template shows is escaped for the place where it stands:
 * text, attribute, address. For any number of threads.
 */
public final class Pages {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), "org.neardup.tools");

  /** Control characters, and halves of surrogate pairs, which UTF-8 does not have either. */
  private static final Pattern NOT_IN_HTML = Pattern.compile("[\\p{Cc}\\p{Cs}&&[^\n\r\t]]");

  private static final String REPLACEMENT = "\uFFFD";

  private Pages() {}

  /**
   * The page that a template makes.
   *
   * @param template its path in {@code src/main/jte}, such as {@code page/message.jte}
   * @param shown its one parameter
   */
  public static String render(String template, Object shown) {
    StringOutput output = new StringOutput();
    TEMPLATES.render(template, shown, output);
    return NOT_IN_HTML.matcher(output.toString()).replaceAll(REPLACEMENT);
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

  /** A page of one message. */
  public record Message(String title, String text) {}
}
