// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.neardup.opensearch.Await;

/** An index of a cluster with a {@code neardup} field. For one thread. */
final class ServerIndex {
  static final String FIELD = "text.dup";
  private static final String PIPELINE = "one-version";
  static final String ALL = "{\"match_all\": {}}";

  /** As many hits as a page may have. */
  static final int EVERYTHING = 10_000;

  private static final String MAPPING =
      """
      {"dynamic": "false", "properties": {
        "key": {"type": "keyword"}, "path": {"type": "keyword"}, "version": {"type": "keyword"},
        "topic": {"type": "keyword"}, "tenant": {"type": "keyword"}, "date": {"type": "date"},
        "readers": {"type": "keyword"}, "title": {"type": "text"},
        "text": {"type": "text", "fields": {"dup": {"type": "neardup", PARAMETERS "analyzer": "standard"}}}}}
      """;
  private static final int BULK = 500;

  private final ServerCluster cluster;
  private final String name;
  private boolean hasPipeline;

  private ServerIndex(ServerCluster cluster, String name) {
    this.cluster = cluster;
    this.name = name;
  }

  /** An index that is there already. */
  static ServerIndex existing(ServerCluster cluster, String name) {
    return new ServerIndex(cluster, name);
  }

  /** Makes an index that is refreshed on demand only, and waits until all its copies are there. */
  static ServerIndex create(ServerCluster cluster, String name, int shards, int replicas)
      throws Exception {
    return create(cluster, name, shards, replicas, Map.of(), "");
  }

  /**
   * The same with more settings.
   *
   * @param parameters of the field, as JSON with a comma after each
   */
  static ServerIndex create(
      ServerCluster cluster,
      String name,
      int shards,
      int replicas,
      Map<String, Object> more,
      String parameters)
      throws Exception {
    return create(cluster, name, shards, replicas, withCodec(more), MAPPING, parameters);
  }

  /** One with the same fields but for the one of sketches. */
  static ServerIndex createPlain(ServerCluster cluster, String name, int shards, int replicas)
      throws Exception {
    String mapping = MAPPING.replaceFirst(", \"fields\".*?}}", "");
    return create(cluster, name, shards, replicas, Map.of(), mapping, "");
  }

  private static Map<String, Object> withCodec(Map<String, Object> more) {
    Map<String, Object> settings = new TreeMap<>(more);
    settings.put("index.codec", "neardup");
    return settings;
  }

  private static ServerIndex create(
      ServerCluster cluster,
      String name,
      int shards,
      int replicas,
      Map<String, Object> more,
      String mapping,
      String parameters)
      throws Exception {
    cluster.client().delete("/" + name); // of an earlier test that failed
    Map<String, Object> settings = new TreeMap<>(more);
    settings.put("index.number_of_shards", shards);
    settings.put("index.number_of_replicas", replicas);
    settings.put("index.refresh_interval", "-1");
    cluster
        .client()
        .put(
            "/" + name + "?wait_for_active_shards=all",
            "{\"settings\": "
                + Json.write(settings)
                + ", \"mappings\": "
                + mapping.replace("PARAMETERS", parameters)
                + "}")
        .succeeded();
    cluster.awaitGreen();
    return new ServerIndex(cluster, name);
  }

  String name() {
    return name;
  }

  ServerClient client() {
    return cluster.client();
  }

  /** Adds documents in their order, without a refresh. */
  void add(List<CorpusDocument> documents) {
    bulkBodies(documents).forEach(this::bulk);
  }

  /** The bodies of bulk requests that add documents. */
  static List<String> bulkBodies(List<CorpusDocument> documents) {
    List<String> bodies = new ArrayList<>();
    for (int from = 0; from < documents.size(); from += BULK) {
      StringBuilder lines = new StringBuilder();
      for (CorpusDocument each : documents.subList(from, Math.min(documents.size(), from + BULK))) {
        lines.append(Json.write(Map.of("index", Map.of("_id", each.id())))).append('\n');
        lines.append(Json.write(each.source())).append('\n');
      }
      bodies.add(lines.toString());
    }
    return bodies;
  }

  /** Sends a bulk request. */
  void bulk(String body) {
    ServerResponse response = client().post("/" + name + "/_bulk", body).succeeded();
    // The answer is as long as the request: look at its beginning only, when time is measured.
    int place = response.text().indexOf("\"errors\":false");
    if (place < 0 || place > 60) {
      throw new AssertionError(response);
    }
  }

  void delete(String id) {
    client().delete("/" + name + "/_doc/" + id.replace("/", "%2F")).succeeded();
  }

  void refresh() {
    client().post("/" + name + "/_refresh", "").succeeded();
  }

  void drop() {
    client().delete("/" + name).succeeded();
  }

  /** Searches without the pipeline. */
  Json search(String parameters, String body) {
    return search(client(), parameters, body);
  }

  /** The same for a user. */
  Json search(ServerClient client, String parameters, String body) {
    Json response = client.post("/" + name + "/_search?" + parameters, body).succeeded().json();
    assertEquals(response.toString(), 0, response.at("_shards", "failed").number());
    return response;
  }

  /** Searches with the pipeline. */
  Json onePage(String body) {
    return search(pipeline(), body);
  }

  /** The parameter of searches with the pipeline. */
  String pipeline() {
    if (!hasPipeline) {
      cluster
          .client()
          .put(
              "/_search/pipeline/" + PIPELINE,
              """
              {"request_processors": [{"one_version": {"field": "text.dup"}}],
               "phase_results_processors": [{"one_version": {}}],
               "response_processors": [{"one_version": {}}]}
              """)
          .succeeded();
      hasPipeline = true;
    }
    return "search_pipeline=" + PIPELINE;
  }

  /** The filter of one version of what a query matches. */
  static String oneVersion(String of) {
    return "{\"one_version\": {\"field\": \"text.dup\", \"of\": " + of + "}}";
  }

  /** A request for a page, in the order of the field {@code key}. */
  static String page(String query, int size) {
    return page(query, size, "[{\"key\": \"asc\"}]");
  }

  /** A request for a page in some order. */
  static String page(String query, int size, String sort) {
    return "{\"query\": "
        + query
        + ", \"size\": "
        + size
        + ", \"sort\": "
        + sort
        + ", \"_source\": false, \"track_scores\": true, \"track_total_hits\": true}";
  }

  /** The same behind the last hit of a page. */
  static String after(String page, Json lastHit) {
    return "{\"search_after\": "
        + Json.write(lastHit.at("sort").value())
        + ", "
        + page.substring(1);
  }

  static List<String> ids(Json response) {
    return response.at("hits", "hits").elements().stream()
        .map(hit -> hit.at("_id").text())
        .toList();
  }

  /** The ids that the filter shows of all documents. */
  Set<String> visible(String parameters) {
    return visible(client(), parameters);
  }

  /** The same for a user. */
  Set<String> visible(ServerClient client, String parameters) {
    return new TreeSet<>(ids(search(client, parameters, page(oneVersion(ALL), EVERYTHING))));
  }

  /** The ids of the live documents of each shard, in the order of their numbers. */
  List<List<String>> documentsByShard() {
    return documentsByShard("_seq_no");
  }

  /**
   * The same in another order.
   *
   * @param preferred field, its ties broken by _seq_no
   */
  List<List<String>> documentsByShard(String preferred) {
    long shards =
        client()
            .get("/" + name + "/_settings?flat_settings=true")
            .succeeded()
            .json()
            .elements()
            .get(0)
            .at("settings", "index.number_of_shards")
            .text()
            .transform(Long::parseLong);
    List<List<String>> documents = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      String sort =
          "[" + (preferred.equals("_seq_no") ? "" : preferred + ", ") + "{\"_seq_no\": \"asc\"}]";
      documents.add(
          ids(search("preference=_shards:" + shard + "%7C_primary", page(ALL, EVERYTHING, sort))));
    }
    return documents;
  }

  /** The ids that the definition leaves visible. */
  Set<String> expected(Resemblances resemblances) {
    Set<String> visible = new TreeSet<>();
    for (List<String> documents : documentsByShard()) {
      visible.addAll(resemblances.groups(documents).keySet());
    }
    return visible;
  }

  /** Waits until no copy of any shard derives its groups in the background. */
  void awaitDerived() throws Exception {
    AtomicReference<String> last = new AtomicReference<>();
    Await.until(
        120,
        () -> {
          boolean isDerived = true;
          for (String copy : List.of("_primary", "_replica")) {
            // Fails where there are no replicas.
            String search = "/" + name + "/_search?" + pipeline() + "&preference=" + copy;
            last.set(client().post(search, page(ALL, 1)).toString());
            isDerived &= !last.get().contains("\"deriving\":true");
          }
          return isDerived;
        },
        () -> "groups are still derived in the background: " + last.get());
  }
}
