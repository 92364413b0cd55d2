// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.select.NodeFilter;

/**
 * What a reader sees of a page: what browsers do not show dropped, see {@link Rendering}, each tag
 * read as a space, runs of white space as one space.
 *
 * @param title from the title element; empty when there is none
 * @param text all visible text
 * @param mainText of it, what {@link Visible} finds; empty if that was not asked for
 * @param links where it points to, see {@link PageLinks}; empty if that was not asked for
 */
record HtmlText(String title, String text, String mainText, List<String> links) {
  private static final Pattern DOCTYPE = Pattern.compile("(?s)<!DOCTYPE[^\\[>]*(\\[.*?\\]\\s*)?>");

  static final HtmlText EMPTY = new HtmlText("", "", "", List.of());

  /**
   * Reads a page of HTML.
   *
   * @param address of the page; empty if it is not known
   * @param mainText whether to find the main text too
   */
  static HtmlText parse(String html, String address, InputRules rules, boolean mainText) {
    // For jsoup, the character U+FFFF is the end.
    String whole = ByteOrderMark.strip(html).replace('\uFFFF', '\uFFFD');
    return of(Jsoup.parse(whole, address), address, rules, mainText);
  }

  /** The same of XHTML, which is read as XML; as HTML if it is not well-formed. */
  static HtmlText parseXhtml(String xhtml, String address, InputRules rules, boolean mainText) {
    String xml = ByteOrderMark.strip(xhtml);
    if (!isWellFormed(xml)) {
      return parse(xml, address, rules, mainText);
    }
    String content = DOCTYPE.matcher(xml).replaceFirst(""); // jsoup takes what is in it for text
    Document page = Jsoup.parse(content, address, Parser.xmlParser());
    for (Element each : page.getAllElements()) {
      Tag tag = each.tag();
      if (!tag.prefix().isEmpty() && !tag.localName().isEmpty()) {
        each.tagName(tag.localName(), tag.namespace());
      }
    }
    return of(page, address, rules, mainText);
  }

  /** For what jsoup reads, whatever it is. Nothing is fetched, and no entity grows. */
  private static boolean isWellFormed(String xml) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
      while (reader.hasNext()) {
        reader.next();
      }
      return true;
    } catch (XMLStreamException | RuntimeException e) { // of the library: the text may be anything
      return false;
    }
  }

  private static HtmlText of(Document page, String address, InputRules rules, boolean mainText) {
    Visible visible = new Visible(mainText);
    page.filter(visible);
    List<String> links = PageLinks.areWanted(rules) ? PageLinks.of(page, address) : List.of();
    return new HtmlText(
        InputDocument.withoutUnpairedSurrogates(page.title()),
        InputDocument.withoutUnpairedSurrogates(
            StringUtil.normaliseWhitespace(visible.all.toString()).strip()),
        InputDocument.withoutUnpairedSurrogates(visible.mainText()),
        links);
  }

  /** The document of a page without other fields than these, and the links that are asked for. */
  InputDocument document(String id, Map<String, List<String>> fields, InputRules rules) {
    return new InputDocument(id, title, text, mainText, PageLinks.with(fields, links, rules));
  }

  /**
   * Collects text nodes; a tag on the way, opened or closed, is a space. And finds the main text,
   * if that is asked for: what is not navigation, legal notes and the like. A page is cut into
   * blocks at block elements; how many words a block and its neighbours have, and how many of them
   * are links, decides.
   *
   * @see <a href="https://doi.org/10.1145/1718487.1718542">Kohlschütter, Fankhauser, Nejdl,
   *     Boilerplate detection using shallow text features, 2010, algorithm 2</a>
   */
  private static final class Visible implements NodeFilter {
    private static final Block NONE = new Block("", 0, 0);

    /** Text between two block elements. */
    private record Block(String text, int words, int linkedWords) {
      double linkDensity() {
        return words == 0 ? 0 : (double) linkedWords / words;
      }
    }

    private final StringBuilder all = new StringBuilder();
    private final boolean isMainWanted;
    private final List<Block> blocks = new ArrayList<>();
    private StringBuilder text = new StringBuilder();
    private int linkedWords;
    private int openLinks;

    Visible(boolean isMainWanted) {
      this.isMainWanted = isMainWanted;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode words) {
        String added = words.getWholeText();
        all.append(added);
        text.append(isMainWanted ? added : "");
        linkedWords += isMainWanted && openLinks > 0 ? new StringTokenizer(added).countTokens() : 0;
      } else if (node instanceof Element element) {
        all.append(' ');
        if (!Rendering.shows(element)) {
          return FilterResult.SKIP_ENTIRELY;
        }
        border(element);
        openLinks += element.normalName().equals("a") ? 1 : 0;
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof Element element) {
        all.append(' ');
        border(element);
        openLinks -= element.normalName().equals("a") ? 1 : 0;
      }
      return FilterResult.CONTINUE;
    }

    private void border(Element element) {
      if (isMainWanted && Tag.valueOf(element.normalName()).isBlock()) { // of XML, too
        endBlock();
      } else {
        text.append(' ');
      }
    }

    private void endBlock() {
      StringTokenizer words = new StringTokenizer(text.toString());
      if (words.hasMoreTokens()) {
        List<String> inBlock = new ArrayList<>();
        words.asIterator().forEachRemaining(word -> inBlock.add((String) word));
        blocks.add(new Block(String.join(" ", inBlock), inBlock.size(), linkedWords));
      }
      text = new StringBuilder();
      linkedWords = 0;
    }

    /** Its words separated by single spaces; empty if there is none, or it was not asked for. */
    private String mainText() {
      endBlock();
      List<String> main = new ArrayList<>();
      for (int i = 0; i < blocks.size(); i++) {
        Block previous = i == 0 ? NONE : blocks.get(i - 1);
        Block next = i == blocks.size() - 1 ? NONE : blocks.get(i + 1);
        if (isMain(previous, blocks.get(i), next)) {
          main.add(blocks.get(i).text);
        }
      }
      return String.join(" ", main);
    }

    /** The decision tree of the paper. */
    private static boolean isMain(Block previous, Block block, Block next) {
      if (block.linkDensity() > 0.333333) {
        return false;
      } else if (previous.linkDensity() <= 0.555556) {
        return block.words > 16 || next.words > 15 || previous.words > 4;
      }
      return block.words > 40 || next.words > 17;
    }
  }
}
