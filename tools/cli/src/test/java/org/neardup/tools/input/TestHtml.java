// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.nio.charset.Charset;
import org.junit.Test;

public class TestHtml {

  @Test
  public void tagsAreSpaces() {
    assertEquals("one two three four", text("<p>one</p><p>two<table><td>three<td>four</table>"));
    assertEquals("java.lang. Object", text("java.lang.<wbr>Object"));
    assertEquals("a b", text("a<br>b"));
  }

  @Test
  public void onlyVisibleTextCounts() {
    assertEquals(
        "seen",
        text(
            "<head><title>t</title><meta name=description content=no></head><style>no</style>"
                + "<script>no()</script><!-- no -->seen<SCRIPT>no</SCRIPT>"));
  }

  @Test
  public void whiteSpaceIsOneSpaceAndEntitiesAreCharacters() {
    assertEquals("a < b & c \u00e9", text("  a &lt;\n\t b&nbsp;&amp; c &eacute; "));
  }

  @Test
  public void titleStandsApart() {
    assertEquals(new Html("A title", "x", ""), Html.parse("<title> A\ntitle</title>x", true));
    assertEquals(Html.EMPTY, Html.parse("", true));
  }

  @Test
  public void thePageSaysInWhichCharactersItIs() throws BadInputException {
    for (String name : new String[] {"utf-8", "iso-8859-1", "windows-1252"}) {
      String page = "<head><meta charset=\"" + name + "\"></head>caf\u00e9";
      byte[] bytes = page.getBytes(Charset.forName(name));
      assertEquals("caf\u00e9", Html.parse(bytes, false).text());
    }
    assertEquals("caf\u00e9", Html.parse("caf\u00e9".getBytes(UTF_8), false).text());
  }

  @Test
  public void aByteOrderMarkGoesBeforeWhatThePageSays() throws BadInputException {
    String page = "\uFEFF<meta charset=iso-8859-1><title>T\u00fcr</title>caf\u00e9";
    Html expected = new Html("T\u00fcr", "caf\u00e9", "");
    assertEquals(expected, Html.parse(page, false));
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      assertEquals(expected, Html.parse(page.getBytes(charset), false));
    }
  }

  @Test
  public void aPageThatCanSaySoIsNotInUtf16() throws BadInputException {
    for (String name : new String[] {"utf-16", "UTF-16LE", "utf-16be"}) {
      byte[] bytes = ("<meta charset=" + name + ">caf\u00e9").getBytes(UTF_8);
      assertEquals("caf\u00e9", Html.parse(bytes, false).text());
    }
  }

  private static String text(String html) {
    return Html.parse(html, false).text();
  }
}
