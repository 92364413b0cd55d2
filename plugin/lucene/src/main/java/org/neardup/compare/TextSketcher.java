// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.sketch.Hashing;
import org.neardup.sketch.SlotSketcher;

/**
 * Makes sketches of texts in the way of one index: analyzer, shingling, seed and format belong
 * together. Writing and searching use the same, so that their sketches can be compared.
 *
 * <p>With a shingling {@linkplain Shingling#ofValues() of values}, the text of a document is the
 * set, or bag, of the values of its text fields; nothing else makes a difference to what is done
 * with its elements.
 *
 * <p>Keeps scratch arrays: for one thread at a time.
 */
public final class TextSketcher {
  private final List<String> textFields;
  private final SketchParameters parameters;
  private final SlotSketcher sketcher;
  private final ElementExtractor extractor;
  private final Shingling shingling;
  private final long seed;
  private final long[] slots;

  /**
   * A sketcher for the documents of one index.
   *
   * @param textFields the fields whose text is compared, in the order in which they follow each
   *     other
   * @param shingling what an element is, with the seed of the index
   * @param parameters of the index; their format is that of the sketcher
   */
  public TextSketcher(
      Analyzer analyzer,
      List<String> textFields,
      Shingling shingling,
      SlotSketcher sketcher,
      SketchParameters parameters) {
    this.textFields = List.copyOf(textFields);
    this.parameters = parameters;
    this.sketcher = sketcher;
    this.shingling = shingling;
    extractor = new ElementExtractor(analyzer, shingling);
    seed = shingling.seed();
    slots = new long[sketcher.slots()];
  }

  /** The fields whose text is compared, in their order. */
  public List<String> textFields() {
    return textFields;
  }

  /** What documents are compared by, with the seed of the index. */
  public Shingling shingling() {
    return shingling;
  }

  /** What the sketches share. */
  public SketchParameters parameters() {
    return parameters;
  }

  /**
   * The hash that stands for a scope.
   *
   * @param name null for none
   */
  public long scope(String name) {
    return name == null ? 0 : Hashing.hash(name, seed);
  }

  /** Sketches the texts that a document as stored has in the text fields. */
  public SketchedText sketch(Document stored, long scope) throws IOException {
    reset();
    for (String field : textFields) {
      for (String text : stored.getValues(field)) {
        extractor.add(field, text);
      }
    }
    return finish(scope);
  }

  /**
   * Sketches a text as if it were that of the first text field. If that has values, they are the
   * lines of the text that are not blank, without blanks around them.
   */
  public SketchedText sketch(String text, long scope) throws IOException {
    reset();
    String field = textFields.getFirst();
    for (String part : shingling.unit() == Shingling.Unit.VALUE ? lines(text) : List.of(text)) {
      extractor.add(field, part);
    }
    return finish(scope);
  }

  /** The values that a text stands for: its lines that are not blank, without blanks around. */
  public static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Begins a text that is given field by field. */
  public void reset() {
    extractor.reset();
  }

  /**
   * Continues the text with a field's, or with one more value.
   *
   * @throws IOException if the analyzer throws it
   */
  public void add(String field, String text) throws IOException {
    extractor.add(field, text);
  }

  /**
   * Continues the text with a field's; not with a value.
   *
   * @return a field that gives an index writer the same tokens without analysing again
   */
  public IndexableField addReplayable(IndexableField field) throws IOException {
    return extractor.addReplayable(field);
  }

  /** The same for a field whose text counts as that of the first text field, whatever its name. */
  public IndexableField addReplayableText(IndexableField field) throws IOException {
    return extractor.addReplayable(textFields.getFirst(), field);
  }

  /**
   * Sketches the text given since the last {@link #reset}.
   *
   * <p>The scope is mixed into every element. So documents of different scopes have no element in
   * common: their resemblance is 0, they share no band, and no other code needs a rule about
   * scopes.
   *
   * @param scope as {@link #scope} makes it
   */
  public SketchedText finish(long scope) {
    long[] elements = Arrays.copyOf(extractor.elements(), extractor.count());
    if (scope != 0) {
      Arrays.setAll(elements, i -> elements[i] ^ scope);
    }
    return new SketchedText(elements.length == 0 ? null : value(elements, scope), elements, scope);
  }

  private byte[] value(long[] elements, long scope) {
    sketcher.sketch(elements, elements.length, slots);
    return SketchValue.encode(
        parameters.format(), extractor.textHash() ^ scope, elements.length, slots);
  }
}
