// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.internal.analysis.PackedTokens;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.groups.Lru;
import org.neardup.internal.sketch.Hashing;

/**
 * An LRU cache of analysed texts: most near-duplicates are exact copies, often of recent documents,
 * and analysis is most of the work. Bounded in memory. Thread-safe.
 *
 * <p>While repeated texts are rare it keeps only hashes, to notice when repeats become frequent:
 * cached texts would only burden the garbage collector.
 */
final class RecentTexts {
  private static final int ENTRY_BYTES = 400; // approximate: objects and map
  private static final int RARELY = 32; // repeats are rare below one in this many
  private static final int SPELL = 1024; // texts between two decisions whether to cache
  private static final int SEEN_BITS = 12;

  /**
   * All that the tokens and the sketch of a document depend on.
   *
   * @param namesAndTexts values that guards look at, then names and texts of the text fields,
   *     alternating
   * @param scope null for none
   * @param hash of both
   */
  record Key(List<String> namesAndTexts, String scope, int hash) {
    Key(List<String> namesAndTexts, String scope) {
      this(namesAndTexts, scope, hash(namesAndTexts, scope));
    }

    /**
     * Not {@link String#hashCode()}: of texts with characters beyond Latin-1 it is interpreted for
     * seconds after a JVM has started, which took a seventh of a whole run.
     */
    private static int hash(List<String> namesAndTexts, String scope) {
      long hash = scope == null ? 0 : Hashing.hash(scope, 0);
      for (String nameOrText : namesAndTexts) {
        char[] chars = nameOrText.toCharArray(); // to be read without a check of each place
        hash = Hashing.hash(chars, 0, chars.length, hash);
      }
      return Long.hashCode(hash);
    }

    @Override
    public int hashCode() {
      return hash;
    }

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

  /** A result, with its size and that of its key. */
  private record Kept(Analysed analysed, long bytes) {}

  private final long maxBytes;
  private final Lru<Key, Kept> texts;
  private final int[] seen = new int[1 << SEEN_BITS]; // hash table of hashes, without chains
  private boolean keeps = true;
  private int came; // in this spell
  private int repeated; // of these

  RecentTexts(long maxBytes) {
    this.maxBytes = maxBytes;
    texts = new Lru<>(maxBytes, (key, text) -> text.bytes);
  }

  /** Returns null if the text is not cached. */
  synchronized Analysed get(Key key) {
    Kept known = texts.get(key);
    repeated += known != null || seen[place(key.hash)] == key.hash ? 1 : 0;
    return known == null ? null : known.analysed;
  }

  /** Caches a result, unless it takes more than half of the cache. */
  synchronized void put(Key key, Analysed analysed) {
    seen[place(key.hash)] = key.hash;
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
