// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Random;
import org.junit.Test;

public class TestHtmlText {

  @Test
  public void testTagsAreSpaces() throws BadInputException {
    assertEquals("one two three four", text("<p>one</p><p>two<table><td>three<td>four</table>"));
    assertEquals("java.lang. Object", text("java.lang.<wbr>Object"));
    assertEquals("a b", text("a<br>b"));
  }

  @Test
  public void testOnlyVisibleTextCounts() throws BadInputException {
    assertEquals(
        "seen",
        text(
            "<head><title>t</title><meta name=description content=no></head><style>no</style>"
                + "<script>no()</script><!-- no -->seen<SCRIPT>no</SCRIPT>"));
  }

  @Test
  public void testWhiteSpaceIsOneSpaceAndEntitiesAreCharacters() throws BadInputException {
    assertEquals("a < b & c \u00e9", text("  a &lt;\n\t b&nbsp;&amp; c &eacute; "));
  }

  @Test
  public void testTitleStandsApart() throws BadInputException {
    assertEquals(
        new HtmlText("A title", "x", "", List.of()),
        HtmlText.parse("<title> A\ntitle</title>x", "", InputRules.DEFAULT, true));
    assertEquals(HtmlText.EMPTY, HtmlText.parse("", "", InputRules.DEFAULT, true));
  }

  @Test
  public void testThePageSaysInWhichCharactersItIs() throws BadInputException {
    for (String name : new String[] {"utf-8", "iso-8859-1", "windows-1252"}) {
      String page = "<head><meta charset=\"" + name + "\"></head>caf\u00e9";
      byte[] bytes = page.getBytes(Charset.forName(name));
      assertEquals("caf\u00e9", read(bytes).text());
    }
    assertEquals("caf\u00e9", read("caf\u00e9".getBytes(UTF_8)).text());
  }

  @Test
  public void testANameMeansWhatBrowsersRead() throws BadInputException {
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
      assertEquals(name, text, read(page).text());
    }
  }

  @Test
  public void testBytesThatWindowsLeavesOutAreControlCharacters() throws BadInputException {
    String controls = "\u0081 \u008d \u008f \u0090 \u009d";
    for (String name : new String[] {"iso-8859-1", "windows-1252", "iso-8859-9"}) {
      byte[] page = ("<meta charset=" + name + ">" + controls).getBytes(ISO_8859_1);
      assertEquals(name, controls, read(page).text());
    }
  }

  @Test
  public void testAPageThatDeclaresNothingIsReadAsBrowsersDo() throws BadInputException {
    String page = "<p>caf\u00e9 \u2013 5 \u20ac";
    for (String name : new String[] {"UTF-8", "windows-1252"}) {
      byte[] bytes = page.getBytes(Charset.forName(name));
      assertEquals(name, "caf\u00e9 \u2013 5 \u20ac", read(bytes).text());
    }
    byte[] every = new byte[256 - 0x80];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) (0x80 + i);
    }
    String read = read(every).text();
    assertEquals(read, 127, read.length()); // a blank at the end is lost: no character is
  }

  @Test
  public void testAByteOrderMarkGoesBeforeWhatThePageSays() throws BadInputException {
    String page = "\uFEFF<meta charset=iso-8859-1><title>T\u00fcr</title>caf\u00e9";
    HtmlText expected = new HtmlText("T\u00fcr", "caf\u00e9", "", List.of());
    assertEquals(expected, HtmlText.parse(page, "", InputRules.DEFAULT, false));
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      assertEquals(expected, read(page.getBytes(charset)));
    }
  }

  @Test
  public void testAPageThatCanSaySoIsNotInUtf16() throws BadInputException {
    for (String name : new String[] {"utf-16", "UTF-16LE", "utf-16be"}) {
      byte[] bytes = ("<meta charset=" + name + ">caf\u00e9").getBytes(UTF_8);
      assertEquals("caf\u00e9", read(bytes).text());
    }
  }

  private static HtmlText xhtml(String page) throws BadInputException {
    return HtmlText.parseXhtml(page, "http://a/", InputRules.DEFAULT, true);
  }

  private static String xhtml(String head, String body) {
    return "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0"
        + " Strict//EN\" \"http://nowhere.invalid/xhtml1-strict.dtd\">\n<html"
        + " xmlns='http://www.w3.org/1999/xhtml'><head>"
        + head
        + "</head><body>"
        + body
        + "</body></html>";
  }

  @Test
  public void testXhtmlIsXml() throws BadInputException {
    String words = "some words of a text that is long enough to be the main text of a page here";
    HtmlText expected = new HtmlText("T", words, words, List.of());
    String title = "<title>T</title>";
    for (String head :
        List.of(
            title, "<script src='x'/>" + title, title + "<style/>", "<meta name='a'/>" + title)) {
      for (String body :
          List.of(
              "<p>" + words + "</p>",
              "<p><![CDATA[" + words + "]]></p>",
              "<iframe src='x'/><textarea/><p>" + words + "</p>",
              "<p><a id='a'/>" + words + "</p><div/>",
              "<script>//<![CDATA[\nif (a < b) { no(); }\n//]]></script><p>" + words + "</p>",
              "<svg xmlns='http://www.w3.org/2000/svg'><title>no</title></svg><p>" + words + "</p>",
              "<p hidden='hidden'>no</p><p>" + words + "</p>")) {
        assertEquals(head + body, expected, xhtml(xhtml(head, body)));
        assertEquals(head + body, expected, xhtml("\uFEFF" + xhtml(head, body)));
      }
    }
    assertEquals("a b \u00e9 &", xhtml(xhtml("<title/>", "<p>a&nbsp;b &eacute; &#38;</p>")).text());
    assertEquals("", xhtml(xhtml("<title/>", "seen")).title());
    String prefixed =
        xhtml("<title>T</title><style>no</style>", "<p>" + words + "</p>")
            .replace("xmlns=", "xmlns:h=")
            .replaceAll("<(/?)(?=[a-z])", "<$1h:");
    assertEquals(expected, xhtml(prefixed));
  }

  @Test
  public void testWhatIsNotWellFormedIsHtml() throws BadInputException {
    for (String body :
        List.of("<p>one<br>two", "<p>one & two</p>", "<p class=a>one</p>two", "<p>one<P>two</p>")) {
      String page = xhtml("<title>T</title>", body);
      assertEquals(HtmlText.parse(page, "http://a/", InputRules.DEFAULT, true), xhtml(page));
      assertTrue(page, xhtml(page).text().endsWith("two"));
    }
    assertEquals("one two", xhtml("<title>T<head></title><p>one<p>two").text());
    assertEquals(HtmlText.EMPTY, xhtml(""));
    String bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><html><p>one &c;</p></html>";
    assertEquals("one &c;", xhtml(bomb).text());
  }

  /** Whatever it is: the libraries have exceptions of their own for some. */
  @Test
  public void testDamagedXhtmlIsRead() throws BadInputException {
    String page = xhtml("<title>T</title>", "<p a='b'>one &amp; <![CDATA[two]]><!-- c --></p>");
    String found = "<>&;'\"/!?[]-: \u0000\uFFFF\ud800a";
    Random random = new Random(3);
    for (int round = 0; round < 10_000; round++) {
      StringBuilder damaged = new StringBuilder(page);
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(damaged.length());
        damaged.setCharAt(at, found.charAt(random.nextInt(found.length())));
      }
      assertNotNull(xhtml(damaged.toString()));
    }
    String nameless = "<!---><p><s:><!-- -->";
    assertNotNull(xhtml("<html xmlns:s='a'><body>" + nameless + "</p></body></html>"));
    String doctype = "<!DOCTYPE html [<!ELEMENT a\uFFFF>]>";
    assertEquals("]>seen", xhtml(doctype + "<html><body>seen</body></html>").text());
    assertEquals("one \uFFFD two", text("<p>one \uFFFF two"));
  }

  private static HtmlText read(byte[] bytes) throws BadInputException {
    Decoding.Text html = Decoding.read(bytes, WebCharset.declared(bytes, null, true));
    assertTrue(html.isWhole());
    return HtmlText.parse(html.text(), "", InputRules.DEFAULT, false);
  }

  private static String text(String html) throws BadInputException {
    return HtmlText.parse(html, "", InputRules.DEFAULT, false).text();
  }
}
