// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;

/** Makes the documents of a trial, and remembers them. For one thread. */
final class TrialDocuments {
  static final List<String> COLOURS = List.of("red", "green", "blue");

  private static final List<String> SCOPES = Arrays.asList(null, "x", "y");
  private static final long TEN_DAYS = 864_000_000;

  private final TrialConfig config;
  private final Random random;
  private final TrialTexts texts;
  private final List<TrialDocument> all = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>(); // of shingles

  TrialDocuments(TrialConfig config, Random random) {
    this.config = config;
    this.random = random;
    texts = new TrialTexts(random);
  }

  /** The document with a serial number. */
  TrialDocument get(int serial) {
    return all.get(serial);
  }

  /** Some document that was made before. */
  TrialDocument any() {
    return RandomPicks.randomFrom(random, all);
  }

  /** A document with an id: most often one that has much in common with one made before. */
  TrialDocument draw(String id) throws IOException {
    if (all.isEmpty() || random.nextInt(4) == 0) {
      return make(id, freshTexts(), drawScope(), drawRank(), drawDate());
    }
    TrialDocument from = any();
    boolean repeats = random.nextInt(5) == 0; // the values too, so that it may keep a place
    return make(
        id,
        changed(from.texts()),
        random.nextInt(4) == 0 ? drawScope() : from.scope(),
        repeats ? from.rank() : drawRank(),
        repeats ? from.date() : drawDate());
  }

  private Map<String, List<String>> freshTexts() {
    Map<String, List<String>> fresh = new TreeMap<>();
    for (String field : config.collapse().textFields()) {
      List<String> values = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0 && values.size() < 2; i -= 4) {
        values.add(texts.fresh());
      }
      if (random.nextInt(10) > 0) {
        fresh.put(field, values);
      }
    }
    return fresh;
  }

  private Map<String, List<String>> changed(Map<String, List<String>> from) {
    Map<String, List<String>> changed = new TreeMap<>(from);
    for (String field : from.keySet()) {
      if (random.nextInt(3) > 0) {
        boolean alike = random.nextInt(3) == 0;
        changed.put(
            field,
            from.get(field).stream()
                .map(text -> alike ? texts.alike(text) : texts.near(text))
                .toList());
      }
    }
    return changed;
  }

  private String drawScope() {
    return RandomPicks.randomFrom(random, SCOPES);
  }

  private Object drawRank() {
    int number = random.nextInt(12);
    if (number == 0) {
      return null;
    }
    return switch (config.rankKind()) {
      case LONG -> (long) number - 3;
      case DOUBLE -> number / 4.0 - 1;
      case STRING -> number > 8 ? "2025-01-0" + number % 8 : Double.toString(number / 2.0);
      case STORED -> number > 8 ? "2025-01-0" + number % 8 : number > 4 ? (Object) number : "3.25";
    };
  }

  private Long drawDate() {
    return random.nextInt(8) == 0
        ? null
        : Long.valueOf(TrialConfig.NOW.toEpochMilli() - random.nextInt(10) * TEN_DAYS);
  }

  private TrialDocument make(
      String id, Map<String, List<String>> values, String scope, Object rank, Long date)
      throws IOException {
    Reading reading =
        new Reading(
            config.analyzer(),
            config.collapse().shingling(),
            config.collapse().textFields(),
            values,
            numbers);
    TrialDocument document =
        new TrialDocument(
            all.size(),
            id,
            values,
            scope,
            rank,
            date,
            RandomPicks.randomFrom(random, COLOURS),
            random.nextInt(5),
            reading);
    all.add(document);
    return document;
  }

  /** The document as it is given to the writer. */
  Document toLucene(TrialDocument document) {
    Document lucene = new Document();
    lucene.add(new StringField("id", document.id(), Field.Store.YES));
    lucene.add(new IntField("serial", document.serial(), Field.Store.YES));
    lucene.add(new StringField("colour", document.colour(), Field.Store.NO));
    lucene.add(new NumericDocValuesField("position", document.position()));
    document
        .texts()
        .forEach(
            (field, values) -> {
              Field.Store store =
                  config.stored().contains(field) ? Field.Store.YES : Field.Store.NO;
              values.forEach(text -> lucene.add(new TextField(field, text, store)));
            });
    if (document.scope() != null) {
      lucene.add(new StringField("scope", document.scope(), Field.Store.YES));
    }
    if (document.rank() != null) {
      lucene.add(rank(document.rank()));
    }
    if (document.date() != null) {
      lucene.add(new LongField("date", document.date(), Field.Store.YES));
    }
    return lucene;
  }

  private Field rank(Object rank) {
    return switch (config.rankKind()) {
      case LONG -> new LongField("rank", (Long) rank, Field.Store.YES);
      case DOUBLE -> new DoubleField("rank", (Double) rank, Field.Store.YES);
      case STRING -> new StringField("rank", (String) rank, Field.Store.YES);
      case STORED ->
          rank instanceof Integer number
              ? new StoredField("rank", number)
              : new StoredField("rank", (String) rank);
    };
  }
}
