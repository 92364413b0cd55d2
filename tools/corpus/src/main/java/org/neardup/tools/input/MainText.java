// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * Finds the main text of a page: what is not navigation, legal notes and the like. A page is cut
 * into blocks at block elements; how many words a block and its neighbours have, and how many of
 * them are links, decides.
 *
 * @see <a href="https://doi.org/10.1145/1718487.1718542">Kohlschütter, Fankhauser, Nejdl,
 *     Boilerplate detection using shallow text features, 2010, algorithm 2</a>
 */
final class MainText implements NodeFilter {
  private static final Block NONE = new Block("", 0, 0);

  /** Text between two block elements. */
  private record Block(String text, int words, int linkedWords) {
    double linkDensity() {
      return words == 0 ? 0 : (double) linkedWords / words;
    }
  }

  private final List<Block> blocks = new ArrayList<>();
  private StringBuilder text = new StringBuilder();
  private int linkedWords;
  private int openLinks;

  private MainText() {}

  /** The main text, its words separated by single spaces; empty if there is none. */
  static String of(Document page) {
    MainText main = new MainText();
    page.filter(main);
    main.endBlock();
    return main.mainText();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode words) {
      text.append(words.getWholeText());
      linkedWords += openLinks > 0 ? new StringTokenizer(words.getWholeText()).countTokens() : 0;
    } else if (node instanceof Element element) {
      if (HtmlText.isHidden(element)) {
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
      border(element);
      openLinks -= element.normalName().equals("a") ? 1 : 0;
    }
    return FilterResult.CONTINUE;
  }

  private void border(Element element) {
    if (element.isBlock()) {
      endBlock();
    } else {
      text.append(' ');
    }
  }

  private void endBlock() {
    StringTokenizer words = new StringTokenizer(text.toString());
    if (words.hasMoreTokens()) {
      List<String> all = new ArrayList<>();
      words.asIterator().forEachRemaining(word -> all.add((String) word));
      blocks.add(new Block(String.join(" ", all), all.size(), linkedWords));
    }
    text = new StringBuilder();
    linkedWords = 0;
  }

  private String mainText() {
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
