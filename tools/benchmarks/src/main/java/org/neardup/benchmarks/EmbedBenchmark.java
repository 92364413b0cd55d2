// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.VectorUtil;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.DecidedDocument;
import org.neardup.index.Variants;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersionSearcher;
import org.neardup.search.RecordedGroups;

/**
 * Indexes documents with vectors: all, the visible ones alone, or the ones that are left where
 * variants are dropped; then finds the contents nearest to some vectors. A vector is made of the
 * hashed words of a text, so that near-copies have nearly the same one.
 */
final class EmbedBenchmark {
  static final String USAGE =
      "FILE documents=0 dimensions=96 queries=200 k=10 candidates=100 engines=none,all,visible,drop folder=";

  private static final String VECTOR = "vector";

  private final Corpus corpus;
  private final int size;
  private final int dimensions;
  private final int k;
  private final int candidates;
  private final List<float[]> queries = new ArrayList<>();
  private final Map<String, float[]> visible = new HashMap<>(); // by id

  private EmbedBenchmark(Corpus corpus, Settings settings) {
    this.corpus = corpus;
    dimensions = settings.number("dimensions");
    k = settings.number("k");
    candidates = settings.number("candidates");
    int most = settings.number("documents");
    size = most == 0 ? corpus.size() : Math.min(most, corpus.size());
    SplittableRandom random = new SplittableRandom(11);
    for (int i = settings.number("queries"); i > 0; i--) {
      String text = corpus.text(random.nextInt(size)).text();
      queries.add(embed(text.substring(0, text.length() / 2)));
    }
  }

  /**
   * {@code documents} is how many of the file are indexed, 0 for all; {@code none} indexes without
   * vectors; {@code candidates} is the k of the vector query, of which the first k are hits; {@code
   * folder} is where, a temporary one if it is empty.
   */
  static void run(Settings settings) throws IOException {
    EmbedBenchmark benchmark = new EmbedBenchmark(Corpus.open(settings.argument(0), 0), settings);
    System.out.printf(Locale.ROOT, "%,d documents, Java %s%n", benchmark.size, Runtime.version());
    System.out.println("engine   processor s  merged s  index MB  vectors MB");
    try (Folder folder = Folder.of(settings.text("folder"))) {
      for (String engine : settings.list("engines")) {
        benchmark.measure(engine, folder.path().resolve(engine));
      }
    }
  }

  private float[] embed(String text) {
    float[] vector = new float[dimensions];
    for (String word : text.toLowerCase(Locale.ROOT).split("\\W+", -1)) {
      SplittableRandom random = new SplittableRandom(word.hashCode());
      for (int i = 0; i < 8; i++) {
        vector[random.nextInt(dimensions)] += random.nextBoolean() ? 1 : -1;
      }
    }
    vector[0] += 1e-3f; // no null vector
    return VectorUtil.l2normalize(vector);
  }

  private KnnFloatVectorField field(int number) {
    float[] vector = embed(corpus.text(number).text());
    return new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT);
  }

  private void measure(String engine, Path folder) throws IOException {
    CollapseConfig config =
        CollapseConfig.defaults()
            .withVariants(engine.equals("drop") ? Variants.DROP : Variants.HIDE);
    try (FSDirectory directory = FSDirectory.open(folder)) {
      Stopwatch watch = new Stopwatch();
      double written;
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(
              directory, config, new IndexWriterConfig(new StandardAnalyzer()))) {
        for (int i = 0; i < size; i++) {
          write(writer, engine, i);
        }
        writer.commit();
        written = watch.cpuSeconds();
        writer.forceMerge(1);
      }
      double merged = watch.cpuSeconds();
      System.out.printf(
          Locale.ROOT,
          "%-8s %11.1f %9.1f %9.1f %11.1f%n",
          engine,
          written,
          merged,
          megabytes(folder, ""),
          megabytes(folder, ".ve"));
      if (!engine.equals("none")) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          search(engine, reader);
        }
      }
    }
  }

  private void write(CollapsingIndexWriter writer, String engine, int number) throws IOException {
    Document document = TimedIndexing.document(corpus.text(number));
    if (engine.equals("all")) {
      document.add(field(number));
    }
    DecidedDocument decided = writer.decide(writer.prepare(document));
    if (engine.equals("none") || engine.equals("all") || decided.isVariant()) {
      decided.write();
    } else {
      decided.write(fields -> fields.add(field(number)));
    }
  }

  /** Of all files, or of those with an ending that begins so. */
  private static double megabytes(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
              .filter(file -> file.toString().contains(ending))
              .mapToLong(file -> file.toFile().length())
              .sum()
          / 1e6;
    }
  }

  private interface Search {
    int[] find(KnnFloatVectorQuery query) throws IOException;
  }

  private void search(String engine, DirectoryReader reader) throws IOException {
    RecordedGroups groups = new RecordedGroups(reader);
    if (visible.isEmpty()) {
      readVisible(reader, groups);
    }
    IndexSearcher all = new IndexSearcher(reader);
    IndexSearcher hiding = new OneVersionSearcher(reader);
    BestVersionSearch best = new BestVersionSearch(all);
    report(engine + ", plain", reader, query -> docs(all.search(query, k).scoreDocs));
    report(engine + ", hide", reader, query -> docs(hiding.search(query, k).scoreDocs));
    report(
        engine + ", best",
        reader,
        query -> best.search(query, k).hits().stream().mapToInt(hit -> hit.doc().doc).toArray());
  }

  private static int[] docs(ScoreDoc[] hits) {
    return Arrays.stream(hits).mapToInt(hit -> hit.doc).toArray();
  }

  /** What is to be found: contents, each by the document that stands for it. */
  private void readVisible(DirectoryReader reader, RecordedGroups groups) throws IOException {
    Map<String, String> texts = new HashMap<>();
    IntStream.range(0, size).forEach(i -> texts.put(corpus.text(i).id(), corpus.text(i).text()));
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (!groups.isHidden(doc)) {
        String id = reader.storedFields().document(doc, Set.of("id")).get("id");
        visible.put(id, embed(texts.get(id)));
      }
    }
  }

  private void report(String name, DirectoryReader reader, Search search) throws IOException {
    RecordedGroups groups = new RecordedGroups(reader);
    double[] micros = new double[queries.size()];
    double found = 0;
    double distinct = 0;
    for (int round = 0; round < 3; round++) { // the first ones warm up
      for (int i = 0; i < micros.length; i++) {
        KnnFloatVectorQuery query = new KnnFloatVectorQuery(VECTOR, queries.get(i), candidates);
        long start = System.nanoTime();
        int[] docs = search.find(query);
        micros[i] = (System.nanoTime() - start) / 1e3;
        if (round == 0) {
          Set<String> contents = new HashSet<>();
          for (int doc : docs) {
            int shown = groups.representative(doc);
            contents.add(reader.storedFields().document(shown, Set.of("id")).get("id"));
          }
          distinct += contents.size();
          contents.retainAll(nearest(queries.get(i)));
          found += contents.size();
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "  %-16s recall %.3f, distinct %.2f of %d, %.0f µs%n",
        name,
        found / micros.length / k,
        distinct / micros.length,
        k,
        Turns.quantile(Arrays.stream(micros), 0.5));
  }

  private Set<String> nearest(float[] query) {
    Comparator<Map.Entry<String, Float>> nearestFirst =
        Map.Entry.<String, Float>comparingByValue().reversed();
    return new HashSet<>(
        visible.entrySet().stream()
            .map(each -> Map.entry(each.getKey(), VectorUtil.dotProduct(query, each.getValue())))
            .sorted(nearestFirst.thenComparing(Map.Entry.comparingByKey()))
            .limit(k)
            .map(Map.Entry::getKey)
            .toList());
  }
}
