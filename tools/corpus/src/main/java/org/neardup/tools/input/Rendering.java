// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * What of a page a browser shows by its own style sheet, with scripts on and before any has run.
 * Style sheets of the page do not count. What a reader opens with a click, as {@code details}, is
 * shown.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements">HTML</a>
 * @see <a href="https://www.w3.org/TR/mathml-core/#user-agent-stylesheet">MathML</a>
 * @see <a href="https://www.w3.org/TR/SVG2/render.html#TermNeverRenderedElement">SVG</a>
 */
final class Rendering {
  /** The last line: for browsers that do not know the element. */
  private static final Set<String> HTML =
      Set.of(
          "area",
          "base",
          "basefont",
          "datalist",
          "head",
          "link",
          "meta",
          "noembed",
          "noframes",
          "noscript",
          "param",
          "rp",
          "script",
          "style",
          "title",
          "audio",
          "canvas",
          "iframe",
          "meter",
          "progress",
          "video");

  private static final Set<String> MATHML = Set.of("annotation", "annotation-xml", "mphantom");

  /** What has one of several in it that is shown. */
  private static final Set<String> FIRST_ONLY = Set.of("semantics", "maction");

  private static final Set<String> SVG =
      Set.of(
          "clippath",
          "defs",
          "desc",
          "lineargradient",
          "marker",
          "mask",
          "metadata",
          "pattern",
          "radialgradient",
          "script",
          "style",
          "symbol",
          "title");

  private Rendering() {}

  /** Whether an element is shown where the one is that it is in. */
  static boolean shows(Element element) {
    String name = element.normalName();
    return switch (element.tag().namespace()) {
      case Parser.NamespaceSvg -> !SVG.contains(name);
      case Parser.NamespaceMathml -> !MATHML.contains(name) && !isBesideFirst(element);
      default -> !HTML.contains(name) && !isClosed(element, name) && !isHidden(element);
    };
  }

  private static boolean isBesideFirst(Element element) {
    Element parent = element.parent();
    return parent != null
        && FIRST_ONLY.contains(parent.normalName())
        && element.previousElementSibling() != null;
  }

  private static boolean isClosed(Element element, String name) {
    return switch (name) {
      case "template" -> !element.hasAttr("shadowrootmode");
      case "dialog" -> !element.hasAttr("open");
      default -> element.hasAttr("popover");
    };
  }

  /** What is found by a search within the page is shown then. */
  private static boolean isHidden(Element element) {
    return element.hasAttr("hidden") && !element.attr("hidden").equalsIgnoreCase("until-found");
  }
}
