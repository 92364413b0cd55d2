// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.Await;

/**
 * Text and vectors in one index, with the plugins k-NN and neural-search, of which Maven Central
 * has one release. Versions of a text have vectors that are next to each other.
 */
public class TestServerVectors {
  private static final Path PLUGINS = Path.of(System.getProperty("neardup.vector.plugins", ""));
  private static final int SIZE = 12;

  /** Those by distance alone; equal scores of others may come in any order. */
  private static final String NEAREST = "knn.*|radial|nested";

  private static final String VECTOR = "\"vector\": [3, 1.5, 1, 0]";
  private static final String BEFORE =
      """
      {"index_patterns": ["v*"], "template": {
        "settings": {"index.knn": true, "index.codec": "neardup", "index.refresh_interval": "-1",
          "index.neardup.one_version": "text.dup"},
        "mappings": {"dynamic": "false", "properties": {
      """;
  private static final String TEXT =
      """
          "text": {"type": "text", "fields": {"dup": {"type": "neardup"}}}
      """;
  private static final String VECTORS =
      """
          "key": {"type": "keyword"}, "version": {"type": "keyword"}, "weights": {"type": "rank_features"},
          "near": {"type": "knn_vector", "dimension": 4,
            "method": {"name": "hnsw", "engine": "lucene", "space_type": "l2"}},
          "unused": {"type": "knn_vector", "dimension": 4,
            "method": {"name": "hnsw", "engine": "faiss", "space_type": "l2"}},
          "parts": {"type": "nested", "properties": {"near": {"type": "knn_vector", "dimension": 4,
            "method": {"name": "hnsw", "engine": "lucene", "space_type": "l2"}}}}
      """;

  private static ServerCluster cluster;
  private static List<CorpusDocument> documents;
  private static Resemblances resemblances;

  @BeforeClass
  public static void start() throws Exception {
    assumeTrue("needs -Dopensearch.version=3.6.0", Files.isDirectory(PLUGINS));
    try (Stream<Path> zips = Files.list(PLUGINS)) {
      // neural-search needs k-NN.
      List<Path> ordered = zips.sorted((a, b) -> b.compareTo(a)).toList();
      ServerHome home =
          ServerCluster.home(
              "vectors-home", "neardup.server.distribution", "neardup.server.plugin", ordered);
      cluster = ServerCluster.of("vectors", 3, Map.of(), home);
    }
    cluster.startAll();
    documents = Corpus.versions(17, 60, 4).stream().map(TestServerVectors::withVectors).toList();
    resemblances = Resemblances.of(documents);
    put(
        "/_search/pipeline/norm",
        "{\"phase_results_processors\": [{\"normalization-processor\": {}}]}");
    put(
        "/_search/pipeline/ranks",
        """
        {"phase_results_processors": [{"score-ranker-processor": {"combination": {"technique": "rrf"}}}]}
        """);
  }

  @AfterClass
  public static void stop() throws Exception {
    if (cluster != null) {
      cluster.stopAll();
    }
  }

  private static void put(String path, String body) {
    cluster.client().put(path, body).succeeded();
  }

  private static CorpusDocument withVectors(CorpusDocument document) {
    double text = Integer.parseInt(document.id().replaceAll("t|-.*", ""));
    double version = Integer.parseInt(document.id().replaceAll(".*v", ""));
    List<Double> vector = List.of(text + version / 100, text / 2, 1.0, version / 50);
    List<Double> other = List.of(text + .3, text / 2, 1.0, version / 50);
    return document
        .with("near", vector)
        .with("weights", Map.of("a", 1 + text, "b", version))
        .with("parts", List.of(Map.of("near", vector), Map.of("near", other)));
  }

  /** Requests by what they are. */
  private static Map<String, String> requests() {
    String knn = "{\"knn\": {\"near\": {" + VECTOR + ", \"k\": 12}}}";
    String second = "{\"term\": {\"version\": \"v2\"}}";
    String filtered =
        "{\"knn\": {\"near\": {" + VECTOR + ", \"k\": 12, \"filter\": " + second + "}}}";
    String match = "{\"match\": {\"text\": \"w0 w1\"}}";
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("knn", knn);
    queries.put("knn with a filter", filtered);
    queries.put("knn in a bool", "{\"bool\": {\"must\": " + knn + ", \"filter\": " + second + "}}");
    queries.put("radial", "{\"knn\": {\"near\": {" + VECTOR + ", \"max_distance\": 250}}}");
    queries.put(
        "nested",
        "{\"nested\": {\"path\": \"parts\", \"query\": {\"knn\": {\"parts.near\": {"
            + VECTOR
            + ", \"k\": 12}}}}}");
    queries.put("hybrid", "{\"hybrid\": {\"queries\": [" + knn + ", " + match + "]}}");
    queries.put("sparse", "{\"neural_sparse\": {\"weights\": {\"query_tokens\": {\"a\": 1.0}}}}");
    Map<String, String> requests = new LinkedHashMap<>();
    queries.forEach((name, query) -> requests.put(name, request(query, "")));
    requests.put(
        "rescore",
        request(
            match,
            ", \"rescore\": {\"window_size\": 40, \"query\": {\"rescore_query\": " + knn + "}}"));
    return requests;
  }

  private static String request(String query, String more) {
    return "{\"_source\": false, \"size\": " + SIZE + ", \"query\": " + query + more + "}";
  }

  /**
   * Searches each copy of the shards; all pages are full, without two versions.
   *
   * @return the pages of those that depend on distances alone
   */
  private static Map<String, List<String>> pages(ServerIndex index) throws Exception {
    cluster.awaitGreen();
    index.awaitDerived();
    Map<String, List<String>> pages = new TreeMap<>();
    int visible = index.visible("").size();
    for (Map.Entry<String, String> request : requests().entrySet()) {
      String name = request.getKey();
      for (String pipeline : name.equals("hybrid") ? List.of("norm", "ranks") : List.of("")) {
        for (String copy : List.of("_primary", "_replica")) {
          String parameters =
              (pipeline.isEmpty() ? "" : "search_pipeline=" + pipeline + "&")
                  + "preference="
                  + copy;
          Json page = index.search(parameters, request.getValue());
          List<String> ids = ServerIndex.ids(page);
          assertEquals(name + " " + page, SIZE, ids.size());
          assertEquals(name, List.of(), resemblances.nearPairs(ids));
          assertTrue(name, page.at("hits", "total", "value").number() <= visible);
          assertFalse(name, page.at("ext", "neardup", "deriving").isTrue());
          if (name.matches("knn (with|in).*")) {
            assertTrue(name + ids, ids.stream().allMatch(id -> id.endsWith("-v2")));
          }
          List<String> earlier = name.matches(NEAREST) ? pages.putIfAbsent(name, ids) : null;
          assertTrue(name + ", " + copy, earlier == null || earlier.equals(ids));
        }
      }
    }
    return pages;
  }

  private static ServerIndex create(String name, int shards, String mapping, String replication)
      throws Exception {
    put("/_index_template/vectors", BEFORE + mapping + "}}}}");
    cluster.client().delete("/" + name);
    put(
        "/" + name + "?wait_for_active_shards=all",
        Json.write(
            Map.of(
                "settings",
                Map.of(
                    "number_of_shards", shards,
                    "number_of_replicas", 1,
                    "index.replication.type", replication))));
    return ServerIndex.existing(cluster, name);
  }

  @Test
  public void testPagesStayAsTheyAreThroughAllThatIndicesGoThrough() throws Exception {
    ServerIndex index = create("v1", 1, TEXT + "," + VECTORS, "DOCUMENT");
    index.add(documents);
    index.refresh();
    Map<String, List<String>> expected = pages(index);
    index.client().post("/v1/_forcemerge?max_num_segments=1", "").succeeded();
    index.refresh();
    assertEquals("merged", expected, pages(index));
    ServerIndex three = create("v3", 3, VECTORS + "," + TEXT, "SEGMENT");
    three.add(documents.subList(0, documents.size() / 2));
    three.refresh();
    three.add(documents.subList(documents.size() / 2, documents.size()));
    three.refresh();
    awaitReplicas(three);
    Map<String, List<String>> ofThree = pages(three);
    cluster.node(2).kill();
    cluster.startAll();
    assertEquals("killed", expected, pages(index));
    assertEquals("killed", ofThree, pages(three));

    create("v2", 1, TEXT + "," + VECTORS, "DOCUMENT");
    cluster
        .client()
        .post(
            "/_reindex?refresh=true",
            "{\"source\": {\"index\": \"v1\"}, \"dest\": {\"index\": \"v2\"}}")
        .succeeded();
    assertEquals("copied", expected, pages(ServerIndex.existing(cluster, "v2")));

    put("/_snapshot/vectors", "{\"type\": \"fs\", \"settings\": {\"location\": \"vectors\"}}");
    put("/_snapshot/vectors/one?wait_for_completion=true", "{\"indices\": \"v1,v3\"}");
    index.drop();
    three.drop();
    cluster
        .client()
        .post("/_snapshot/vectors/one/_restore?wait_for_completion=true", "{}")
        .succeeded();
    assertEquals("restored", expected, pages(index));
    assertEquals("restored", ofThree, pages(three));
  }

  private static void awaitReplicas(ServerIndex index) throws Exception {
    String all = ServerIndex.page("{\"all_versions\": {}}", ServerIndex.EVERYTHING, "[\"_doc\"]");
    Await.until(
        60,
        () -> ServerIndex.ids(index.search("preference=_replica", all)).size() == documents.size(),
        () -> "replicas have not caught up");
  }
}
