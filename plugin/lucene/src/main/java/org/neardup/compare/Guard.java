// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.internal.compare.GuardScan;
import org.neardup.internal.compare.NegationWords;
import org.neardup.internal.compare.NumberWords;
import org.neardup.internal.sketch.Hashing;

/**
 * An additional condition for hiding a document. All but {@link #LOSSLESS} look at one text at a
 * time: texts agree if the guard finds the same words in both.
 *
 * <p>Words and keys take time linear in the length of the text.
 *
 * @param name as {@code numbers} or {@code field:price}
 */
public record Guard(String name) implements Serializable {
  private static final List<String> NAMES_OF_ALL =
      List.of("numbers", "negations", "names", "lossless");

  private static final String FIELD = "field:";
  private static final Pattern FIELD_NAME = Pattern.compile("[^\\s,]+");
  private static final long SEED = 0x6775_6172_6473L;

  /** The same numbers, each as often; only those in digits, by {@link NumberWords}. */
  public static final Guard NUMBERS = new Guard("numbers");

  /** The same words that deny, each as often, by {@link NegationWords}. */
  public static final Guard NEGATIONS = new Guard("negations");

  /** The same words with a capital inside sentences, by {@link GuardScan}. */
  public static final Guard NAMES = new Guard("names");

  /**
   * Every element of a document stands in the one that it goes behind. Texts tell; where there are
   * sketches alone, that of the same text does.
   */
  public static final Guard LOSSLESS = new Guard("lossless");

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if no guard has it; names those that there are. The name of a
   *     field must have a character, and no white space or comma
   */
  public Guard {
    if (name.startsWith(FIELD)
        ? !FIELD_NAME.matcher(name.substring(FIELD.length())).matches()
        : !NAMES_OF_ALL.contains(name)) {
      throw new IllegalArgumentException(
          "guard must be one of "
              + String.join(", ", NAMES_OF_ALL)
              + ", field:NAME, got \""
              + name
              + "\"");
    }
  }

  /** The same stored values of a field, each as often, in any order. */
  public static Guard field(String name) {
    return new Guard(FIELD + name);
  }

  /** The guard that {@link #toString} names so. */
  public static Guard parse(String name) {
    return new Guard(name);
  }

  /**
   * Checks that guards compare keys of texts, so that these and sketches are all that is needed.
   *
   * @return the same
   * @throws IllegalArgumentException naming one that looks elsewhere
   */
  public static List<Guard> ofTexts(List<Guard> guards) {
    for (Guard guard : guards) {
      if (!guard.isOfText()) {
        throw new IllegalArgumentException(
            "guards of texts alone must be numbers, negations or names, got " + guard);
      }
    }
    return guards;
  }

  /**
   * Checks that guards look at the text alone, where other fields of a document are not known.
   *
   * @return the same
   * @throws IllegalArgumentException naming one that looks at a field
   */
  public static List<Guard> withoutFields(List<Guard> guards) {
    for (Guard guard : guards) {
      if (guard.field() != null) {
        throw new IllegalArgumentException(
            "guards must be numbers, negations, names or lossless here, got "
                + guard
                + "; a scope keeps values of a field apart");
      }
    }
    return guards;
  }

  /** Whether texts agree that have the same {@link #key}; otherwise the guard has no keys. */
  public boolean hasKey() {
    return !equals(LOSSLESS);
  }

  /** The field whose values must be the same; null if the guard looks at the text. */
  public String field() {
    return name.startsWith(FIELD) ? name.substring(FIELD.length()) : null;
  }

  /** Whether its key is one of a text, so that nothing else is needed. */
  public boolean isOfText() {
    return hasKey() && field() == null;
  }

  /** The version of the definition; keys of different versions cannot be compared. */
  public int version() {
    return isOfText() ? 2 : 1;
  }

  /**
   * A hash of the {@link #words} of a text, or of a field's value. Texts that {@link
   * NormalizedAnalyzer#normalized} makes the same have the same key.
   *
   * @throws IllegalArgumentException if the guard has no key
   */
  public long key(CharSequence text) {
    if (!hasKey()) {
      throw new IllegalArgumentException(this + " has no key");
    }
    return keys(List.of(this), text)[0];
  }

  /** The key of the values of a field, whatever their order; 0 if there are none. */
  public static long keyOfValues(List<String> values) {
    Hashes hashes = new Hashes();
    values.forEach(hashes);
    return hashes.sum(false);
  }

  /** The {@link #key} of each guard, in their order, 0 if it has none; the text is read once. */
  public static long[] keys(List<Guard> guards, CharSequence text) {
    Map<Guard, Hashes> hashes = new HashMap<>();
    guards.forEach(guard -> hashes.put(guard, new Hashes()));
    find(text, hashes);
    return guards.stream().mapToLong(guard -> hashes.get(guard).sum(guard.equals(NAMES))).toArray();
  }

  /**
   * The words of a text that the guard looks at, in the form in which it compares them, sorted; of
   * {@link #NAMES} each once. Of a field's value, the value; none for {@link #LOSSLESS}.
   */
  public List<String> words(CharSequence text) {
    Stream.Builder<String> words = Stream.builder();
    Consumer<CharSequence> taker = word -> words.add(word.toString());
    find(text, Map.of(this, taker));
    Stream<String> sorted = words.build().sorted();
    return (equals(NAMES) ? sorted.distinct() : sorted).toList();
  }

  private static void find(CharSequence text, Map<Guard, ? extends Consumer<CharSequence>> words) {
    if (words.keySet().stream().anyMatch(guard -> guard.field() == null)) {
      String read = NormalizedAnalyzer.normalized(text);
      new GuardScan(read, words.get(NUMBERS), words.get(NEGATIONS), words.get(NAMES)).scan();
    }
    for (Guard guard : words.keySet()) {
      if (guard.field() != null) {
        words.get(guard).accept(text);
      }
    }
  }

  /** Hashes of words, whatever their order. */
  private static final class Hashes implements Consumer<CharSequence> {
    private long[] hashes = new long[16];
    private int count;

    @Override
    public void accept(CharSequence word) {
      hashes = ArrayUtil.grow(hashes, count + 1);
      hashes[count++] = Hashing.hash(word, SEED);
    }

    private long sum(boolean once) {
      Arrays.sort(hashes, 0, count);
      long sum = 0;
      for (int i = 0; i < count; i++) {
        if (!once || i == 0 || hashes[i] != hashes[i - 1]) {
          sum = Hashing.combine(sum, hashes[i]);
        }
      }
      return sum;
    }
  }

  /** The name, as {@code numbers} or {@code field:price}. */
  @Override
  public String toString() {
    return name;
  }
}
