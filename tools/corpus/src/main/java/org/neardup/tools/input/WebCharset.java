// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the web means by the name of a character set: mostly more than the name says, as pages hold
 * what browsers read.
 *
 * @see <a href="https://encoding.spec.whatwg.org/#names-and-labels">the Encoding Standard</a>
 */
final class WebCharset {
  private static final String ASCII = new String(bytes(0, 128), US_ASCII);
  private static final String LATIN_1_CONTROLS = new String(bytes(128, 160), ISO_8859_1);

  /** By label, the character set. Java has aliases of its own, and some mean other sets. */
  private static final Map<String, Charset> BY_LABEL = new HashMap<>();

  static {
    add("UTF-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8");
    add("IBM866", "866 cp866 csibm866 ibm866");
    add("ISO-8859-2", latin(2, "csisolatin2 iso-ir-101 l2 latin2 iso_8859-2:1987"));
    add("ISO-8859-3", latin(3, "csisolatin3 iso-ir-109 l3 latin3 iso_8859-3:1988"));
    add("ISO-8859-4", latin(4, "csisolatin4 iso-ir-110 l4 latin4 iso_8859-4:1988"));
    add("ISO-8859-5", latin(5, "csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988"));
    add(
        "ISO-8859-6",
        latin(6, "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e")
            + " iso-8859-6-i iso-ir-127 iso_8859-6:1987");
    add(
        "ISO-8859-7",
        latin(7, "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 sun_eu_greek")
            + " iso_8859-7:1987");
    add(
        "ISO-8859-8",
        latin(8, "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i")
            + " iso-ir-138 iso_8859-8:1988 logical visual");
    add(
        new TableCharset(
            "ISO-8859-10",
            ASCII
                + LATIN_1_CONTROLS
                + "\u00A0ĄĒĢĪĨĶ§ĻĐŠŦŽ\u00ADŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß"
                + "āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ"),
        "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6");
    add("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913");
    add(
        new TableCharset(
            "ISO-8859-14",
            ASCII
                + LATIN_1_CONTROLS
                + "\u00A0Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u00AD®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶß"
                + "àáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ"),
        "iso-8859-14 iso8859-14 iso885914");
    add("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9");
    add("ISO-8859-16", "iso-8859-16");
    add("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r");
    add("KOI8-U", "koi8-ru koi8-u");
    add("x-MacRoman", "csmacintosh mac macintosh x-mac-roman");
    add("x-windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874");
    add("windows-1250", "cp1250 windows-1250 x-cp1250");
    add("windows-1251", "cp1251 windows-1251 x-cp1251");
    add(
        "windows-1252",
        latin(1, "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-ir-100 l1 latin1")
            + " iso_8859-1:1987 us-ascii windows-1252 x-cp1252");
    add("windows-1253", "cp1253 windows-1253 x-cp1253");
    add(
        "windows-1254",
        latin(9, "cp1254 csisolatin5 iso-ir-148 l5 latin5 windows-1254 x-cp1254")
            + " iso_8859-9:1989");
    add("windows-1255", "cp1255 windows-1255 x-cp1255");
    add("windows-1256", "cp1256 windows-1256 x-cp1256");
    add("windows-1257", "cp1257 windows-1257 x-cp1257");
    add("windows-1258", "cp1258 windows-1258 x-cp1258");
    add(
        new TableCharset(
            "x-mac-cyrillic",
            new String(bytes(0, 256), Charset.forName("x-MacUkraine")).replace('¤', '€')),
        "x-mac-cyrillic x-mac-ukrainian");
    add(
        "GB18030",
        "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030");
    add("Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5");
    add("EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp");
    add("ISO-2022-JP", "csiso2022jp iso-2022-jp");
    add("windows-31j", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis");
    add(
        "x-windows-949",
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601"
            + " ksc_5601 windows-949");
    add(
        new TableCharset("replacement", "\uFFFD".repeat(256)), // what browsers refuse to read
        "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement");
    add("UTF-16BE", "unicodefffe utf-16be");
    add("UTF-16LE", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le");
    StringBuilder userDefined = new StringBuilder(ASCII);
    for (char c = 0xF780; c < 0xF800; c++) {
      userDefined.append(c);
    }
    add(new TableCharset("x-user-defined", userDefined.toString()), "x-user-defined");
  }

  /** What browsers read a page in that declares nothing; of most languages, as of Western ones. */
  static final Charset UNDECLARED = Charset.forName("windows-1252");

  private static final int PROLOGUE_BYTES = 1024;
  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?i)(?:<meta[^>]*charset|^<\\?xml[^>]*encoding)\\s*=\\s*[\"']?\\s*([\\w.:-]+)");

  private WebCharset() {}

  private static byte[] bytes(int from, int to) {
    byte[] bytes = new byte[to - from];
    for (int i = from; i < to; i++) {
      bytes[i - from] = (byte) i;
    }
    return bytes;
  }

  /** The labels that all of ISO 8859 up to part 9 have, and others. */
  private static String latin(int part, String others) {
    return others + " iso-8859-# iso8859-# iso8859# iso_8859-#".replace("#", "" + part);
  }

  private static void add(String charset, String labels) {
    add(Charset.forName(charset), labels);
  }

  private static void add(Charset charset, String labels) {
    for (String label : labels.split(" ", -1)) {
      BY_LABEL.put(label, charset);
    }
  }

  /**
   * The character set that the web means by a name, in whatever case.
   *
   * @throws BadInputException if it knows none
   */
  static Charset named(String name) throws BadInputException {
    Charset charset = BY_LABEL.get(name.strip().toLowerCase(Locale.ROOT));
    if (charset == null) {
      throw new BadInputException("unknown character set, got " + Limits.shown(name));
    }
    return charset;
  }

  /**
   * The character set of the byte order mark, else that which the server says, else that which the
   * page declares; a name that the web does not know is no name. Null if there is none.
   *
   * @param served what the server says; may be null
   * @param isHtml whether it is a page, which may declare one
   */
  static Charset declared(byte[] bytes, String served, boolean isHtml) {
    Charset charset = ByteOrderMark.charset(bytes);
    if (charset == null && served != null) {
      charset = known(served);
    }
    return charset == null && isHtml ? ofPage(bytes) : charset;
  }

  private static Charset ofPage(byte[] bytes) {
    String prologue = new String(bytes, 0, Math.min(bytes.length, PROLOGUE_BYTES), ISO_8859_1);
    Matcher declaration = DECLARATION.matcher(prologue);
    while (declaration.find()) {
      Charset charset = known(declaration.group(1));
      if (charset != null) {
        return switch (charset.name()) { // as HTML has it: in UTF-16, nothing would be found
          case "UTF-16BE", "UTF-16LE" -> UTF_8;
          case "x-user-defined" -> UNDECLARED;
          default -> charset;
        };
      }
    }
    return null;
  }

  private static Charset known(String name) {
    try {
      return named(name);
    } catch (BadInputException e) {
      return null; // the next source may say
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
