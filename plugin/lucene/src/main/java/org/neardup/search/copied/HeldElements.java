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
  private final Map<Long, FixedBitSet> heldByFingerprint = new HashMap<>();
  private final Map<List<FieldText>, FixedBitSet> heldByTexts = new HashMap<>();
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
    Long fingerprint = known.textHash(doc);
    if (fingerprint == null) {
      return read(doc);
    }
    FixedBitSet held = heldByFingerprint.get(fingerprint);
    if (held == null) {
      held = text.in(sources.read(doc), extractor);
      heldByFingerprint.put(fingerprint, held);
    }
    return held;
  }

  private FixedBitSet read(int doc) throws IOException {
    List<FieldText> texts = sources.read(doc);
    FixedBitSet held = heldByTexts.get(texts);
    if (held == null) {
      held = text.in(texts, extractor);
      remember(texts, held);
    }
    return held;
  }

  private void remember(List<FieldText> texts, FixedBitSet held) {
    long length = texts.stream().mapToLong(each -> each.text().length()).sum();
    if (length <= MOST_CHARACTERS - characters) {
      characters += length;
      heldByTexts.put(texts, held);
    }
  }
}
