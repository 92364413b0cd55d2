// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.neardup.opensearch.JsonTemplates.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Documents of which it is known which are near-duplicates: texts of random words, and copies of
 * each in which one word is another. Copies resemble each other by .9, others by 0.
 */
public final class CopiesCorpus {
  private static final int WORDS = 200;
  private final List<Map<String, Object>> documents = new ArrayList<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private final int groupCount;

  /** So many groups of one to five documents. */
  public CopiesCorpus(Random random, int groupCount) {
    this.groupCount = groupCount;
    for (int group = 0; group < groupCount; group++) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < WORDS; i++) {
        words.add(i % 20 == random.nextInt(20) ? "common" : "w" + random.nextInt(1_000_000));
      }
      for (int copy = 0; copy <= group % 5; copy++) {
        List<String> text = new ArrayList<>(words);
        if (copy > 0) {
          text.set(random.nextInt(WORDS), "copy" + copy);
        }
        add(group, copy, String.join(" ", text), random.nextInt(1000));
      }
    }
  }

  private void add(int group, int copy, String text, int rank) {
    String id = "g" + group + "c" + copy;
    groups.put(id, group);
    documents.add(
        Map.of(
            "id",
            id,
            "group",
            group,
            "copy",
            "c" + copy,
            "text",
            text,
            "rank",
            rank,
            "owner",
            owner(id)));
  }

  /** Indexes all into a new index, document after document. */
  public void index(LocalCluster cluster, String name, int shards, int replicas) {
    index(cluster, name, shards, replicas, "");
  }

  /**
   * The same.
   *
   * @param parameters of the field {@code text.dup}, each after a comma, with ' for "
   */
  public void index(
      LocalCluster cluster, String name, int shards, int replicas, String parameters) {
    cluster.ok(
        "PUT",
        "/" + name,
        json(
            """
        {'settings': {
           'index.codec': 'neardup', 'number_of_shards': %d, 'number_of_replicas': %d},
         'mappings': {'properties': {
           'group': {'type': 'integer'}, 'copy': {'type': 'keyword'}, 'rank': {'type': 'integer'},
           'id': {'type': 'keyword'}, 'owner': {'type': 'keyword'},
           'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup'%s}}}}}}
        """,
            shards, replicas, parameters));
    update(cluster, name);
    cluster.ok("GET", "/_cluster/health/" + name + "?wait_for_status=green&timeout=30s", null);
  }

  /** Indexes all into an index that there is, again if it has them. */
  public void update(LocalCluster cluster, String name) {
    StringBuilder bulk = new StringBuilder();
    for (Map<String, Object> document : documents) {
      bulk.append(json("{'index': {'_id': '%s'}}\n", document.get("id")));
      StringJoiner fields = new StringJoiner(", ", "{", "}\n");
      document.forEach((key, value) -> fields.add(json("'%s': '%s'", key, value)));
      bulk.append(fields);
    }
    Reply reply = cluster.ok("POST", "/" + name + "/_bulk?refresh=true", bulk.toString());
    if (!Boolean.FALSE.equals(reply.at("errors"))) {
      throw new AssertionError(reply);
    }
  }

  /** How many groups there are. */
  public int groupCount() {
    return groupCount;
  }

  /** How many documents there are. */
  public int size() {
    return documents.size();
  }

  /** The ids of all. */
  public Set<String> ids() {
    return groups.keySet();
  }

  /** The owner of a document: bob has every second copy. */
  public String owner(String id) {
    return id.matches(".*c[13]") ? "bob" : "ann";
  }

  /** The group of a document. */
  public int group(String id) {
    return groups.get(id);
  }

  /** The groups of documents, of which no two may be in the same. */
  public Set<Integer> groups(List<String> ids) {
    Set<Integer> found = new HashSet<>();
    for (String id : ids) {
      if (!found.add(group(id))) {
        throw new AssertionError("two versions of one document: " + ids);
      }
    }
    return found;
  }
}
