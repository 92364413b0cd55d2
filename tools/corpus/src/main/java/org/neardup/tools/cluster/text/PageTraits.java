// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.neardup.internal.sketch.Hashing;
import org.neardup.tools.input.Address;
import org.neardup.tools.input.InputDocument;

/**
 * Where a document comes from and what it looks like, as hashes: what kinds of clusters go by. A
 * hash of something that is not known is 0.
 *
 * @param host name in the {@code url} field, or in an id that is an address; empty if there is none
 * @param url the whole address
 * @param path the {@code path} field, or else the address
 * @param date the {@code date} field, or else {@code version}
 * @param mainText fingerprint of the main text
 * @param looksLikeError whether the whole text is short and has words of an error page; false if
 *     there is no host
 */
public record PageTraits(
    String host, long url, long path, long date, long mainText, boolean looksLikeError) {
  /** As many hashes as {@link #toLongs} gives. */
  public static final int LONGS = 5;

  private static final int MAX_ERROR_CHARACTERS = 1000;

  /** What pages have that say that there is no page. */
  private static final Pattern ERROR =
      Pattern.compile(
          "\\b(404|410|500|503|error|not (be )?found|cannot be|could not|no longer|(un|not )available"
              + "|does ?n[o']t exist|expired|forbidden|denied|removed)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Of these each has one, which is found many times as fast. */
  private static final List<String> HINTS =
      List.of(
          ("404 410 500 503 error found cannot could longer available exist expired forbidden denied"
                  + " removed")
              .split(" "));

  /**
   * Those of a document.
   *
   * @param areTexts whether texts are compared, so that it matters what they look like
   */
  static PageTraits of(InputDocument input, long mainText, boolean areTexts) {
    String url = input.first("url");
    String address = url.isEmpty() ? input.id() : url;
    String host = Address.host(address);
    String path = input.first("path");
    String date = input.first("date");
    return new PageTraits(
        host,
        host.isEmpty() ? 0 : hash(address),
        hash(path.isEmpty() && !host.isEmpty() ? address : path),
        hash(date.isEmpty() ? input.first("version") : date),
        mainText,
        areTexts && !host.isEmpty() && looksLikeError(input.text()));
  }

  /** Whether a text is short and has words of an error page, whole ones and in any case. */
  static boolean looksLikeError(String text) {
    return text.length() <= MAX_ERROR_CHARACTERS
        && HINTS.stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains)
        && ERROR.matcher(text).find();
  }

  private static long hash(String value) {
    return value.isEmpty() ? 0 : Hashing.hash(value, 0);
  }

  /** The hashes, as they are stored. */
  public long[] toLongs() {
    return new long[] {url, path, date, mainText, looksLikeError ? 1 : 0};
  }

  /** What {@link #toLongs} gave. */
  public static PageTraits ofLongs(String host, long[] stored) {
    return new PageTraits(host, stored[0], stored[1], stored[2], stored[3], stored[4] != 0);
  }
}
