// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.search.copied.DocumentTexts.FieldText;

/**
 * Counts which elements of a text documents hold. Of copies, which are many where a text was copied
 * at all, the first is analysed. They need not be read if their sketches tell that they are copies;
 * else the texts of up to 8 million characters are remembered. For one thread.
 */
final class HeldElements {
  private static final int MOST_CHARACTERS = 1 << 23;

  private final TextElements text;
  private final KnownTexts known;
  private final DocumentTexts sources;
  private final ElementExtractor extractor;
  private final Map<Object, FixedBitSet> held = new HashMap<>(); // by text hash, or else by texts
  private long characters;

  HeldElements(TextElements text, KnownTexts known, DocumentTexts sources, Containments settings) {
    this.text = text;
    this.known = known;
    this.sources = sources;
    Shingling shingling = Shingling.words(settings.shingleSize());
    extractor = new ElementExtractor(settings.analyzer(), shingling);
  }

  /** By number; not to be changed. */
  FixedBitSet of(int doc) throws IOException {
    Long textHash = known.textHash(doc);
    List<FieldText> texts = textHash == null ? sources.read(doc) : null;
    Object key = textHash == null ? texts : textHash;
    FixedBitSet found = held.get(key);
    if (found == null) {
      found = text.in(textHash == null ? texts : sources.read(doc), extractor);
      if (textHash != null || isWorthMemory(texts)) {
        held.put(key, found);
      }
    }
    return found;
  }

  private boolean isWorthMemory(List<FieldText> texts) {
    long length = texts.stream().mapToLong(each -> each.text().length()).sum();
    boolean fits = length <= MOST_CHARACTERS - characters;
    characters += fits ? length : 0;
    return fits;
  }
}
