// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

/** Addresses within the site. */
final class Link {
  private Link() {}

  static String toDocument(String id) {
    return "/document?id=" + Parameters.encode(id);
  }

  static String toComparison(String a, String b) {
    return "/compare?a=" + Parameters.encode(a) + "&b=" + Parameters.encode(b);
  }

  static String toSimilar(String id) {
    return "/similar?id=" + Parameters.encode(id);
  }
}
