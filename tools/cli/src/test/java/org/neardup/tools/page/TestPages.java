// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.neardup.tools.index.IndexCounts;

/** Pages are whole, and whatever they show is text. */
public class TestPages {
  @Test
  public void testWhatIsShownIsEscaped() {
    String page =
        Pages.render("page/message.jte", new Pages.Message("</title><script>", "<b>\"5 & 6\"</b>"));
    assertTrue(page, page.startsWith("<!DOCTYPE html>"));
    assertFalse(page, page.contains("<script>"));
    assertTrue(page, page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
    assertTrue(page, page.contains("&lt;b&gt;\"5 &amp; 6\"&lt;/b&gt;"));
    assertTrue(page, page.contains("<link rel=\"stylesheet\" href=\"/style.css\">"));
  }

  @Test
  public void testWhatIsNoCharacterIsReplaced() {
    String page =
        Pages.render(
            "page/message.jte",
            new Pages.Message("title", "a\u0000b\uD800c\n\t\uD83D\uDE00\u0085yz\u0001\uDC00"));
    String expected = "a\uFFFDb\uFFFDc\n\t\uD83D\uDE00\uFFFDyz\uFFFD\uFFFD";
    assertTrue(page, page.contains(">" + expected + "<"));
  }

  /** A share is all or nothing only if it is that. */
  @Test
  public void testSharesAreRoundedToNeitherEnd() {
    assertEquals("99.9 %", Numbers.percent(0.999999));
    assertEquals("0.1 %", Numbers.percent(0.000001));
    assertEquals("100.0 %", Numbers.percent(1));
    assertEquals("0.0 %", Numbers.percent(0));
    assertEquals("33.3 %", Numbers.percent(1. / 3));
    assertEquals("99 %", Numbers.wholePercent(999, 1000));
    assertEquals("1 %", Numbers.wholePercent(1, 1000));
    assertEquals("100 %", Numbers.wholePercent(3, 3));
    assertEquals("0.999", Numbers.decimal(0.99999));
    assertEquals("1.000", Numbers.decimal(1));
    assertEquals("0.000", Numbers.decimal(0));
    assertEquals(
        "99 % of 1,000 documents are copies, behind 1 other",
        new IndexCounts(1000, 1, 999, 1).summary());
  }

  @Test
  public void testThereIsAStyleSheet() {
    assertTrue(Pages.style().contains("prefers-color-scheme: dark"));
  }
}
