// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.analysis.CharacterShingleTokenizer;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.analysis.ShingleHashFilter;
import org.neardup.analysis.Shingling;
import org.neardup.internal.sketch.Hashing;

/**
 * Collects the elements of one document after another from an analyzer's tokens, without making a
 * token for each shingle.
 *
 * <p>Shingles of words are those of {@link ShingleHashFilter}. Shingles of characters run over the
 * analyzer's terms joined by single blanks, so that what the analyzer normalises (case,
 * punctuation, white space) makes no difference; {@link CharacterShingleTokenizer} makes those of
 * the unanalysed text. A document may have several fields; no shingle spans two of them.
 *
 * <p>If elements are {@linkplain Shingling#ofValues() values}, each text that is added is one value
 * as it is, and no analyzer is asked.
 *
 * <p>Reuses its arrays. For one thread.
 */
public final class ElementExtractor {
  private final Analyzer analyzer;
  private final Shingling shingling;
  private final Shingler shingler;
  private final TokenRecorder recorder = new TokenRecorder();
  private final Map<String, Optional<TextTokens>> wordsByField = new HashMap<>();
  private final ValueElements values; // null: elements are shingles

  private long[] prefixes = new long[1024]; // up to each of the field's words or characters
  private int units;
  private int wordStart; // of the last word's units
  private long prefix;
  private long state; // of hashing what searches distinguish in all fields
  private long hashed; // how many numbers that is made of
  private long layout; // of the field: what searches distinguish beyond the order of words
  private long[] elements = new long[1024];
  private int count;

  /** Extracts the elements that a shingling makes from the analyzer's tokens. */
  public ElementExtractor(Analyzer analyzer, Shingling shingling) {
    this.analyzer = analyzer;
    this.shingling = shingling;
    shingler = new Shingler(shingling);
    values = shingling.unit() == Shingling.Unit.VALUE ? new ValueElements(shingling) : null;
  }

  /** Begins a new document. */
  public void reset() {
    count = 0;
    state = 0;
    hashed = 0;
    if (values != null) {
      values.reset();
    }
  }

  /**
   * Adds the elements of a field's text, or the value that it is.
   *
   * @throws IOException if the analyzer throws it
   */
  public void add(String field, String text) throws IOException {
    if (values != null) {
      addValue(field, text);
      return;
    }
    Optional<TextTokens> words = words(field, text);
    if (words.isPresent()) {
      add(field, words.get());
    } else {
      add(field, analyzer.tokenStream(field, text));
    }
  }

  private void addValue(String field, String value) {
    if (values.add(field, value)) {
      elements = ArrayUtil.grow(elements, count + 1);
      elements[count++] = values.element();
    }
  }

  /** What makes the tokens of a text, unless the analyzer must. */
  private Optional<TextTokens> words(String field, String text) throws IOException {
    Optional<TextTokens> words = wordsByField.get(field);
    if (words == null) {
      words = words(field);
      wordsByField.put(field, words);
    }
    return words.isPresent() && words.get().take(text) ? words : Optional.empty();
  }

  private Optional<TextTokens> words(String field) {
    Analyzer ofWords = analyzer;
    TextNormalizer normalizer = null;
    if (analyzer instanceof NormalizedAnalyzer normalized) {
      ofWords = normalized.analyzer();
      normalizer = normalized.normalizer();
    }
    WordBreaks breaks = new WordBreaks(normalizer);
    return ofWords instanceof StandardAnalyzer standard
        ? Optional.of(new StandardWords(standard, shingler, breaks))
        : WordAnalyzer.of(ofWords, field).map(words -> new LearntWords(words, shingler, breaks));
  }

  private void add(String field, TokenStream stream) throws IOException {
    hash(Hashing.hash(field, 0));
    add(stream);
  }

  private void add(String field, TextTokens words) {
    hash(Hashing.hash(field, 0));
    begin();
    while (words.next()) {
      int positions = words.increment();
      long hash = words.hash();
      if (positions != 1) {
        noteLayout(hash, positions, 1);
      }
      beginWord(positions);
      if (shingling.unit() == Shingling.Unit.CHARACTER) {
        addCharacters(words.chars(), words.length());
      } else {
        addUnit(hash);
      }
    }
    end(words.increment());
  }

  /**
   * Adds the elements of a field's text and returns the field to index in its place, which replays
   * these tokens instead of analysing the text again.
   *
   * <p>Returns the field itself if its tokens cannot be packed ({@link TokenRecorder#take}), or if
   * it is neither {@linkplain ReplayedField#isReplayable replayable} nor {@linkplain
   * ReplayedField#isStream a stream}. In that case, adds the elements of the field's string value,
   * or none if it has no such value.
   *
   * @param field a field to be indexed with the extractor's analyzer
   * @throws IOException if the analyzer throws it
   * @throws IllegalArgumentException if it is a stream whose tokens cannot be packed, or have bytes
   *     and no characters; the stream is consumed then, and {@link #reset} must be called before
   *     the next document; or if elements are values
   */
  public IndexableField addReplayable(IndexableField field) throws IOException {
    return addReplayable(field.name(), field);
  }

  /**
   * Like {@link #addReplayable(IndexableField)}, with the elements and the fingerprint of a field
   * of another name.
   *
   * @param name for which the analyzer makes the same tokens as for the field's own
   */
  public IndexableField addReplayable(String name, IndexableField field) throws IOException {
    requireShingles();
    if (ReplayedField.isPlain(field)) {
      Optional<TextTokens> words = words(name, field.stringValue());
      if (words.isPresent()) {
        add(name, words.get());
        return new ReplayedField(field, words.get().tokens());
      }
    }
    if (ReplayedField.isReplayable(field)) {
      Optional<PackedTokens> tokens = record(name, field);
      return tokens.isPresent() ? new ReplayedField(field, tokens.get()) : field;
    }
    if (ReplayedField.isStream(field)) {
      return new ReplayedField(field, record(name, field).orElseThrow(() -> cannotReplay(field)));
    }
    if (field.stringValue() != null) {
      add(name, field.stringValue());
    }
    return field;
  }

  private Optional<PackedTokens> record(String name, IndexableField field) throws IOException {
    try {
      add(name, recorder.tee(field.tokenStream(analyzer, null)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + " in field " + field.name(), e);
    }
    return recorder.take();
  }

  private static IllegalArgumentException cannotReplay(IndexableField field) {
    return new IllegalArgumentException(
        "a stream must have no token attributes but those that an index takes, got others in field "
            + field.name()
            + ": give its text as a string");
  }

  /**
   * Adds the elements of a field's tokens and closes the stream, even if that fails.
   *
   * @param stream a stream not yet reset
   * @throws IOException if the stream throws it; {@link #reset} must be called before the next
   *     document
   * @throws IllegalArgumentException if its tokens have bytes and no characters, or elements are
   *     values
   */
  public void add(TokenStream stream) throws IOException {
    begin();
    try (stream) {
      requireShingles();
      requireCharacters(stream);
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      TermFrequencyAttribute frequency = stream.addAttribute(TermFrequencyAttribute.class);
      WordPlaces places = new WordPlaces(stream);
      stream.reset();
      while (stream.incrementToken()) {
        int positions = increment.getPositionIncrement();
        boolean isSynonym = places.isSynonym();
        if (positions != 1 || frequency.getTermFrequency() != 1 || isSynonym) {
          long hash = shingler.hash(term.buffer(), term.length());
          noteLayout(hash, positions, frequency.getTermFrequency());
        }
        WordPlaces.Place place = places.next(isSynonym);
        if (place == WordPlaces.Place.WORD) {
          beginWord(positions);
          addWord(term);
        } else if (place == WordPlaces.Place.INSTEAD) {
          replaceWord(term);
        }
      }
      stream.end();
      end(increment.getPositionIncrement());
    }
  }

  private void begin() {
    units = 0;
    prefix = 0;
    layout = 0;
  }

  private void end(int positions) {
    layout = Hashing.combine(layout, positions);
    elements = ArrayUtil.grow(elements, count + units + shingling.size());
    count += shingler.shingle(prefixes, units, elements, count);
    hash(sumOfPrefixes()); // one per field: where a field ends counts, too
    hash(layout);
  }

  private void hash(long number) {
    state = Hashing.absorb(state, number);
    hashed++;
  }

  private void requireShingles() {
    if (values != null) {
      throw new IllegalArgumentException("values must be given as strings, got tokens");
    }
  }

  /**
   * Without characters, all words would be the empty one: a stream of bytes also has the attribute,
   * or accepts it, but nobody sets it.
   */
  public static TokenStream requireCharacters(TokenStream stream) {
    TermToBytesRefAttribute indexed = stream.getAttribute(TermToBytesRefAttribute.class);
    if (indexed != null && !(indexed instanceof CharTermAttribute)) {
      throw new IllegalArgumentException(
          "tokens must have characters (CharTermAttribute), not bytes alone, got "
              + indexed.getClass().getName());
    }
    return stream;
  }

  private void noteLayout(long hash, int positions, int frequency) {
    layout = Hashing.combine(layout, units);
    layout = Hashing.combine(layout, (long) positions << Integer.SIZE | frequency);
    layout = Hashing.combine(layout, hash);
  }

  /** Each prefix depends on the order of all words so far, and so does this sum. */
  private long sumOfPrefixes() {
    long sum = 0;
    for (int i = 0; i < units; i++) {
      sum += Hashing.mix(prefixes[i]);
    }
    return sum;
  }

  private void beginWord(int positionIncrement) {
    if (shingling.unit() == Shingling.Unit.WORD) {
      for (int fillers = fillers(shingling, positionIncrement); fillers > 0; fillers--) {
        addUnit(shingler.filler());
      }
    }
    wordStart = units;
  }

  private void replaceWord(CharTermAttribute term) {
    units = wordStart;
    prefix = units == 0 ? 0 : prefixes[units - 1];
    addWord(term);
  }

  private void addWord(CharTermAttribute term) {
    if (shingling.unit() == Shingling.Unit.CHARACTER) {
      addCharacters(term.buffer(), term.length());
    } else {
      addUnit(shingler.hash(term.buffer(), term.length()));
    }
  }

  /**
   * How many fillers stand for the words removed before a word; at most k - 1, so that no shingle
   * has only fillers.
   */
  public static int fillers(Shingling shingling, int positionIncrement) {
    return shingling.gaps() == Shingling.Gaps.FILL
        ? Math.min(positionIncrement, shingling.size()) - 1
        : 0;
  }

  private void addCharacters(char[] chars, int length) {
    layout = Hashing.combine(layout, units); // a term may contain blanks itself
    if (units > 0) {
      addUnit(shingler.hash(' '));
    }
    int codePoint;
    for (int i = 0; i < length; i += Character.charCount(codePoint)) {
      codePoint = Character.codePointAt(chars, i, length);
      addUnit(shingler.hash(codePoint));
    }
  }

  private void addUnit(long hash) {
    if (units == prefixes.length) {
      prefixes = ArrayUtil.grow(prefixes);
    }
    prefix = Shingler.append(prefix, hash);
    prefixes[units++] = prefix;
  }

  /** The document's elements, in order and with repeats, in the first {@link #count} entries. */
  public long[] elements() {
    return elements;
  }

  /** How many elements the document has; 0 if it has no tokens. */
  public int count() {
    return count;
  }

  /**
   * A 64-bit hash of everything that searches can distinguish in the document's texts: the names of
   * the fields, in their order, and the terms of each with their positions and frequencies. So it
   * is equal for texts that are the same to the analyzer, and a query of these fields that matches
   * one document matches all others of the same fingerprint, with the same score. Of values it is
   * equal for the same ones in any order.
   */
  public long textHash() {
    return values == null ? Hashing.combine(state, hashed) : values.textHash();
  }

  /**
   * Makes the elements of values, one after the other: of a set, each value of a field once; of a
   * bag, each occurrence is one of its own. For one thread.
   */
  private static final class ValueElements {
    private final Shingling shingling;
    private Map<Long, Integer> counts = new HashMap<>(); // by value
    private long sum;
    private long count;
    private long element;

    /**
     * @param shingling of values
     */
    ValueElements(Shingling shingling) {
      this.shingling = shingling;
    }

    /** Forgets all values. */
    void reset() {
      counts = new HashMap<>(); // clearing one that was large takes long
      sum = 0;
      count = 0;
    }

    /**
     * Takes a value. The same string in two fields is two values.
     *
     * @return whether it makes an element that is kept
     */
    boolean add(String field, String value) {
      long ofField = Hashing.hash(field, shingling.seed());
      element = Hashing.hash(value, ofField);
      int earlier = counts.merge(element, 1, Integer::sum) - 1;
      if (earlier > 0 && !shingling.occurrences()) {
        return false;
      }
      if (earlier > 0) {
        element = Hashing.combine(element, earlier);
      }
      sum += Hashing.mix(element);
      count++;
      return shingling.modulo() == 1 || Long.remainderUnsigned(element, shingling.modulo()) == 0;
    }

    /** That of the value taken last. */
    long element() {
      return element;
    }

    /** Equal for the same values, in whatever order. */
    long textHash() {
      return Hashing.combine(sum, count);
    }
  }
}
