// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.analysis.PackedTokens;
import org.neardup.compare.SketchedText;
import org.neardup.index.groups.Lru;

/**
 * What analysis made of the texts used last: most near-duplicates are exact copies, often of what
 * arrived a moment ago, and to analyse a text is most of the work. Bounded in memory. Safe for
 * threads.
 *
 * <p>As long as hardly any text comes again it keeps none: they would live just long enough to be
 * copied by a garbage collector, and go. It remembers their hashes, to know better.
 */
final class RecentTexts {
  private static final int ENTRY_BYTES = 400; // of objects and the map, about
  private static final int RARELY = 32; // one text in so many comes again
  private static final int SPELL = 1024; // texts until that is looked at again
  private static final int SEEN_BITS = 12;

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

  /** With what it takes together with its key, so that nobody has to look at an old text again. */
  private record Kept(Analysed analysed, long bytes) {}

  private final long maxBytes;
  private final Lru<Key, Kept> texts;
  private final int[] seen = new int[1 << SEEN_BITS]; // hashes, each at a place it chooses
  private boolean keeps = true;
  private int came; // in this spell
  private int repeated; // of these

  RecentTexts(long maxBytes) {
    this.maxBytes = maxBytes;
    texts = new Lru<>(maxBytes, (key, text) -> text.bytes);
  }

  /** The result for a text, or null. */
  synchronized Analysed get(Key key) {
    Kept known = texts.get(key);
    int hash = key.hashCode();
    repeated += known != null || seen[place(hash)] == hash ? 1 : 0;
    return known == null ? null : known.analysed;
  }

  /** Keeps a result until later ones take its room; not one that would take most of the room. */
  synchronized void put(Key key, Analysed analysed) {
    int hash = key.hashCode();
    seen[place(hash)] = hash;
    if (++came == SPELL) {
      beginSpell();
    }
    if (!keeps) {
      return;
    }
    long bytes = ENTRY_BYTES + key.bytes() + analysed.bytes();
    if (bytes <= maxBytes / 2) {
      texts.put(key, new Kept(analysed, bytes));
    }
  }

  private void beginSpell() {
    keeps = repeated * RARELY >= came;
    if (!keeps) {
      texts.clear();
    }
    came = 0;
    repeated = 0;
  }

  private static int place(int hash) {
    return (hash * 0x9E3779B9) >>> (Integer.SIZE - SEEN_BITS);
  }
}
