// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
 * @param looksLikeError whether the text is short and has words of an error page
 */
public record PageTraits(
    String host, long url, long path, long date, long mainText, boolean looksLikeError) {
  private static final int ERROR_CHARACTERS = 1000;

  private static final Pattern ERROR_WORDS =
      Pattern.compile(
          "\\b(404|410|500|503|error|not (be )?found|cannot be|could not|no longer|(un|not )available"
              + "|does ?n[o']t exist|expired|forbidden|denied|removed)\\b",
          Pattern.CASE_INSENSITIVE);

  static PageTraits of(InputDocument input, long mainText) {
    String url = first(input.fields(), "url");
    String address = url.isEmpty() ? input.id() : url;
    String host = Address.host(address);
    String path = first(input.fields(), "path");
    String date = first(input.fields(), "date");
    return new PageTraits(
        host,
        host.isEmpty() ? 0 : hash(address),
        hash(path.isEmpty() && !host.isEmpty() ? address : path),
        hash(date.isEmpty() ? first(input.fields(), "version") : date),
        mainText,
        looksLikeError(input.text()));
  }

  private static String first(Map<String, List<String>> fields, String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.getFirst();
  }

  private static long hash(String value) {
    return value.isEmpty() ? 0 : Hashing.hash(value, 0);
  }

  private static boolean looksLikeError(String text) {
    return text.length() <= ERROR_CHARACTERS && ERROR_WORDS.matcher(text).find();
  }

  /** The hashes, as they are stored. */
  long[] toLongs() {
    return new long[] {url, path, date, mainText, looksLikeError ? 1 : 0};
  }

  static PageTraits ofLongs(String host, long[] stored) {
    return new PageTraits(host, stored[0], stored[1], stored[2], stored[3], stored[4] != 0);
  }
}
