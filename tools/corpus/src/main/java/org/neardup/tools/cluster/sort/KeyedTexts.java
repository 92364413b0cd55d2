// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Entries of a key and a text each, in one number: as many of the key's leading bits as the text's
 * number leaves. That two keys fall together so costs a needless comparison, nothing else.
 */
public final class KeyedTexts {
  private static final int TEXTS_A_PIECE = 1 << 10;

  private KeyedTexts() {}

  /** Makes keys. For one thread: each piece of work has one of its own. */
  @FunctionalInterface
  public interface Keys {
    long[] of(int text) throws IOException;
  }

  /** Bits that number so many texts. */
  public static int textBits(int texts) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(texts));
  }

  public static int text(long entry, int textBits) {
    return (int) (entry & mask(textBits));
  }

  public static long mask(int bits) {
    return (1L << bits) - 1;
  }

  /** Sorts the entries of all texts, made by all threads. */
  public static LongCursor sorted(int texts, Supplier<Keys> makers, Workspace work)
      throws IOException {
    long mask = mask(textBits(texts));
    return sortedEntries(
        texts,
        () -> {
          Keys keys = makers.get();
          return text -> {
            long[] entries = keys.of(text);
            for (int i = 0; i < entries.length; i++) {
              entries[i] = (entries[i] & ~mask) | text;
            }
            return entries;
          };
        },
        work);
  }

  /** The same for keys that are entries already. */
  public static LongCursor sortedEntries(int texts, Supplier<Keys> makers, Workspace work)
      throws IOException {
    int pieces = Math.ceilDiv(texts, TEXTS_A_PIECE);
    return new LongSorter(work, false)
        .sorted(pieces, i -> entries(i * TEXTS_A_PIECE, texts, makers.get()));
  }

  private static LongArrayList entries(int from, int end, Keys keys) throws IOException {
    LongArrayList entries = new LongArrayList();
    for (int text = from; text < Math.min(end, from + TEXTS_A_PIECE); text++) {
      for (long entry : keys.of(text)) {
        entries.add(entry);
      }
    }
    return entries;
  }
}
