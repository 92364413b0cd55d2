// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * What a reader sees of a page: head, scripts, styles and comments dropped, each tag read as a
 * space, runs of white space as one space.
 *
 * @param title from the title element; empty when there is none
 * @param text all visible text
 * @param mainText of it, what {@link MainText} finds; empty if that was not asked for
 * @param links where it points to, see {@link PageLinks}; empty if that was not asked for
 */
record HtmlText(String title, String text, String mainText, List<String> links) {
  static final HtmlText EMPTY = new HtmlText("", "", "", List.of());

  private static final int PROLOGUE_BYTES = 1024;
  private static final Pattern DECLARED_CHARSET =
      Pattern.compile("<meta[^>]*charset\\s*=\\s*[\"']?([\\w.:-]+)", Pattern.CASE_INSENSITIVE);

  /**
   * Reads a page.
   *
   * @param address of the page; empty if it is not known
   * @param mainText whether to find the main text too
   * @throws BadInputException if it takes too much memory
   */
  static HtmlText parse(String html, String address, InputRules rules, boolean mainText)
      throws BadInputException {
    new DocumentMemory(rules.maxMemoryBytes()).requirePage(html);
    Document page = Jsoup.parse(ByteOrderMark.strip(html), address);
    StringBuilder text = new StringBuilder();
    page.filter(new VisibleText(text));
    List<String> links = PageLinks.areWanted(rules) ? PageLinks.of(page, address) : List.of();
    return new HtmlText(
        InputDocument.withoutUnpairedSurrogates(page.title()),
        InputDocument.withoutUnpairedSurrogates(
            StringUtil.normaliseWhitespace(text.toString()).strip()),
        mainText ? InputDocument.withoutUnpairedSurrogates(MainText.of(page)) : "",
        links);
  }

  /** The document of a page without other fields than these, and the links that are asked for. */
  InputDocument document(String id, Map<String, List<String>> fields, InputRules rules) {
    return new InputDocument(id, title, text, mainText, PageLinks.with(fields, links, rules));
  }

  /**
   * Reads the bytes in the character set of their byte order mark, else in that which the page
   * declares, else in UTF-8 if they are that, else as browsers do.
   */
  static HtmlText parse(byte[] bytes, String address, InputRules rules, boolean mainText)
      throws BadInputException {
    Charset charset = declaredCharset(bytes);
    String html =
        charset == null ? Decoding.decodeUndeclared(bytes) : Decoding.decode(bytes, charset);
    return parse(html, address, rules, mainText);
  }

  /** Null if none is declared. */
  private static Charset declaredCharset(byte[] bytes) throws BadInputException {
    Charset marked = ByteOrderMark.charset(bytes);
    if (marked != null) {
      return marked;
    }
    String prologue = new String(bytes, 0, Math.min(bytes.length, PROLOGUE_BYTES), ISO_8859_1);
    Matcher declaration = DECLARED_CHARSET.matcher(prologue);
    if (!declaration.find()) {
      return null;
    }
    Charset declared = WebCharset.named(declaration.group(1));
    // In UTF-16 the declaration would not have been found: HTML takes it for UTF-8.
    return declared.name().contains("UTF-16") ? UTF_8 : declared;
  }

  /** Whether its content is invisible. */
  static boolean isHidden(Element element) {
    return switch (element.normalName()) {
      case "head", "script", "style" -> true;
      default -> false;
    };
  }

  /** Collects text nodes; a tag on the way, opened or closed, is a space. */
  private record VisibleText(StringBuilder text) implements NodeFilter {

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode words) {
        text.append(words.getWholeText());
      } else if (node instanceof Element element) {
        text.append(' ');
        return isHidden(element) ? FilterResult.SKIP_ENTIRELY : FilterResult.CONTINUE;
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof Element) {
        text.append(' ');
      }
      return FilterResult.CONTINUE;
    }
  }
}
