// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.neardup.opensearch.JsonTemplates.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;

/** Which version of a group over several shards is shown, and where. */
public class TestPreferredVersions extends PipelineTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(5), 60);
  private static final Map<String, Integer> RANKS = new HashMap<>();

  @BeforeClass
  public static void index() {
    putPipeline("p", "");
    putPipeline("variants", ", 'variants': 10");
    CORPUS.index(shared(), "largest", 3, 0, ", 'order': 'rank:desc'");
    CORPUS.index(shared(), "least", 3, 0, ", 'order': 'rank'");
    Reply all = search("least", "_none", "{'size': 1000, '_source': ['rank']}");
    for (int i = 0; i < all.ids().size(); i++) {
      Object rank = all.at("hits.hits." + i + "._source.rank");
      RANKS.put(all.ids().get(i), Integer.parseInt(rank.toString()));
    }
  }

  private static final List<String> SORTS =
      List.of("['_score']", "[{'rank': 'asc'}, 'id']", "[{'rank': 'desc'}, 'id']", "['id']");

  /** The rank that is to be shown of each group. */
  private static Map<Integer, Integer> preferred(String index, String copies) {
    Map<Integer, Integer> preferred = new HashMap<>();
    RANKS.forEach(
        (id, rank) -> {
          if (id.matches(".*c[" + copies + "]")) {
            preferred.merge(
                CORPUS.group(id), rank, index.equals("largest") ? Math::max : Math::min);
          }
        });
    return preferred;
  }

  private static void assertPreferred(Map<Integer, Integer> expected, List<String> ids) {
    Map<Integer, Integer> shown = new HashMap<>();
    ids.forEach(id -> shown.put(CORPUS.group(id), RANKS.get(id)));
    assertEquals(expected, shown);
    assertEquals(expected.size(), ids.size());
  }

  @Test
  public void testOnePageOfEverything() {
    for (String index : List.of("largest", "least")) {
      for (String sort : SORTS) {
        Reply page = search(index, "p", json("{'size': 1000, 'sort': %s}", sort));
        assertPreferred(preferred(index, "0-9"), page.ids());
        assertTrue(page.text(), !page.text().contains("_neardup"));
        String some = "'query': {'terms': {'copy': ['c1', 'c2', 'c3']}}";
        Reply filtered = search(index, "p", json("{'size': 1000, 'sort': %s, %s}", sort, some));
        assertPreferred(preferred(index, "1-3"), filtered.ids());
        assertEquals(
            filtered.ids(),
            search(
                    index,
                    "p",
                    json(
                        "{'size': 1000, 'sort': %s, 'post_filter': {'terms': {'copy': ['c1', 'c2', 'c3']}}}",
                        sort))
                .ids());
      }
    }
  }

  @Test
  public void testPagesAreThoseOfTheWhole() {
    for (String index : List.of("largest", "least")) {
      for (String sort : SORTS.subList(1, 4)) {
        List<String> all = search(index, "p", json("{'size': 1000, 'sort': %s}", sort)).ids();
        for (int from : new int[] {0, 7, 55}) {
          Reply page = search(index, "p", json("{'from': %d, 'size': 9, 'sort': %s}", from, sort));
          assertEquals(all.subList(from, Math.min(all.size(), from + 9)), page.ids());
        }
        List<String> read = new ArrayList<>();
        String after = "";
        while (read.size() < all.size()) {
          Reply page = search(index, "p", json("{'size': 9, 'sort': %s %s}", sort, after));
          read.addAll(page.ids());
          List<?> last = (List<?>) page.at("hits.hits." + (page.ids().size() - 1) + ".sort");
          List<String> quoted = last.stream().map(value -> "'" + value + "'").toList();
          after = ", 'search_after': [" + String.join(", ", quoted) + "]";
        }
        assertEquals(all, read);
      }
    }
  }

  /** A version is shown at the place of its group, so with what that place has in the sort. */
  @Test
  public void testPlacesAreInTheOrderOfTheSort() {
    Reply page = search("largest", "p", "{'size': 1000, 'sort': [{'rank': 'asc'}]}");
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < page.ids().size(); i++) {
      places.add(page.number("hits.hits." + i + ".sort.0"));
    }
    List<Integer> sorted = new ArrayList<>(places);
    Collections.sort(sorted);
    assertEquals(sorted, places);
  }

  /** What is looked up is in no order, which goes neither with rescoring nor with scores. */
  @Test
  public void testPagesByScore() {
    for (String more :
        List.of(
            ", 'rescore': {'query': {'rescore_query': {'term': {'copy': 'c1'}}}}",
            ", 'min_score': 0.0001",
            ", 'sort': [{'rank': 'asc'}], 'track_scores': true",
            ", 'sort': [{'rank': {'order': 'asc', 'mode': 'avg'}}]")) {
      String query = "{'size': 1000, 'query': {'match': {'text': 'common'}} %s}";
      Reply page = search("largest", "p", json(query, more));
      assertPreferred(preferred("largest", "0-9"), page.ids());
    }
  }

  @Test
  public void testHitsAreFetchedAsAsked() {
    Reply page =
        search(
            "largest",
            "p",
            """
            {'size': 60, 'query': {'match': {'text': 'common'}}, '_source': ['group'],
             'fields': ['copy'], 'version': true, 'highlight': {'fields': {'text': {}}}}
            """);
    assertPreferred(preferred("largest", "0-9"), page.ids());
    double score = Double.MAX_VALUE;
    for (int i = 0; i < 60; i++) {
      String hit = "hits.hits." + i + ".";
      assertEquals(1, ((Map<?, ?>) page.at(hit + "_source")).size());
      assertEquals(1, ((Map<?, ?>) page.at(hit + "fields")).size());
      assertEquals(1, page.number(hit + "_version"));
      assertTrue(page.at(hit + "highlight.text.0").toString().contains("<em>common</em>"));
      double next = ((Number) page.at(hit + "_score")).doubleValue();
      assertTrue(next <= score);
      score = next;
    }
  }

  @Test
  public void testVariantsAreTheOthersOfTheGroup() {
    for (String sort : SORTS) {
      Reply page = search("largest", "variants", json("{'size': 1000, 'sort': %s}", sort));
      assertPreferred(preferred("largest", "0-9"), page.ids());
      for (int i = 0; i < page.ids().size(); i++) {
        Set<String> group = new HashSet<>(Set.of(page.ids().get(i)));
        int versions = CORPUS.group(page.ids().get(i)) % 5 + 1;
        String at = "hits.hits." + i + ".fields._neardup.0.";
        assertEquals(versions, page.number(at + "versions"));
        for (Object variant : (List<?>) page.at(at + "variants")) {
          group.add(((Map<?, ?>) variant).get("_id").toString());
        }
        assertEquals(versions, group.size());
      }
    }
  }

  /** Texts of which the second resembles the first and the third, which do not resemble. */
  @Test
  public void testNoTwoOfAChainAreShown() {
    Random random = new Random(6);
    shared()
        .ok(
            "PUT",
            "/chains",
            """
            {'settings': {'index.codec': 'neardup', 'number_of_shards': 3, 'number_of_replicas': 0},
             'mappings': {'properties': {'date': {'type': 'integer'},
               'text': {'type': 'text', 'fields': {'dup': {'type': 'neardup', 'order': 'date:desc'}}}}}}
            """);
    int chains = 30;
    for (int chain = 0; chain < chains; chain++) {
      List<String> words = words(random, 120);
      for (int i = 0; i < 3; i++) {
        List<String> text = new ArrayList<>(words);
        for (int word = 0; word < (i == 1 ? 0 : 8); word++) {
          text.set(i == 0 ? word : 119 - word, "x" + random.nextInt(1_000_000));
        }
        shared()
            .ok(
                "PUT",
                "/chains/_doc/" + chain + "-" + i + "?routing=" + random.nextInt(1000),
                json(
                    "{'text': '%s', 'date': %d}",
                    String.join(" ", text), i == 1 ? 9 : random.nextInt(9)));
      }
    }
    shared().ok("POST", "/chains/_refresh", null);
    for (String sort : List.of("[{'date': 'asc'}]", "['_score']", "[{'date': 'desc'}]")) {
      Reply page = search("chains", "p", json("{'size': 1000, 'sort': %s}", sort));
      Set<String> shown = new HashSet<>(page.ids());
      assertTrue(shown.size() >= chains);
      assertEquals(shown.size(), page.number("hits.total.value"));
      for (int i = 0; i < page.ids().size(); i++) {
        String near =
            json(
                "{'size': 1000, 'query': {'near_duplicate': {'field': 'text.dup', 'text': '%s'}}}",
                page.at("hits.hits." + i + "._source.text"));
        Set<String> shownNear = new HashSet<>(search("chains", "_none", near).ids());
        shownNear.retainAll(shown);
        assertEquals(Set.of(page.ids().get(i)), shownNear);
      }
    }
  }

  /** Texts of which each resembles those that are near in a chain. */
  @Test
  public void testPagesOfChainsDoNotDependOnTheirSize() {
    Random random = new Random(7);
    SampleIndex.create(shared(), "long", 3, 0, ", 'order': 'date:desc'");
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<String> text = words(random, 120);
      for (int link = 0; link < 12; link++) {
        int number = 12 * i + link;
        documents.add(
            json(
                "{'index': {'_id': '%d'}}\n{'text': '%s', 'date': '2026-01-%d', 'tag': '%d'}\n",
                number,
                String.join(" ", text),
                10 + random.nextInt(19),
                1000 + random.nextInt(9000)));
        for (int changed = 1 + random.nextInt(3); changed > 0; changed--) {
          text.set(random.nextInt(120), "x" + random.nextInt(1_000_000));
        }
      }
    }
    Collections.shuffle(documents, random);
    String bulk = String.join("", documents);
    Reply written = shared().ok("POST", "/long/_bulk?refresh=true", bulk);
    assertEquals(written.text(), false, written.at("errors"));
    List<String> whole = search("long", "p", "{'size': 1000, 'sort': ['tag', 'date']}").ids();
    for (int size : new int[] {5, 10, 50}) {
      List<String> pages = new ArrayList<>();
      for (int from = 0; from <= whole.size(); from += size) {
        String page = json("{'from': %d, 'size': %d, 'sort': ['tag', 'date']}", from, size);
        pages.addAll(search("long", "p", page).ids());
      }
      assertEquals(whole, pages);
    }
  }

  private static List<String> words(Random random, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add("w" + random.nextInt(1_000_000));
    }
    return words;
  }
}
