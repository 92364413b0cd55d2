// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.lucene.document.Document;
import org.neardup.compare.Resemblance;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.sketch.ElementSet;

/**
 * The elements of documents' texts, from memory or from stored fields. Keeps those asked for last,
 * as the texts of a group are compared with each of its representatives. For one thread at a time.
 */
public final class EntryTexts {
  private static final int CACHED_ELEMENTS = 1 << 21; // 16 MB
  private static final int ENTRY_ELEMENTS = 20; // about what an entry takes besides

  /** Reads the stored text fields of a document. */
  @FunctionalInterface
  public interface StoredText {
    Document of(LiveDocument entry) throws IOException;
  }

  private final TextSketcher sketcher;
  private final StoredText storedText;
  private final Lru<Long, Optional<ElementSet>> byOrder =
      new Lru<>(
          CACHED_ELEMENTS, (order, text) -> ENTRY_ELEMENTS + text.map(ElementSet::size).orElse(0));
  private long readCount;

  public EntryTexts(TextSketcher sketcher, StoredText storedText) {
    this.sketcher = sketcher;
    this.storedText = storedText;
  }

  /** Forgets texts, before order numbers may come to stand for other documents. */
  void clear() {
    byOrder.clear();
  }

  /** How many stored texts were read so far. */
  long readCount() {
    return readCount;
  }

  /** The resemblance of two texts; empty unless both are available. */
  public Optional<Resemblance> counted(LiveDocument a, LiveDocument b) throws IOException {
    Optional<ElementSet> elementsOfA = elements(a);
    Optional<ElementSet> elementsOfB = elements(b);
    return elementsOfA.isPresent() && elementsOfB.isPresent()
        ? Optional.of(Resemblance.counted(elementsOfA.get().resemblance(elementsOfB.get())))
        : Optional.empty();
  }

  /** How much of one text is in another; empty unless both are available. */
  public OptionalDouble containment(LiveDocument a, LiveDocument b) throws IOException {
    Optional<ElementSet> elementsOfA = elements(a);
    Optional<ElementSet> elementsOfB = elements(b);
    return elementsOfA.isPresent() && elementsOfB.isPresent()
        ? OptionalDouble.of(elementsOfA.get().containment(elementsOfB.get()))
        : OptionalDouble.empty();
  }

  /** Whether asking for the elements of a document takes reading its stored text. */
  boolean hasToRead(LiveDocument entry) {
    return entry.text == null && known(entry) == null;
  }

  /**
   * The elements of a document, if they are in memory; empty if it is known that they are not
   * available; otherwise null.
   */
  Optional<ElementSet> known(RankedDocument profile) {
    return byOrder.get(profile.order);
  }

  /** The elements of a document; empty if they are not available. */
  Optional<ElementSet> elements(LiveDocument entry) throws IOException {
    Optional<ElementSet> known = known(entry);
    if (known == null) {
      known =
          Optional.ofNullable(entry.text != null ? entry.text : stored(entry))
              .map(SketchedText::elementSet);
      byOrder.put(entry.order, known);
    }
    return known;
  }

  /** The text of a document, which is read if it is not in memory; empty if it is not available. */
  Optional<SketchedText> text(LiveDocument entry) throws IOException {
    return Optional.ofNullable(entry.text != null ? entry.text : stored(entry));
  }

  /** The text as stored, if that is the whole text: it is when its sketch is the same. */
  private SketchedText stored(LiveDocument entry) throws IOException {
    readCount++;
    SketchedText stored = sketcher.sketch(storedText.of(entry), entry.scope);
    return Arrays.equals(stored.value(), entry.value) ? stored : null;
  }
}
