// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.RecordReader;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.record.Place;

/**
 * Random histories of texts that quote each other: whatever happened before, contained is what is
 * contained by the definition, all pairs looked at, and the same as in a writer that was never
 * refreshed.
 */
public class TestContainedModel extends CollapseTestCase {
  private static final int SEQUENCES = TEST_NIGHTLY ? 300 : 60;
  private static final int SENTENCES = 14;

  /** A document as the index records it. */
  private record Recorded(DocumentRecord record, String text, long within, long shownIn) {
    boolean isRepresentative() {
      return record.place() != Place.HIDDEN;
    }

    int size() {
      return Math.max(0, text.split(" ").length - 4);
    }

    static final Comparator<Recorded> LARGEST_FIRST =
        Comparator.comparingInt((Recorded doc) -> -doc.size())
            .thenComparingLong(doc -> doc.record.order());
  }

  private final Map<String, ElementSet> elements = new HashMap<>();

  public void testContainedIsWhatTheDefinitionSays() throws IOException {
    int contained = 0;
    for (int i = 0; i < SEQUENCES; i++) {
      long seed = random().nextLong();
      try {
        contained += new Sequence(new Random(seed)).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("sequence " + seed, e);
      }
    }
    assertTrue("only " + contained + " contained", contained > SEQUENCES);
  }

  private ElementSet set(String text) {
    return elements.computeIfAbsent(
        text,
        key -> {
          try {
            return elements(key);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Fails unless all is by the definition; returns how many are contained. */
  private int check(Map<String, Recorded> documents) {
    Map<Long, Recorded> representatives = new HashMap<>();
    documents.values().stream()
        .filter(Recorded::isRepresentative)
        .forEach(doc -> assertNull(representatives.put(doc.record.group(), doc)));
    List<Recorded> shown = new ArrayList<>();
    int contained = 0;
    for (Recorded doc : representatives.values().stream().sorted(Recorded.LARGEST_FIRST).toList()) {
      List<Recorded> containers = shown.stream().filter(other -> contains(other, doc)).toList();
      assertEquals(doc + " in " + containers, containers.isEmpty(), doc.within < 0);
      if (containers.isEmpty()) {
        shown.add(doc);
      } else {
        assertTrue(
            doc + " in none of " + containers,
            containers.contains(representatives.get(doc.within)));
        contained++;
      }
    }
    for (Recorded doc : documents.values()) {
      Recorded representative = representatives.get(doc.record.group());
      assertEquals(doc + " behind " + representative, representative.within, doc.within);
      assertEquals(doc.within < 0 ? doc.record.group() : doc.within, doc.shownIn);
    }
    return contained;
  }

  private boolean contains(Recorded larger, Recorded doc) {
    return doc.size() >= CONFIG.minElements()
        && larger.record.scope() == doc.record.scope()
        && set(doc.text).containment(set(larger.text)) >= ContainedTexts.LEAST;
  }

  private static Map<String, Recorded> recorded(DirectoryReader reader) throws IOException {
    Map<String, Recorded> documents = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      RecordReader records = new RecordReader(leaf.reader());
      GroupReader shown = GroupReader.asShown(leaf.reader());
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          DocumentRecord record = records.read(doc);
          String text = leaf.reader().storedFields().document(doc).get("text");
          documents.put(
              record.id(), new Recorded(record, text, records.within(doc), shown.group(doc)));
        }
      }
    }
    return documents;
  }

  /** Which visible document stands for each. */
  private static Map<String, String> shown(Map<String, Recorded> documents) {
    Map<Long, String> visible = new HashMap<>();
    documents.values().stream()
        .filter(doc -> doc.isRepresentative() && doc.within < 0)
        .forEach(doc -> visible.put(doc.record.group(), doc.record.id()));
    Map<String, String> shown = new TreeMap<>();
    documents.forEach((id, doc) -> shown.put(id, visible.get(doc.shownIn)));
    return shown;
  }

  /** The same changes to two indexes, one of which is refreshed, committed, merged and reopened. */
  private final class Sequence {
    private final Random random;
    private final CollapseConfig config;
    private final List<String> pool = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final Directory directory = new ByteBuffersDirectory();
    private CollapsingIndexWriter writer;

    Sequence(Random random) {
      this.random = random;
      CollapseConfig hiding =
          CONFIG
              .withContained(ContainedTexts.HIDE)
              .withPreference(Preference.parse(random.nextBoolean() ? "first" : "longest"))
              .withVariants(random.nextInt(4) == 0 ? Variants.DROP : Variants.HIDE)
              .withMaxPending(random.nextBoolean() ? 1 + random.nextInt(6) : 1000);
      config = random.nextBoolean() ? hiding.withScopeField("site") : hiding;
      for (int i = 0; i < SENTENCES; i++) {
        pool.add(text(words("s" + i + "w", 12 + random.nextInt(30))));
      }
    }

    int run() throws IOException {
      int contained = 0;
      try (Directory quiet = new ByteBuffersDirectory();
          CollapsingIndexWriter twin = open(quiet)) {
        writer = open(directory);
        try {
          for (int i = 6 + random.nextInt(30); i >= 0; i--) {
            change(twin);
            happen();
            if (random.nextInt(3) == 0) {
              contained += check(read(writer));
            }
          }
          Map<String, Recorded> last = read(writer);
          contained += check(last);
          assertEquals(shown(read(twin)), shown(last));
        } finally {
          writer.rollback();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(String.join("\n", log), e);
      }
      return contained;
    }

    private Map<String, Recorded> read(CollapsingIndexWriter from) throws IOException {
      try (DirectoryReader reader = from.openReader()) {
        return recorded(reader);
      }
    }

    private CollapsingIndexWriter open(Directory of) throws IOException {
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setMergeFactor(2 + random.nextInt(9));
      policy.setMinMergeDocs(2);
      return CollapsingIndexWriter.open(
          of,
          config,
          new IndexWriterConfig(new WhitespaceAnalyzer())
              .setCodec(new Lucene104Codec())
              .setMergeScheduler(new SerialMergeScheduler())
              .setMaxBufferedDocs(2 + random.nextInt(20))
              .setMergePolicy(policy));
    }

    /** A run of sentences, sometimes with words changed. */
    private String draw() {
      int length = 1 + random.nextInt(random.nextInt(6) + 1);
      int from = random.nextInt(SENTENCES);
      List<String> sentences = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        boolean jumps = random.nextInt(8) == 0;
        sentences.add(pool.get(jumps ? random.nextInt(SENTENCES) : (from + i) % SENTENCES));
      }
      String text = text(sentences);
      return random.nextInt(5) == 0 ? edit(random, text, 1 + random.nextInt(2)) : text;
    }

    private void change(CollapsingIndexWriter twin) throws IOException {
      String id = "d" + random.nextInt(14);
      int kind = random.nextInt(12);
      if (kind < 9) {
        Document document = scoped(id, draw(), random.nextInt(4) == 0 ? "b" : "a");
        log.add("update " + id + " " + document.get("site") + " " + document.get("text"));
        assertEquals(twin.updateDocument(document), writer.updateDocument(document));
      } else if (kind < 11) {
        log.add("delete " + id);
        assertEquals(twin.deleteDocuments(id), writer.deleteDocuments(id));
      } else {
        String word = "s" + random.nextInt(SENTENCES) + "w0";
        log.add("delete by " + word);
        TermQuery query = new TermQuery(new Term("text", word));
        assertEquals(twin.deleteDocuments(query), writer.deleteDocuments(query));
      }
    }

    private void happen() throws IOException {
      int kind = random.nextInt(16);
      log.add("happens " + kind);
      switch (kind) {
        case 0, 1, 2 -> writer.flush();
        case 3 -> writer.commit();
        case 4 -> writer.forceMerge(1 + random.nextInt(2));
        case 5 -> {
          writer.close();
          writer = open(directory);
        }
        case 6 -> {
          writer.close();
          CheckReport report =
              IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
          assertTrue(report.toString(), report.isSound());
          writer = open(directory);
        }
        default -> {}
      }
    }
  }
}
