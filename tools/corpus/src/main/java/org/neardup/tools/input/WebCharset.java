// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the web means by the name of a character set: mostly more than the name says, as pages hold
 * what browsers read.
 *
 * @see <a href="https://encoding.spec.whatwg.org/#names-and-labels">the Encoding Standard</a>
 */
final class WebCharset {
  private static final String TABLE = "table.";

  /** By label, the character set. Java has aliases of its own, and some mean other sets. */
  private static final Map<String, Charset> BY_LABEL = new HashMap<>();

  static {
    Properties sets = new Properties();
    try (InputStream in = WebCharset.class.getResourceAsStream("web-charsets.properties")) {
      sets.load(new InputStreamReader(in, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String name : sets.stringPropertyNames()) {
      if (!name.startsWith(TABLE)) {
        Charset charset = charset(name, sets.getProperty(TABLE + name));
        for (String label : sets.getProperty(name).split(" ", -1)) {
          BY_LABEL.put(label, charset);
        }
      }
    }
  }

  /** What browsers read a page in that declares nothing; of most languages, as of Western ones. */
  static final Charset UNDECLARED = Charset.forName("windows-1252");

  /** In these, the bytes of ASCII may be parts of other characters, or stand for nothing. */
  private static final Set<String> NOT_ASCII =
      Set.of("UTF-16LE", "UTF-16BE", "ISO-2022-JP", "replacement");

  private static final int PROLOGUE_BYTES = 1024;
  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?i)(?:<meta[^>]*charset|^<\\?xml[^>]*encoding)\\s*=\\s*[\"']?\\s*([\\w.:-]+)");

  private WebCharset() {}

  /**
   * A character set of Java, or one that it does not have.
   *
   * @param table the characters of bytes from 160 on, or null
   */
  private static Charset charset(String name, String table) {
    String lower = characters(0, 0, 128);
    return switch (name) {
      case "replacement" -> new TableCharset(name, "\uFFFD".repeat(256)); // browsers refuse it
      case "x-user-defined" -> new TableCharset(name, lower + characters(0xF700, 128, 256));
      case "x-mac-cyrillic" -> {
        byte[] upper = characters(0, 128, 256).getBytes(ISO_8859_1);
        String ukrainian = new String(upper, Charset.forName("x-MacUkraine"));
        yield new TableCharset(name, lower + ukrainian.replace('¤', '€'));
      }
      default ->
          table == null
              ? Charset.forName(name)
              : new TableCharset(name, characters(0, 0, 160) + table);
    };
  }

  /** The characters of a block whose last bytes are in a range. */
  private static String characters(int block, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> Character.toString(block + i))
        .collect(Collectors.joining());
  }

  /** The character set that the web means by a name, in whatever case; null if it knows none. */
  static Charset named(String name) {
    return BY_LABEL.get(name.strip().toLowerCase(Locale.ROOT));
  }

  /**
   * The character set that the web means by a name, if tables can be told apart in it.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Charset requireAscii(String name) {
    Charset charset = named(name);
    if (charset == null || NOT_ASCII.contains(charset.name())) {
      throw new IllegalArgumentException(
          "--encoding must be a character set that browsers know and ASCII is a part of, such as"
              + " windows-1252 (UTF-16 is read by its byte order mark), got "
              + Limits.shown(name));
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
      charset = named(served);
    }
    return charset == null && isHtml ? ofPage(bytes) : charset;
  }

  private static Charset ofPage(byte[] bytes) {
    String prologue = new String(bytes, 0, Math.min(bytes.length, PROLOGUE_BYTES), ISO_8859_1);
    Matcher declaration = DECLARATION.matcher(prologue);
    while (declaration.find()) {
      Charset charset = named(declaration.group(1));
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

  /**
   * Whether a byte that is no character of the set is the control character with its number, as in
   * the sets of Windows that have one byte a character.
   */
  static boolean isControl(Charset charset, byte unmapped) {
    return charset.name().startsWith("windows-125")
        && Character.isISOControl(Byte.toUnsignedInt(unmapped));
  }

  /**
   * A character set of the web that the JDK does not have: one byte a character. It only decodes.
   */
  private static final class TableCharset extends Charset {
    /** In the place of a byte that stands for nothing. */
    static final char UNMAPPED = '\uFFFD';

    private final String characters;

    /**
     * Of a table.
     *
     * @param characters that the 256 bytes stand for
     */
    TableCharset(String name, String characters) {
      super(name, null);
      if (characters.length() != 1 << Byte.SIZE) {
        throw new IllegalArgumentException(
            name + " must have 256 characters, got " + characters.length());
      }
      this.characters = characters;
    }

    @Override
    public boolean contains(Charset other) {
      return equals(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
      return new CharsetDecoder(this, 1, 1) {
        @Override
        protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
          while (in.hasRemaining()) {
            if (!out.hasRemaining()) {
              return CoderResult.OVERFLOW;
            }
            char c = characters.charAt(Byte.toUnsignedInt(in.get(in.position())));
            if (c == UNMAPPED) {
              return CoderResult.unmappableForLength(1);
            }
            out.put(c);
            in.get();
          }
          return CoderResult.UNDERFLOW;
        }
      };
    }

    @Override
    public boolean canEncode() {
      return false;
    }

    @Override
    public CharsetEncoder newEncoder() {
      throw new UnsupportedOperationException(name() + " is only read");
    }
  }
}
