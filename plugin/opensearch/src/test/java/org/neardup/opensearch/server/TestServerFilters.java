// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/**
 * A filter that leaves variants only finds them; a deleted document makes place for its variant.
 */
public class TestServerFilters {

  private static String version(String version) {
    return "{\"term\": {\"version\": \"" + version + "\"}}";
  }

  @Test
  public void testAFilterOnAVersionFindsEachGroupThatHasIt() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(8, 200, 5);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "filters", 1, 0);
    index.add(documents);
    index.refresh();
    Map<String, List<String>> groups = resemblances.groups(index.documentsByShard().get(0));
    for (String version : List.of("v1", "v2", "v4")) {
      Set<String> expected = new TreeSet<>();
      for (List<String> members : groups.values()) {
        members.stream().filter(id -> id.endsWith(version)).findFirst().ifPresent(expected::add);
      }
      String query = version(version);
      List<String> found =
          ServerIndex.ids(index.onePage(ServerIndex.page(query, ServerIndex.EVERYTHING)));
      // Variants of one group need not resemble each other: the page keeps the first of those that
      // do.
      assertEquals(resemblances.firstOfEach(List.copyOf(expected)), found);
      assertEquals(
          expected,
          new TreeSet<>(
              ServerIndex.ids(
                  index.search(
                      "",
                      ServerIndex.page(
                          "{\"bool\": {\"must\": "
                              + query
                              + ", \"filter\": "
                              + ServerIndex.oneVersion(query)
                              + "}}",
                          ServerIndex.EVERYTHING)))));
    }
    index.drop();
  }

  @Test
  public void testADeletedRepresentativeMakesPlaceForItsVariant() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(9, 100, 5);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "deletes", 1, 1);
    index.add(documents);
    index.refresh();
    Map<String, List<String>> groups = resemblances.groups(index.documentsByShard().get(0));
    List<String> group =
        groups.values().stream().filter(members -> members.size() >= 3).findFirst().orElseThrow();
    index.delete(group.get(0));
    index.refresh();
    Set<String> visible = index.visible("");
    assertFalse(visible.contains(group.get(0)));
    assertTrue(group + " " + visible, visible.contains(group.get(1)));
    assertEquals(index.expected(resemblances), visible);

    group.subList(1, group.size()).forEach(index::delete);
    index.refresh();
    Set<String> without = index.visible("");
    assertTrue(without.stream().noneMatch(group::contains));
    assertEquals(index.expected(resemblances), without);
    index.drop();
  }

  @Test
  public void testAggregationsOnOneShardCountEachGroupOnce() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(10, 150, 5);
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "aggregations", 1, 0);
    index.add(documents);
    index.refresh();
    Json page =
        index.onePage(
            """
            {"size": 10000, "_source": false, "track_total_hits": true,
             "aggs": {"topics": {"terms": {"field": "topic", "size": 100}}}}
            """);
    long sum = 0;
    for (Json bucket : page.at("aggregations", "topics", "buckets").elements()) {
      sum += bucket.at("doc_count").number();
    }
    assertEquals(page.at("hits", "total", "value").number(), sum);
    index.drop();
  }

  @Test
  public void testJavadocOfOneReleaseIsFoundWhole() throws Exception {
    List<CorpusDocument> documents = Corpus.real("lucene_javadoc");
    assumeFalse("needs -Dneardup.data with lucene_javadoc", documents.isEmpty());
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "release", 1, 0);
    index.add(documents);
    index.refresh();
    String query =
        """
        {"bool": {"must": {"match": {"text": {"query": "index search", "operator": "and"}}},
          "filter": {"term": {"version": "10.3.2"}}}}
        """;
    String request = ServerIndex.page(query, ServerIndex.EVERYTHING);
    Set<String> plain = Set.copyOf(ServerIndex.ids(index.search("", request)));
    List<List<String>> found =
        Resemblances.of(documents).groups(index.documentsByShard().get(0)).values().stream()
            .filter(members -> members.stream().anyMatch(plain::contains))
            .toList();
    Json page = index.onePage(request);
    assertTrue(plain.toString(), plain.size() > 50);
    assertEquals(found.size(), ServerIndex.ids(page).size());
    assertEquals("{value=" + found.size() + ", relation=eq}", page.at("hits", "total").toString());
    index.drop();
  }
}
