// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.List;
import java.util.Locale;

/**
 * An index of documents with a field {@code text} and its sketches, {@code text.dup}: documents of
 * a topic are near-duplicates, their texts differ in the last word.
 */
public final class SampleIndex {
  private static final int WORDS = 60;

  private final LocalCluster cluster;
  private final String name;

  private SampleIndex(LocalCluster cluster, String name) {
    this.cluster = cluster;
    this.name = name;
  }

  /** Creates one of a shard without replicas. */
  public static SampleIndex create(LocalCluster cluster, String name) {
    return create(cluster, name, 1, 0, "");
  }

  /**
   * Creates one.
   *
   * @param parameters of the field {@code text.dup}, each after a comma, with ' for "
   */
  public static SampleIndex create(
      LocalCluster cluster, String name, int shards, int replicas, String parameters) {
    cluster.ok(
        "PUT",
        "/" + name,
        String.format(
            Locale.ROOT,
            """
        {'settings': {'index.codec': 'neardup', 'number_of_shards': %d, 'number_of_replicas': %d},
         'mappings': {'properties': {
           'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup' %s}}},
           'tag': {'type': 'keyword'},
           'date': {'type': 'date'}}}}
        """,
            shards,
            replicas,
            parameters));
    cluster.ok("GET", "/_cluster/health/" + name + "?wait_for_status=green&timeout=30s", null);
    return new SampleIndex(cluster, name);
  }

  /** A text of a topic; those of other variants resemble it by .96. */
  public static String text(int topic, int variant) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < WORDS; i++) {
      text.append(String.format(Locale.ROOT, "topic%dword%d ", topic, i));
    }
    return text.append("variant").append(variant).toString();
  }

  /** Adds or replaces a document. */
  public void put(String id, int topic, int variant, String tag, String date) {
    cluster.ok(
        "PUT",
        "/" + name + "/_doc/" + id,
        String.format(
            Locale.ROOT,
            "{'text': '%s', 'tag': '%s', 'date': '%s'}",
            text(topic, variant),
            tag,
            date));
  }

  /** Adds or replaces a document. */
  public void put(String id, int topic, int variant, String tag) {
    put(id, topic, variant, tag, "2026-01-01");
  }

  /** Deletes a document. */
  public void delete(String id) {
    cluster.ok("DELETE", "/" + name + "/_doc/" + id, null);
  }

  /** Makes searches see what changed. */
  public void refresh() {
    cluster.ok("POST", "/" + name + "/_refresh", null);
  }

  /** The ids of all documents that a query matches, sorted. */
  public List<String> search(String query) {
    return search(query, "");
  }

  /** The same with parameters of the request, each after an ampersand. */
  public List<String> search(String query, String parameters) {
    return cluster
        .ok(
            "GET",
            "/" + name + "/_search?size=1000" + parameters,
            "{'_source': false, 'query': " + query + "}")
        .sortedIds();
  }

  /** The ids of one version of what a query matches. */
  public List<String> oneVersion(String of) {
    return search(oneVersionOf(of));
  }

  /** The query for one version of what another query matches. */
  public static String oneVersionOf(String of) {
    return String.format(
        Locale.ROOT,
        "{'bool': {'filter': [%s, {'one_version': {'field': 'text.dup', 'of': %s}}]}}",
        of,
        of);
  }
}
