// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import org.neardup.sketch.Hashing;
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
 * @param looksLikeError whether the whole text is short and has words of an error page
 */
public record PageTraits(
    String host, long url, long path, long date, long mainText, boolean looksLikeError) {
  /** As many hashes as {@link #toLongs} gives. */
  public static final int LONGS = 5;

  static PageTraits of(InputDocument input, long mainText, boolean looksLikeError) {
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
        looksLikeError);
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
