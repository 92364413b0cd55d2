// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures what the plugin costs on a real server, beside an index without it, in turns: the time
 * of bulk requests, of the first search after a refresh, of warm searches, and bytes on disk.
 * Prints a table. No test: it takes ten minutes, and wants a machine that does nothing else.
 *
 * <p>The profile opensearch-cost runs it. Wants {@code -Dneardup.data} with ota_passages. An
 * argument says how many documents to use; all by default.
 */
public final class ServerCost {
  private static final int WARM_UP_ROUNDS = 4;
  private static final int ROUNDS = 12;
  private static final int PART = 60_000;
  private static final int NEW = 1000;
  private static final int FIRST_SEARCHES = 7;
  private static final int QUERIES = 40;
  private static final int WARM_UP_TURNS = 40;
  private static final int WARM_TURNS = 31;

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final ServerCluster cluster;
  private final List<CorpusDocument> documents;

  private ServerCost(ServerCluster cluster, List<CorpusDocument> documents) {
    this.cluster = cluster;
    this.documents = documents;
  }

  /** Runs all measurements. */
  public static void main(String[] args) throws Exception {
    List<CorpusDocument> documents = Corpus.real("ota_passages");
    if (documents.isEmpty()) {
      throw new IllegalStateException("needs -Dneardup.data with ota_passages.docs.jsonl.gz");
    }
    if (args.length > 0) {
      documents = documents.subList(0, Math.min(documents.size(), Integer.parseInt(args[0])));
    }
    ServerCluster cluster = ServerCluster.of("cost", 1, Map.of());
    cluster.startAll();
    try {
      ServerCost cost = new ServerCost(cluster, documents);
      cost.out.println("| what | plain | one version | ratio |");
      cost.out.println("|---|---|---|---|");
      cost.indexing();
      cost.searching(1);
      cost.searching(3);
    } finally {
      cluster.stopAll();
    }
  }

  private ServerIndex index(boolean hasField, int shards) throws Exception {
    String name = (hasField ? "with-" : "plain-") + shards;
    return hasField
        ? ServerIndex.create(cluster, name, shards, 0)
        : ServerIndex.createPlain(cluster, name, shards, 0);
  }

  private void indexing() throws Exception {
    List<CorpusDocument> part = documents.subList(0, Math.min(PART, documents.size()));
    List<Double> plain = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    List<Double> plainCpu = new ArrayList<>();
    List<Double> withCpu = new ArrayList<>();
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (boolean hasField : both(round % 2 != 0)) {
        ServerIndex index = index(hasField, 1);
        List<String> bodies = ServerIndex.bulkBodies(part);
        double cpuStart = cpuSeconds();
        long start = System.nanoTime();
        bodies.forEach(index::bulk);
        index.refresh();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (round >= 0) {
          (hasField ? with : plain).add(seconds);
          (hasField ? withCpu : plainCpu).add(cpuSeconds() - cpuStart);
        }
        index.drop();
      }
    }
    row("bulk of " + part.size() + ", s", plain, with);
    row("the same, processor time of the server, s", plainCpu, withCpu);
  }

  private double cpuSeconds() throws Exception {
    String statistics = cluster.client().get("/_nodes/stats/process").succeeded().text();
    Json node = Json.parse(statistics).at("nodes").elements().getFirst();
    return node.at("process", "cpu", "total_in_millis").number() / 1e3;
  }

  private static List<Boolean> both(boolean first) {
    return List.of(first, !first);
  }

  private void searching(int shards) throws Exception {
    int held = FIRST_SEARCHES * NEW;
    List<CorpusDocument> first = documents.subList(0, documents.size() - held);
    ServerIndex plain = index(false, shards);
    ServerIndex with = index(true, shards);
    for (ServerIndex index : List.of(plain, with)) {
      index.add(first);
      index.refresh();
    }
    long start = System.nanoTime();
    with.search("", one(0, with));
    with.awaitDerived();
    line("groups of " + first.size() + " from scratch, " + shards + " shards, s", start);
    firstSearches(plain, with, shards, held);
    warmSearches(plain, with, shards);
    bytes(plain, with, shards);
    plain.drop();
    with.drop();
  }

  private void line(String what, long start) {
    out.printf(Locale.ROOT, "| %s | | %.2f | |%n", what, (System.nanoTime() - start) / 1e9);
  }

  private void firstSearches(ServerIndex plain, ServerIndex with, int shards, int held) {
    List<Double> plainTimes = new ArrayList<>();
    List<Double> withTimes = new ArrayList<>();
    for (int turn = 0; turn < FIRST_SEARCHES; turn++) {
      int from = documents.size() - held + turn * NEW;
      for (boolean hasField : both(turn % 2 == 0)) {
        ServerIndex index = hasField ? with : plain;
        index.add(documents.subList(from, from + NEW));
        index.refresh();
        String request = one(turn, hasField ? with : null);
        long start = System.nanoTime();
        index.search("request_cache=false", request);
        (hasField ? withTimes : plainTimes).add((System.nanoTime() - start) / 1e6);
      }
    }
    row("first search after " + NEW + " new, " + shards + " shards, ms", plainTimes, withTimes);
  }

  private void warmSearches(ServerIndex plain, ServerIndex with, int shards) {
    List<Double> plainTimes = new ArrayList<>();
    List<Double> filterTimes = new ArrayList<>();
    List<Double> pageTimes = new ArrayList<>();
    for (int turn = -WARM_UP_TURNS; turn < WARM_TURNS; turn++) {
      double plainMillis = 0;
      double filterMillis = 0;
      double pageMillis = 0;
      for (int query = 0; query < QUERIES; query++) {
        plainMillis += millis(plain, "request_cache=false", one(query, null));
        filterMillis += millis(with, "request_cache=false", one(query, with));
        pageMillis += millis(with, "request_cache=false&" + with.pipeline(), one(query, null));
      }
      if (turn >= 0) {
        plainTimes.add(plainMillis / QUERIES);
        filterTimes.add(filterMillis / QUERIES);
        pageTimes.add(pageMillis / QUERIES);
      }
    }
    row("warm query, filter, " + shards + " shards, ms", plainTimes, filterTimes);
    row("warm query, pipeline, " + shards + " shards, ms", plainTimes, pageTimes);
  }

  private static double millis(ServerIndex index, String parameters, String request) {
    long start = System.nanoTime();
    index.search(parameters, request);
    return (System.nanoTime() - start) / 1e6;
  }

  /** A query of three words that stand together in some text, with the filter or without. */
  private String one(int number, ServerIndex filtered) {
    Random random = new Random(number);
    String[] words = documents.get(random.nextInt(documents.size())).text().split("\\W+");
    int from = random.nextInt(Math.max(1, words.length - 3));
    String text =
        String.join(" ", Arrays.asList(words).subList(from, Math.min(words.length, from + 3)));
    String query = "{\"match\": {\"text\": " + Json.write(text) + "}}";
    String searched =
        filtered == null
            ? query
            : "{\"bool\": {\"must\": "
                + query
                + ", \"filter\": "
                + ServerIndex.oneVersion(query)
                + "}}";
    return "{\"size\": 10, \"_source\": false, \"query\": " + searched + "}";
  }

  private void bytes(ServerIndex plain, ServerIndex with, int shards) {
    List<Double> bytes = new ArrayList<>();
    for (ServerIndex index : List.of(plain, with)) {
      index.client().post("/" + index.name() + "/_forcemerge?max_num_segments=1", "").succeeded();
      index.refresh(); // segments are listed as searches see them
      String sizes =
          index
              .client()
              .get("/_cat/segments/" + index.name() + "?h=size&bytes=b")
              .succeeded()
              .text();
      bytes.add(sizes.lines().mapToDouble(Double::parseDouble).sum() / documents.size());
    }
    row("bytes a document, " + shards + " shards", bytes.subList(0, 1), bytes.subList(1, 2));
    out.println("|---|---|---|---|");
  }

  /** Medians, with the least and the most in brackets. */
  private void row(String what, List<Double> plain, List<Double> with) {
    out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %.2f |%n",
        what,
        spread(plain),
        spread(with),
        median(with) / median(plain));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static String spread(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f-%.2f)",
        median(values),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
  }
}
