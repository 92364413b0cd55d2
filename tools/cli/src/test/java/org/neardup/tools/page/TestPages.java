// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** Pages are whole, and whatever they show is text. */
public class TestPages {
  @Test
  public void whatIsShownIsEscaped() {
    String page =
        Pages.render("page/message.jte", new Pages.Message("</title><script>", "<b>\"5 & 6\"</b>"));
    assertTrue(page, page.startsWith("<!DOCTYPE html>"));
    assertFalse(page, page.contains("<script>"));
    assertTrue(page, page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
    assertTrue(page, page.contains("&lt;b&gt;\"5 &amp; 6\"&lt;/b&gt;"));
    assertTrue(page, page.contains("<link rel=\"stylesheet\" href=\"/style.css\">"));
  }

  @Test
  public void whatIsNoCharacterIsReplaced() {
    String page =
        Pages.render(
            "page/message.jte",
            new Pages.Message("title", "a\u0000b\uD800c\n\t\uD83D\uDE00\u0085yz\u0001\uDC00"));
    String expected = "a\uFFFDb\uFFFDc\n\t\uD83D\uDE00\uFFFDyz\uFFFD\uFFFD";
    assertTrue(page, page.contains(">" + expected + "<"));
  }

  @Test
  public void thereIsAStyleSheet() {
    assertTrue(Pages.style().contains("prefers-color-scheme: dark"));
  }
}
