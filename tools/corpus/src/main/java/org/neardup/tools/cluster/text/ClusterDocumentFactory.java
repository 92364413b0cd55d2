// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.commons.io.function.IOSupplier;
import org.apache.lucene.analysis.Analyzer;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.internal.sketch.BagMinHashMeanV1;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.sketch.Hashing;
import org.neardup.sketch.Sketches;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.InputDocument;

/** Computes what a document is compared by. For one thread. */
public final class ClusterDocumentFactory {
  private static final String FIELD = "text";

  private final ClusterConfig config;
  private final TextSketches sketches;
  private final RecentFeatures recent;
  private final ElementExtractor extractor;
  private final ElementExtractor words;
  private final BagMinHashMeanV1 mean;

  private ClusterDocumentFactory(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer, RecentFeatures recent) {
    this.config = config;
    this.sketches = sketches;
    this.recent = recent;
    extractor = new ElementExtractor(analyzer, config.shingling());
    words = new ElementExtractor(analyzer, Shingling.words(1));
    mean = new BagMinHashMeanV1(Sketches.DEFAULT_SLOTS, Sketches.DEFAULT_SEED);
  }

  /** Makes one for each thread that asks, which share what they know of texts that came lately. */
  public static Supplier<ClusterDocumentFactory> forEachThread(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer) {
    RecentFeatures recent = new RecentFeatures();
    return ThreadLocal.withInitial(
            () -> new ClusterDocumentFactory(config, sketches, analyzer, recent))
        ::get;
  }

  /** Makes one for one thread. */
  public static ClusterDocumentFactory of(
      ClusterConfig config, TextSketches sketches, Analyzer analyzer) {
    return new ClusterDocumentFactory(config, sketches, analyzer, new RecentFeatures());
  }

  /**
   * The hash that stands for a scope.
   *
   * @param name null for none
   */
  public static long scope(String name) {
    return name == null ? 0 : Hashing.hash(name, Sketches.DEFAULT_SEED);
  }

  /** A document in no scope. */
  public ClusterDocument prepare(InputDocument input) throws IOException {
    return prepare(input, 0);
  }

  /**
   * A document.
   *
   * @param name hash of its scope, which is mixed into every element, so texts of different scopes
   *     have none in common; 0 for none
   */
  public ClusterDocument prepare(InputDocument input, long name) throws IOException {
    long scope = name;
    for (Guard guard : config.guards()) {
      if (guard.field() != null) {
        String values = String.join("\n", input.values(guard.field()));
        scope = Hashing.combine(scope, guard.key(values));
      }
    }
    TextFeatures text = text(config.content().of(input), scope);
    if (text == null) { // such as a main text of signs only
      text = text(input.text(), scope);
    }
    TextFeatures whole = config.keepsWholeTexts() ? text(input.text(), scope) : text;
    PageTraits page = PageTraits.of(input, mainText(input), true);
    return new ClusterDocument(input.id(), text, whole, page, List.of());
  }

  /**
   * Of a document whose values are compared.
   *
   * @param fields that have the values
   */
  public ClusterDocument prepareSet(InputDocument input, List<String> fields) throws IOException {
    extractor.reset();
    for (String field : fields) {
      for (String value : input.values(field)) {
        extractor.add(field, value);
      }
    }
    TextFeatures values = features(() -> meanOf(extractor), 0);
    return new ClusterDocument(
        input.id(), values, values, PageTraits.of(input, 0, false), targets(input, fields));
  }

  /** Where a page points to, each on one line; none if other fields are compared. */
  private static List<String> targets(InputDocument input, List<String> fields) {
    return ClusterConfig.areLinks(fields)
        ? fields.stream()
            .flatMap(field -> input.values(field).stream())
            .map(target -> target.replace('\n', ' '))
            .distinct()
            .toList()
        : List.of();
  }

  /** What a text is compared by; null if it has no elements. */
  public TextFeatures text(String text, long scope) throws IOException {
    TextFeatures known = recent.get(text, scope);
    if (known != null) {
      return known;
    }
    TextFeatures features = features(text, scope);
    if (features != null) {
      recent.put(text, scope, features);
    }
    return features;
  }

  private TextFeatures features(String text, long scope) throws IOException {
    extract(text);
    return features(() -> mean(text), guarded(text, scope));
  }

  /** The elements of a text, and no more than its fingerprint beside; null if it has none. */
  public TextFeatures elements(String text, long scope) throws IOException {
    extract(text);
    long guarded = guarded(text, scope);
    return extractor.count() == 0
        ? null
        : new TextFeatures(print(guarded), extractor.count(), set(guarded), null, 0);
  }

  /** Texts on which guards do not agree are of different scopes. */
  private long guarded(String text, long scope) {
    List<Guard> ofText = config.guards().stream().filter(Guard::isOfText).toList();
    return LongStream.of(Guard.keys(ofText, text)).reduce(scope, Hashing::combine);
  }

  private void extract(String text) throws IOException {
    extractor.reset();
    extractor.add(FIELD, text);
  }

  /** Those of the elements that were extracted. */
  private TextFeatures features(IOSupplier<Double> mean, long scope) throws IOException {
    if (extractor.count() == 0) {
      return null;
    }
    long[] elements = set(scope);
    boolean sketched = config.candidates() != CandidateMethod.EXACT;
    return new TextFeatures(
        print(scope),
        extractor.count(),
        config.keepsElements() ? elements : null,
        sketched ? sketches.sketch(elements) : null,
        config.candidates() == CandidateMethod.WINDOW ? mean.get() : 0);
  }

  private long print(long scope) {
    return extractor.textHash() ^ scope;
  }

  /** The elements, into which the scope is mixed. */
  private long[] set(long scope) {
    long[] elements = extractor.elements();
    for (int i = 0; scope != 0 && i < extractor.count(); i++) {
      elements[i] ^= scope;
    }
    return ElementSet.of(elements, extractor.count()).toArray();
  }

  private double mean(String text) throws IOException {
    words.reset();
    words.add(FIELD, text);
    return meanOf(words);
  }

  private double meanOf(ElementExtractor of) {
    return mean.mean(of.elements(), of.count());
  }

  /** Pages without main text have nothing in common by that. */
  private long mainText(InputDocument input) throws IOException {
    if (!config.needsMainText() || input.mainText().isBlank()) {
      return 0;
    }
    words.reset();
    words.add(FIELD, input.mainText());
    return words.count() == 0 ? 0 : words.textHash();
  }

  /**
   * What texts are compared by, of those that came last: copies of a text often stand near each
   * other, and need not be analysed again. Each text has one place, which the next one takes over,
   * and all places are emptied when they hold more than 32 MB. Safe for threads.
   */
  private static final class RecentFeatures {
    private static final int PLACES = 1 << 13;
    private static final long MAX_BYTES = 32 << 20;
    private static final int ENTRY_BYTES = 200;

    private final Entry[] places = new Entry[PLACES];
    private long bytes;

    private record Entry(String text, long scope, TextFeatures features) {
      long bytes() {
        long[] elements = features.elements();
        byte[] sketch = features.sketch();
        return ENTRY_BYTES
            + (long) Character.BYTES * text.length()
            + (elements == null ? 0 : (long) Long.BYTES * elements.length)
            + (sketch == null ? 0 : sketch.length);
      }
    }

    /** Returns null if the text is not among them. */
    TextFeatures get(String text, long scope) {
      Entry entry = entry(text);
      boolean isIt = entry != null && entry.scope == scope && entry.text.equals(text);
      return isIt ? entry.features : null;
    }

    private synchronized Entry entry(String text) {
      return places[place(text)];
    }

    synchronized void put(String text, long scope, TextFeatures of) {
      Entry entry = new Entry(text, scope, of);
      int place = place(text);
      if (entry.bytes() > MAX_BYTES / 2) {
        return;
      }
      bytes += entry.bytes() - (places[place] == null ? 0 : places[place].bytes());
      if (bytes > MAX_BYTES) {
        Arrays.fill(places, null);
        bytes = entry.bytes();
      }
      places[place] = entry;
    }

    private static int place(String text) {
      int hash = text.hashCode();
      return (hash ^ hash >>> 16) & PLACES - 1;
    }
  }
}
