// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.analysis.PackedTokens;
import org.neardup.codec.SketchedText;

/**
 * What analysis made of the texts used last: most near-duplicates are exact copies, often of what
 * arrived a moment ago, and to analyse a text is most of the work. Bounded in memory. Safe for
 * threads.
 */
final class RecentTexts {
  private static final int ENTRY_BYTES = 400; // of objects and the map, about

  /**
   * All that the tokens and the sketch of a document depend on.
   *
   * @param namesAndTexts of the text fields: a name, its text, and so on
   * @param scope null for none
   */
  record Key(List<String> namesAndTexts, String scope) {
    private long bytes() {
      long bytes = 0;
      for (String nameOrText : namesAndTexts) {
        bytes += nameOrText.length();
      }
      return bytes;
    }
  }

  /**
   * The result.
   *
   * @param tokens by text field
   * @param text sketched
   */
  record Analysed(List<PackedTokens> tokens, SketchedText text) {
    private long bytes() {
      long bytes = (long) Long.BYTES * text.elementCount();
      for (PackedTokens ofField : tokens) {
        bytes += ofField.sizeInBytes();
      }
      return bytes;
    }
  }

  private final long maxBytes;
  private final RecentlyUsed<Key, Analysed> texts;

  RecentTexts(long maxBytes) {
    this.maxBytes = maxBytes;
    texts = new RecentlyUsed<>(maxBytes, RecentTexts::bytes);
  }

  /** The result for a text, or null. */
  synchronized Analysed get(Key key) {
    return texts.get(key);
  }

  /** Keeps a result until later ones take its room; not one that would take most of the room. */
  synchronized void put(Key key, Analysed analysed) {
    if (bytes(key, analysed) <= maxBytes / 2) {
      texts.put(key, analysed);
    }
  }

  private static long bytes(Key key, Analysed analysed) {
    return ENTRY_BYTES + key.bytes() + analysed.bytes();
  }
}
