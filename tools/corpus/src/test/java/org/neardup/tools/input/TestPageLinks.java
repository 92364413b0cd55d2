// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.Test;

public class TestPageLinks {
  private static final InputRules WANTED =
      InputRules.DEFAULT.withSets(new SetFields(Set.of("links", "hosts"), false));

  private static List<String> links(String html, String address) throws BadInputException {
    return HtmlText.parse(html, address, WANTED, false).links();
  }

  @Test
  public void testLinksToOtherHostsAreAbsoluteAndThereOnce() throws BadInputException {
    assertEquals(
        List.of(
            "http://b.example/",
            "https://c.example/X?q=1",
            "http://d.example/?q",
            "http://e.example:8080/f"),
        links(
            "<a href='/own'>a</a> <a href='http://A.example/own'>a</a>"
                + "<a href='HTTP://B.Example#part'>b</a> <a href='http://b.example/'>b</a>"
                + "<a href='https://c.example/X?q=1#f'>c</a> <area href=' //d.example?q '>"
                + "<a href='mailto:x@y.example'>m</a> <a href='javascript:x()'>j</a>"
                + "<a href='http://'>n</a> <a>none</a> <a href='http://E.example:8080/f'>e</a>"
                + "<link href='http://f.example/style.css'>",
            "http://a.example/page"));
  }

  @Test
  public void testWithoutAddressTheBaseHelps() throws BadInputException {
    assertEquals(
        List.of("http://a.example/b", "http://c.example/"),
        links(
            "<base href='http://a.example/x'><a href='b'>1</a> <a href='http://c.example'>2</a>",
            ""));
    assertEquals(List.of(), links("<a href='b'>1</a>", ""));
  }

  @Test
  public void testLinksAreReadOnlyIfWanted() throws BadInputException {
    String html = "<a href='http://b.example/'>b</a>";
    assertEquals(List.of(), HtmlText.parse(html, "", InputRules.DEFAULT, false).links());
    assertFalse(
        read("{\"id\": \"a\", \"html\": \"" + html + "\"}", InputRules.DEFAULT)
            .names()
            .contains("links"));
  }

  @Test
  public void testJsonHasLinksOfItsHtmlAndKeysGoBefore() throws BadInputException {
    String html = "<a href='/x'>x</a> <a href='http://b.example/1'>b</a> http://c.example/";
    InputDocument page =
        read(
            "{\"id\": \"1\", \"url\": \"http://a.example/\", \"text\": \"t\", \"html\": \""
                + html
                + "\"}",
            WANTED);
    assertEquals("t", page.text());
    assertEquals(List.of("http://b.example/1"), page.values("links"));
    assertEquals(List.of("b.example"), page.values("hosts"));
    InputDocument given =
        read("{\"id\": \"1\", \"hosts\": [\"z\"], \"html\": \"" + html + "\"}", WANTED);
    assertEquals(List.of("z"), given.values("hosts"));
    assertEquals(List.of("http://b.example/1"), given.values("links"));
  }

  private static InputDocument read(String json, InputRules rules) throws BadInputException {
    List<RawDocument> documents = new ArrayList<>();
    try {
      new Inputs(
              List.of("-"),
              new ByteArrayInputStream((json + "\n").getBytes(StandardCharsets.UTF_8)),
              rules)
          .read(documents::add);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return documents.getFirst().parser().parse();
  }
}
