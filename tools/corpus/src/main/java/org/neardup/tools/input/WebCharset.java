// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;

/**
 * What the web means by the name of a character set: mostly more than the name says, as pages hold
 * what browsers read.
 *
 * @see <a href="https://encoding.spec.whatwg.org/#names-and-labels">the Encoding Standard</a>
 */
final class WebCharset {
  /** Names of the web that Java does not know. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("iso88591", "ISO-8859-1"),
          Map.entry("x-cp1252", "windows-1252"),
          Map.entry("iso88599", "ISO-8859-9"),
          Map.entry("x-cp1254", "windows-1254"),
          Map.entry("chinese", "GB2312"),
          Map.entry("csgb2312", "GB2312"),
          Map.entry("csiso58gb231280", "GB2312"),
          Map.entry("gb_2312", "GB2312"),
          Map.entry("gb_2312-80", "GB2312"),
          Map.entry("iso-ir-58", "GB2312"),
          Map.entry("x-gbk", "GBK"),
          Map.entry("csksc56011987", "EUC-KR"),
          Map.entry("iso-ir-149", "EUC-KR"),
          Map.entry("korean", "EUC-KR"),
          Map.entry("ks_c_5601-1989", "EUC-KR"));

  /** By Java's names, the larger set that is read instead. */
  private static final Map<String, String> READ_AS =
      Map.of(
          "US-ASCII", "windows-1252",
          "ISO-8859-1", "windows-1252",
          "ISO-8859-9", "windows-1254",
          "GB2312", "GB18030",
          "GBK", "GB18030",
          "Shift_JIS", "windows-31j",
          "EUC-KR", "x-windows-949");

  /** What browsers read a page in that declares nothing; of most languages, as of Western ones. */
  static final Charset UNDECLARED = Charset.forName("windows-1252");

  private WebCharset() {}

  /** The character set that a page means by a name, in whatever case. */
  static Charset named(String name) throws BadInputException {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      Charset named = Charset.forName(NAMES.getOrDefault(lower, lower));
      String readAs = READ_AS.get(named.name());
      return readAs == null ? named : Charset.forName(readAs);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("unknown character set, got " + Limits.shown(name));
    }
  }

  /**
   * Whether a byte that is no character of the set is the control character with its number, as in
   * the sets of Windows that have one byte a character.
   */
  static boolean isControl(Charset charset, byte unmapped) {
    return charset.name().startsWith("windows-125")
        && Character.isISOControl(Byte.toUnsignedInt(unmapped));
  }
}
