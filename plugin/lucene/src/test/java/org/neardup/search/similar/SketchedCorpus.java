// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.NearDupFields;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Random texts of all degrees of resemblance, in several segments of an index, and beside it what a
 * comparison of all with all says. Document {@code n} has {@code id} n.
 */
final class SketchedCorpus {
  static final String[] TAGS = {"red", "green", "blue"};

  final TextSketcher sketcher;
  final SketchParameters parameters;
  final List<String> texts = new ArrayList<>();
  final List<String> scopes = new ArrayList<>();
  final List<byte[]> sketches = new ArrayList<>(); // null: a text without tokens
  final List<String> tags = new ArrayList<>();
  final Set<Integer> hidden = new TreeSet<>();
  final Set<Integer> deleted = new TreeSet<>();

  SketchedCorpus(Random random, int size) throws IOException {
    sketcher = CollapseConfig.defaults().textSketcher(new WhitespaceAnalyzer());
    parameters = sketcher.parameters();
    for (int i = 0; i < size; i++) {
      String text = text(random);
      String scope = random.nextInt(5) == 0 ? "s" + random.nextInt(2) : null;
      add(text, scope, sketcher.sketch(text, sketcher.scope(scope)).value());
      tags.set(i, TAGS[random.nextInt(TAGS.length)]);
      if (random.nextInt(4) == 0) {
        hidden.add(i);
      }
    }
  }

  void add(String text, String scope, byte[] sketch) {
    texts.add(text);
    scopes.add(scope);
    sketches.add(sketch);
    tags.add(TAGS[0]);
  }

  /** Mostly an earlier one with some words changed; sometimes short, or empty. */
  private String text(Random random) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return "";
    } else if (kind < 3) {
      return words(random, 1 + random.nextInt(11), 2); // short, and often the same
    } else if (kind < 6 || texts.isEmpty()) {
      return words(random, 12 + random.nextInt(200), 10_000);
    }
    List<String> words =
        new ArrayList<>(Arrays.asList(texts.get(random.nextInt(texts.size())).split(" ", -1)));
    int edits = random.nextInt(1 + random.nextInt(1 + words.size() / 8));
    for (int i = 0; i < edits; i++) {
      words.set(random.nextInt(words.size()), "x" + random.nextInt(10_000));
    }
    return String.join(" ", words);
  }

  private static String words(Random random, int count, int vocabulary) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append('w').append(random.nextInt(vocabulary));
    }
    return text.toString();
  }

  /** Writes all documents, in several segments or after merges, and deletes some. */
  IndexWriter write(Random random, Directory directory) throws IOException {
    IndexWriter writer = writeAll(random, directory);
    for (int i = random.nextInt(1 + texts.size() / 5); i > 0; i--) {
      delete(writer, random.nextInt(texts.size()));
    }
    if (random.nextBoolean()) {
      writer.forceMerge(1 + random.nextInt(3));
    }
    return writer;
  }

  IndexWriter writeAll(Random random, Directory directory) throws IOException {
    IndexWriterConfig config =
        LuceneTestCase.newIndexWriterConfig(random, new WhitespaceAnalyzer())
            .setCodec(
                NearDupCodec.wrap(TestUtil.getDefaultCodec(), NearDupFields.SKETCH, parameters));
    IndexWriter writer = new IndexWriter(directory, config);
    for (int i = 0; i < texts.size(); i++) {
      writer.addDocument(document(i));
      if (random.nextInt(1 + texts.size() / 4) == 0) {
        writer.commit();
      }
    }
    return writer;
  }

  void delete(IndexWriter writer, int number) throws IOException {
    writer.deleteDocuments(new Term("id", "" + number));
    deleted.add(number);
  }

  private Document document(int number) {
    Document document = new Document();
    document.add(new StringField("id", "" + number, Field.Store.YES));
    document.add(new StringField("tag", tags.get(number), Field.Store.NO));
    if (sketches.get(number) != null) {
      document.add(
          new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketches.get(number))));
    }
    if (hidden.contains(number)) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return document;
  }

  /** A document that is a text, deleted or not. */
  int anyWithText(Random random) {
    int number = random.nextInt(texts.size());
    return sketches.get(number) == null ? anyWithText(random) : number;
  }

  NearDuplicateQuery queryLike(int number, double minimum) {
    return new NearDuplicateQuery(
        NearDupFields.SKETCH, parameters.format(), sketches.get(number), minimum);
  }

  /** What the rules say of two documents, slot by slot. */
  double estimate(int number, int other) {
    byte[] a = sketches.get(number);
    byte[] b = sketches.get(other);
    if (a == null || b == null) {
      return 0;
    } else if (Arrays.equals(a, b)) {
      return 1;
    } else if (Math.min(SketchValue.elements(a, 0), SketchValue.elements(b, 0)) < 8) {
      return 0;
    }
    SlotPacking packing = parameters.format().packing();
    long[] slotsOfA = packing.unpack(a, SketchValue.SLOTS_OFFSET);
    long[] slotsOfB = packing.unpack(b, SketchValue.SLOTS_OFFSET);
    int agreeing = 0;
    for (int slot = 0; slot < packing.slots(); slot++) {
      agreeing += slotsOfA[slot] == slotsOfB[slot] ? 1 : 0;
    }
    return packing.resemblance(agreeing);
  }

  /** The documents that match, deleted ones excepted. */
  Set<Integer> matching(int number, double minimum) {
    return where(other -> estimate(number, other) >= minimum);
  }

  Set<Integer> where(IntPredicate condition) {
    Set<Integer> numbers = new TreeSet<>();
    for (int i = 0; i < texts.size(); i++) {
      if (!deleted.contains(i) && condition.test(i)) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  int sharedBands(int number, int other) {
    BandKeys a = new BandKeys(parameters, sketches.get(number));
    BandKeys b = new BandKeys(parameters, sketches.get(other));
    int shared = 0;
    for (int i = 0; i < a.count(); i++) {
      for (int j = 0; j < b.count(); j++) {
        shared += a.key(i) == b.key(j) ? 1 : 0;
      }
    }
    return shared;
  }
}
