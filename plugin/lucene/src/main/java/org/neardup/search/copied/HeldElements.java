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
 * at all, the first is analysed, and the texts of up to 8 million characters are remembered. For
 * one thread.
 */
final class HeldElements {
  private static final int MOST_CHARACTERS = 1 << 23;

  private final TextElements text;
  private final DocumentTexts sources;
  private final ElementExtractor extractor;
  private final Map<List<FieldText>, FixedBitSet> known = new HashMap<>();
  private long characters;

  HeldElements(TextElements text, DocumentTexts sources, Containments settings) {
    this.text = text;
    this.sources = sources;
    Shingling shingling = Shingling.words(settings.shingleSize());
    extractor = new ElementExtractor(settings.analyzer(), shingling);
  }

  /** By number; not to be changed. */
  FixedBitSet of(int doc) throws IOException {
    List<FieldText> texts = sources.read(doc);
    FixedBitSet held = known.get(texts);
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
      known.put(texts, held);
    }
  }
}
