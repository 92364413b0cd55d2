// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Where a page points to: the absolute addresses of its links that lead to other hosts, as fields
 * that are compared as sets.
 */
final class PageLinks {
  /** The addresses, without what follows a {@code #}. */
  static final String LINKS = "links";

  /** The hosts of these. */
  static final String HOSTS = "hosts";

  private PageLinks() {}

  /** Whether one of the fields is asked for. */
  static boolean areWanted(InputRules rules) {
    return rules.sets().names().contains(LINKS) || rules.sets().names().contains(HOSTS);
  }

  /**
   * The addresses that a page links to, each once, in its order: of http and https, with a host,
   * and not that of the page itself.
   *
   * @param address of the page, which relative links and the name of its own host are taken from;
   *     empty if it is not known
   */
  static List<String> of(Document page, String address) {
    String own = Address.host(address);
    Set<String> links = new LinkedHashSet<>();
    for (Element link : page.select("a[href], area[href]")) {
      String target = link.absUrl("href");
      if (Address.isWeb(target) && !Address.host(target).equals(own)) {
        links.add(InputDocument.withoutUnpairedSurrogates(normal(target)));
      }
    }
    return List.copyOf(links);
  }

  /** Scheme and host in lower case, a path, and no fragment. */
  private static String normal(String address) {
    String whole = address.replaceFirst("#.*", "").strip();
    int start = whole.indexOf("://") + 3;
    int end = start;
    while (end < whole.length() && "/?".indexOf(whole.charAt(end)) < 0) {
      end++;
    }
    String rest = whole.substring(end);
    return whole.substring(0, end).toLowerCase(Locale.ROOT)
        + (rest.startsWith("/") ? rest : "/" + rest);
  }

  /**
   * The fields of a document, and those of the links that are asked for, unless the document has
   * them.
   */
  static Map<String, List<String>> with(
      Map<String, List<String>> fields, List<String> links, InputRules rules) {
    if (!areWanted(rules)) {
      return fields;
    }
    Map<String, List<String>> all = new LinkedHashMap<>(fields);
    add(all, LINKS, links, rules);
    add(all, HOSTS, links.stream().map(Address::host).distinct().toList(), rules);
    return all;
  }

  private static void add(
      Map<String, List<String>> fields, String name, List<String> values, InputRules rules) {
    if (rules.sets().names().contains(name) && !values.isEmpty()) {
      fields.putIfAbsent(name, values);
    }
  }
}
