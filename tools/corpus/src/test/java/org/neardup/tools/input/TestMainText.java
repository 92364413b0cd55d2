// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TestMainText {
  private static final String NAVIGATION =
      "<ul><li><a href=/>Home</a><li><a href=/news>All the news</a><li><a>Contact</a></ul>";
  private static final String ARTICLE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn. Nobody was hurt, and the ferry to the islands goes"
          + " on from the new wharf until the piles have been looked at by divers.";
  private static final String FOOTER =
      "<div><a>Terms</a> <a>Privacy</a></div><p><a>Imprint</a></p><p>(c) 2024</p>";

  @Test
  public void testNavigationIsLeftOut() throws BadInputException {
    assertEquals(ARTICLE, main(NAVIGATION + "<p>" + ARTICLE + "</p>" + FOOTER));
  }

  @Test
  public void testTheSameInOtherFrames() throws BadInputException {
    String other = "<div><a>Start</a> <a>Sport</a> <a>Weather</a></div>";
    String paragraph = "<p>" + ARTICLE.replace("old", "<b>old</b>") + "</p>";
    assertEquals(main(NAVIGATION + paragraph + FOOTER), main(other + paragraph + other));
  }

  @Test
  public void testShortParagraphsBetweenLongOnesStay() throws BadInputException {
    String article = "<p>" + ARTICLE + "</p><p>The port is open.</p><p>" + ARTICLE + "</p>";
    assertEquals(ARTICLE + " The port is open. " + ARTICLE, main(article));
  }

  @Test
  public void testLinksInATextAreText() throws BadInputException {
    String article = ARTICLE.replace("old wharf", "<a>old wharf</a>");
    assertEquals(ARTICLE, main("<p>" + article));
  }

  @Test
  public void testWhatNobodySeesIsNoText() throws BadInputException {
    assertEquals("", main("<head><title>" + ARTICLE + "</title></head><script>" + ARTICLE));
    assertEquals("", main(""));
    assertEquals("", main(NAVIGATION));
  }

  private static String main(String html) throws BadInputException {
    return HtmlText.parse(html, "", InputRules.DEFAULT, true).mainText();
  }
}
