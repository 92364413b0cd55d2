// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.nio.charset.Charset;
import java.util.List;
import org.junit.Test;

public class TestHtmlText {

  @Test
  public void tagsAreSpaces() throws BadInputException {
    assertEquals("one two three four", text("<p>one</p><p>two<table><td>three<td>four</table>"));
    assertEquals("java.lang. Object", text("java.lang.<wbr>Object"));
    assertEquals("a b", text("a<br>b"));
  }

  @Test
  public void onlyVisibleTextCounts() throws BadInputException {
    assertEquals(
        "seen",
        text(
            "<head><title>t</title><meta name=description content=no></head><style>no</style>"
                + "<script>no()</script><!-- no -->seen<SCRIPT>no</SCRIPT>"));
  }

  @Test
  public void whiteSpaceIsOneSpaceAndEntitiesAreCharacters() throws BadInputException {
    assertEquals("a < b & c \u00e9", text("  a &lt;\n\t b&nbsp;&amp; c &eacute; "));
  }

  @Test
  public void titleStandsApart() throws BadInputException {
    assertEquals(
        new HtmlText("A title", "x", "", List.of()),
        HtmlText.parse("<title> A\ntitle</title>x", "", InputRules.DEFAULT, true));
    assertEquals(HtmlText.EMPTY, HtmlText.parse("", "", InputRules.DEFAULT, true));
  }

  @Test
  public void thePageSaysInWhichCharactersItIs() throws BadInputException {
    for (String name : new String[] {"utf-8", "iso-8859-1", "windows-1252"}) {
      String page = "<head><meta charset=\"" + name + "\"></head>caf\u00e9";
      byte[] bytes = page.getBytes(Charset.forName(name));
      assertEquals("caf\u00e9", HtmlText.parse(bytes, "", InputRules.DEFAULT, false).text());
    }
    assertEquals(
        "caf\u00e9",
        HtmlText.parse("caf\u00e9".getBytes(UTF_8), "", InputRules.DEFAULT, false).text());
  }

  @Test
  public void aNameMeansWhatBrowsersRead() throws BadInputException {
    assertReadAs(
        "windows-1252", "\u201cquoted\u201d, 5 \u20ac", "ISO-8859-1", "us-ascii", "latin1");
    assertReadAs("windows-1252", "\u201cquoted\u201d", "iso88591", "x-cp1252", "windows-1252");
    assertReadAs("windows-1254", "\u0131\u011f 5 \u20ac", "iso-8859-9", "latin5", "iso88599");
    assertReadAs("GBK", "\u4e2d \u9555", "gb2312", "GB_2312-80", "x-gbk", "gb18030");
    assertReadAs("GB18030", "\u4e2d \u3400", "gb2312", "gbk");
    assertReadAs("windows-31j", "\u65e5 \u2460", "Shift_JIS", "x-sjis", "windows-31j");
    assertReadAs("x-windows-949", "\ud55c \ub620", "euc-kr", "ks_c_5601-1987", "korean");
  }

  private static void assertReadAs(String charset, String text, String... names)
      throws BadInputException {
    for (String name : names) {
      byte[] page = ("<meta charset=" + name + ">" + text).getBytes(Charset.forName(charset));
      assertEquals(name, text, HtmlText.parse(page, "", InputRules.DEFAULT, false).text());
    }
  }

  @Test
  public void bytesThatWindowsLeavesOutAreControlCharacters() throws BadInputException {
    String controls = "\u0081 \u008d \u008f \u0090 \u009d";
    for (String name : new String[] {"iso-8859-1", "windows-1252", "iso-8859-9"}) {
      byte[] page = ("<meta charset=" + name + ">" + controls).getBytes(ISO_8859_1);
      assertEquals(name, controls, HtmlText.parse(page, "", InputRules.DEFAULT, false).text());
    }
  }

  @Test
  public void aPageThatDeclaresNothingIsReadAsBrowsersDo() throws BadInputException {
    String page = "<p>caf\u00e9 \u2013 5 \u20ac";
    for (String name : new String[] {"UTF-8", "windows-1252"}) {
      byte[] bytes = page.getBytes(Charset.forName(name));
      assertEquals(
          name,
          "caf\u00e9 \u2013 5 \u20ac",
          HtmlText.parse(bytes, "", InputRules.DEFAULT, false).text());
    }
    byte[] every = new byte[256 - 0x80];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) (0x80 + i);
    }
    String read = HtmlText.parse(every, "", InputRules.DEFAULT, false).text();
    assertEquals(read, 127, read.length()); // a blank at the end is lost: no character is
  }

  @Test
  public void aByteOrderMarkGoesBeforeWhatThePageSays() throws BadInputException {
    String page = "\uFEFF<meta charset=iso-8859-1><title>T\u00fcr</title>caf\u00e9";
    HtmlText expected = new HtmlText("T\u00fcr", "caf\u00e9", "", List.of());
    assertEquals(expected, HtmlText.parse(page, "", InputRules.DEFAULT, false));
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      assertEquals(expected, HtmlText.parse(page.getBytes(charset), "", InputRules.DEFAULT, false));
    }
  }

  @Test
  public void aPageThatCanSaySoIsNotInUtf16() throws BadInputException {
    for (String name : new String[] {"utf-16", "UTF-16LE", "utf-16be"}) {
      byte[] bytes = ("<meta charset=" + name + ">caf\u00e9").getBytes(UTF_8);
      assertEquals("caf\u00e9", HtmlText.parse(bytes, "", InputRules.DEFAULT, false).text());
    }
  }

  private static String text(String html) throws BadInputException {
    return HtmlText.parse(html, "", InputRules.DEFAULT, false).text();
  }
}
