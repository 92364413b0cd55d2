// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexableField;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.compare.FieldValues;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.sketch.Hashing;
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
@SuppressWarnings("exports") // some of it is for Neardup itself
public final class TextSketcher {
  private static final long[] NO_KEYS = {};

  private final Analyzer analyzer;
  private final List<String> textFields;
  private final SketchParameters parameters;
  private final SlotSketcher sketcher;
  private final ElementExtractor extractor;
  private final Shingling shingling;
  private final long seed;
  private final long[] slots;
  private final List<Guard> guards;
  private final Map<String, List<String>> guardedValues = new HashMap<>(); // by field
  private final List<String> texts = new ArrayList<>();
  private boolean areTextsKnown = true;

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
    this.analyzer = analyzer;
    this.textFields = List.copyOf(textFields);
    this.parameters = parameters;
    this.sketcher = sketcher;
    this.shingling = shingling;
    extractor = new ElementExtractor(analyzer, shingling);
    seed = shingling.seed();
    slots = new long[sketcher.slots()];
    guards = parameters.guards().stream().map(TextSketcher::guard).toList();
  }

  private static Guard guard(String nameAndVersion) {
    Guard guard = Guard.parse(nameAndVersion.substring(0, nameAndVersion.lastIndexOf(':')));
    if (!SketchParameters.guard(guard).equals(nameAndVersion)) {
      throw new IllegalArgumentException(
          "guards must be " + SketchParameters.guard(guard) + ", got " + nameAndVersion);
    }
    return guard;
  }

  /** The analyzer of the texts. */
  public Analyzer analyzer() {
    return analyzer;
  }

  /** The fields whose text is compared, in their order. */
  public List<String> textFields() {
    return textFields;
  }

  /** The guards whose keys the sketches have, in the order of the keys. */
  public List<Guard> guards() {
    return guards;
  }

  /** The fields of a stored document that its sketch depends on. */
  public Set<String> storedFields() {
    Set<String> fields = new HashSet<>(textFields);
    guards.stream().map(Guard::field).filter(Objects::nonNull).forEach(fields::add);
    return fields;
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
    addGuarded(stored.getFields());
    for (String field : textFields) {
      for (String text : stored.getValues(field)) {
        add(field, text);
      }
    }
    return finish(scope);
  }

  /** The key of a guard, by its number, of a document as stored; its text is not analysed. */
  public long guardKey(int guard, Document stored) {
    reset();
    addGuarded(stored.getFields());
    textFields.forEach(field -> texts.addAll(List.of(stored.getValues(field))));
    return guardKeys(List.of(guards.get(guard)), String.join("\n", texts), 0)[0];
  }

  /**
   * Sketches a text as if it were that of the first text field. If that has values, they are the
   * lines of the text that are not blank, without blanks around them.
   */
  public SketchedText sketch(String text, long scope) throws IOException {
    Objects.requireNonNull(text, "text");
    reset();
    String field = textFields.getFirst();
    for (String part : shingling.unit() == Shingling.Unit.VALUE ? lines(text) : List.of(text)) {
      add(field, part);
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
    guardedValues.clear();
    texts.clear();
    areTextsKnown = true;
  }

  /**
   * Takes the values of fields that guards look at, from all fields of a document.
   *
   * @return for each of these guards the number of values and the values
   * @throws IllegalArgumentException if such a field is not stored, or holds bytes
   */
  public List<String> addGuarded(List<IndexableField> document) {
    List<String> all = new ArrayList<>();
    for (Guard guard : guards) {
      if (guard.field() != null) {
        List<String> values = FieldValues.stored(document, guard.field());
        guardedValues.put(guard.field(), values);
        all.add(Integer.toString(values.size()));
        all.addAll(values);
      }
    }
    return all;
  }

  /**
   * Continues the text with a field's, or with one more value.
   *
   * @throws IOException if the analyzer throws it
   */
  public void add(String field, String text) throws IOException {
    note(text);
    extractor.add(field, text);
  }

  /** Notes a text for guards; null if it is not known, as that of a stream. */
  private void note(String text) {
    if (!guards.isEmpty()) {
      areTextsKnown &= text != null;
      texts.add(text);
    }
  }

  /**
   * Continues the text with a field's; not with a value.
   *
   * @return a field that gives an index writer the same tokens without analysing again
   */
  public IndexableField addReplayable(IndexableField field) throws IOException {
    note(field.stringValue());
    return extractor.addReplayable(field);
  }

  /** The same for a field whose text counts as that of the first text field, whatever its name. */
  public IndexableField addReplayableText(IndexableField field) throws IOException {
    note(field.stringValue());
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
    return finish(scope, ThreadLocalRandom.current().nextLong());
  }

  /**
   * The same for a text that guards may not know, as it came from a stream: then it is taken for
   * different from all others.
   *
   * @param own a number that no other document has
   */
  public SketchedText finish(long scope, long own) {
    long[] elements = Arrays.copyOf(extractor.elements(), extractor.count());
    if (scope != 0) {
      Arrays.setAll(elements, i -> elements[i] ^ scope);
    }
    return new SketchedText(
        elements.length == 0 ? null : value(elements, scope, own), elements, scope);
  }

  private byte[] value(long[] elements, long scope, long own) {
    sketcher.sketch(elements, elements.length, slots);
    return SketchValue.encode(
        parameters.format(),
        extractor.textHash() ^ scope,
        elements.length,
        slots,
        guards.isEmpty() ? NO_KEYS : guardKeys(own));
  }

  private long[] guardKeys(long own) {
    String text = areTextsKnown ? String.join("\n", texts) : null;
    return guardKeys(guards, text, own);
  }

  /** Keys of guards; those of a text that is null, as it is not known, are the document's own. */
  private long[] guardKeys(List<Guard> wanted, String text, long own) {
    long[] keys = Guard.keys(wanted, text == null ? "" : text);
    for (int i = 0; i < keys.length; i++) {
      Guard guard = wanted.get(i);
      if (guard.equals(Guard.LOSSLESS)) {
        keys[i] = extractor.textHash();
      } else if (guard.field() != null) {
        keys[i] = Guard.keyOfValues(guardedValues.getOrDefault(guard.field(), List.of()));
      } else if (text == null) {
        keys[i] = Hashing.combine(own, guard.name().hashCode());
      }
    }
    return keys;
  }
}
