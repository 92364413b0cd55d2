// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.text.PageTraits;

/** A document with text, as a record of a block. Mutable. */
final class DocumentEntry {
  static final byte[] NONE = {};
  static final int PAGE_LONGS = 5;

  /** Its place in the order of all documents. */
  long number;

  /** By what it is sorted to get a number; empty if it has one. */
  byte[] sortKey = NONE;

  /** Identifies the row that it came from, together with the hash of its text. */
  long rowHash;

  /** Hash of its text, character by character, and of its scope. */
  long textHash;

  /** Fingerprint of its text. */
  long print;

  /** Elements of its text, repeats included. */
  int elements;

  long[] page = new long[PAGE_LONGS];

  /** UTF-8, as it is handed on more often than it is read. */
  byte[] id;

  String host;

  /** Empty where another record brings it. */
  byte[] sketch = NONE;

  DocumentEntry read(BlockReader in) {
    number = in.getLong();
    sortKey = in.getCounted();
    rowHash = in.getLong();
    textHash = in.getLong();
    print = in.getLong();
    elements = in.getInt();
    for (int i = 0; i < PAGE_LONGS; i++) {
      page[i] = in.getLong();
    }
    id = in.getCounted();
    host = in.getString();
    sketch = in.getCounted();
    return this;
  }

  void write(BlockWriter out) {
    out.putLong(number).putCounted(sortKey).putLong(rowHash).putLong(textHash).putLong(print);
    out.putInt(elements);
    for (long hash : page) {
      out.putLong(hash);
    }
    out.putCounted(id).putString(host).putCounted(sketch);
  }

  String idText() {
    return new String(id, UTF_8);
  }

  PageTraits traits() {
    return PageTraits.ofLongs(host, page);
  }
}
