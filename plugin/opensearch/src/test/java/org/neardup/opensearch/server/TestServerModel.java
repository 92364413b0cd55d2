// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

/**
 * Random changes and random requests, against a model that knows by construction which texts are
 * near-duplicates, and shares no code with the plugin. With {@code -Dtests.nightly=true}, 20,000
 * changes and 1,000 requests.
 */
public class TestServerModel {
  private static final int ROUNDS = Boolean.getBoolean("tests.nightly") ? 100 : 12;
  private static final int CHANGES = 200;
  private static final int REQUESTS = 10;
  private static final int IDS = 900;
  private static final int TOPICS = 150;
  private static final int WORDS = 150;
  private static final List<String> TAGS = List.of("a", "b", "c", "d");

  private final Random random = new Random(60);

  /** A live document, in the group of all that are near-duplicates of each other. */
  private record Live(String id, String group, String tag, long date, int sequence) {}

  /** A query with what it means. */
  private record Query(String json, Predicate<Live> matches) {}

  /** An order of hits with what it means, to be ended with the key. */
  private record Order(String json, Comparator<Live> means) {}

  /** An index, and what is in it. */
  private static final class Model {
    private final ServerIndex index;
    private final int shards;
    private final Comparator<Live> preference;
    private final Map<String, Live> live = new HashMap<>();
    private final Map<String, Integer> shardOf = new HashMap<>();
    private int sequence;

    Model(String name, int shards, String parameters, Comparator<Live> preferred) throws Exception {
      Map<String, Object> settings = Map.of("index.neardup.one_version", ServerIndex.FIELD);
      index = ServerIndex.create(ServerCluster.shared(), name, shards, 1, settings, parameters);
      preference = preferred.thenComparingInt(Live::sequence);
      this.shards = shards;
    }

    void findShards() {
      for (int shard = 0; shard < shards; shard++) {
        String where = "search_pipeline=_none&preference=_shards:" + shard;
        for (String id :
            ServerIndex.ids(
                index.search(where, ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING)))) {
          shardOf.put(id, shard);
        }
      }
    }

    /** The preferred version of each group in each shard, and of those the first hit of each. */
    List<Live> oneVersion(Query query, Order order) {
      Map<String, Live> preferred = new HashMap<>();
      live.values().stream()
          .filter(query.matches())
          .sorted(preference)
          .forEach(each -> preferred.putIfAbsent(shardOf.get(each.id()) + each.group(), each));
      Set<String> groups = new HashSet<>();
      return preferred.values().stream()
          .sorted(order.means().thenComparing(Live::id))
          .filter(each -> groups.add(each.group()))
          .toList();
    }
  }

  @Test
  public void testWhateverChangesOneVersionOfEachGroupIsFound() throws Exception {
    List<Model> models =
        List.of(
            new Model("model-1", 1, "", Comparator.comparingInt(Live::sequence)),
            new Model("model-3", 3, "", Comparator.comparingInt(Live::sequence)),
            new Model(
                "model-by-date",
                1,
                "\"order\": \"date:desc\",",
                Comparator.comparingLong(Live::date).reversed()));
    for (int round = 0; round < ROUNDS; round++) {
      Model model = models.get(round % models.size());
      change(model);
      for (int i = 0; i < REQUESTS; i++) {
        request(model, "round " + round + ", request " + i + ", " + model.index.name() + ": ");
      }
    }
    models.forEach(model -> model.index.drop());
  }

  private void change(Model model) {
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < CHANGES; i++) {
      String id = "" + random.nextInt(IDS);
      Live before = model.live.get(id);
      int kind = random.nextInt(10);
      if (kind < 3) {
        bulk.append(Json.write(Map.of("delete", Map.of("_id", id)))).append('\n');
        model.live.remove(id);
      } else if (kind < 5 && before != null) { // which makes it the latest of its group
        String tag = any(TAGS);
        bulk.append(Json.write(Map.of("update", Map.of("_id", id)))).append('\n');
        bulk.append(Json.write(Map.of("doc", Map.of("version", tag, "x", i)))).append('\n');
        model.live.put(id, new Live(id, before.group(), tag, before.date(), model.sequence++));
      } else {
        bulk.append(Json.write(Map.of("index", Map.of("_id", id)))).append('\n');
        bulk.append(Json.write(document(model, id))).append('\n');
      }
    }
    model.index.bulk(bulk.toString());
    model.index.refresh();
    if (random.nextInt(8) == 0) {
      String merge = "/" + model.index.name() + "/_forcemerge?max_num_segments=1";
      model.index.client().post(merge, "").succeeded();
      model.index.refresh();
    }
    model.findShards();
  }

  /** A text of many words, with one that tells versions apart; or of few, or none. */
  private Map<String, Object> document(Model model, String id) {
    int topic = random.nextInt(TOPICS);
    int kind = random.nextInt(20);
    String group = kind == 0 ? "empty " + id : kind == 1 ? "short " + topic : "long " + topic;
    String text = kind == 0 ? "" : "short s" + topic;
    if (kind > 1) {
      boolean isHalfAlike = kind < 6; // the other half is of its own
      group += isHalfAlike ? " half" : "";
      List<String> words =
          IntStream.range(0, WORDS)
              .mapToObj(i -> (isHalfAlike && i > WORDS / 2 ? "h" : "t") + topic + "x" + i)
              .collect(Collectors.toList());
      words.set(WORDS * 3 / 4, "v" + random.nextInt(4));
      text = String.join(" ", words);
    }
    Live document = new Live(id, group, any(TAGS), random.nextInt(60), model.sequence++);
    model.live.put(id, document);
    Map<String, Object> source = new LinkedHashMap<>();
    source.put("key", id);
    source.put("version", document.tag());
    source.put("date", document.date());
    source.put("text", text);
    return source;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private Query query() {
    String tag = any(TAGS);
    long from = random.nextInt(60);
    String term = "{\"term\": {\"version\": \"" + tag + "\"}}";
    String range = "{\"range\": {\"date\": {\"gte\": " + from + "}}}";
    return any(
        List.of(
            new Query(ServerIndex.ALL, each -> true),
            new Query(term, each -> each.tag().equals(tag)),
            new Query(range, each -> each.date() >= from),
            new Query(
                "{\"bool\": {\"must\": " + range + ", \"must_not\": " + term + "}}",
                each -> each.date() >= from && !each.tag().equals(tag)),
            new Query(
                "{\"bool\": {\"should\": ["
                    + term
                    + ", {\"match\": {\"text\": \"v1 v2\"}}], "
                    + "\"filter\": "
                    + term
                    + "}}",
                each -> each.tag().equals(tag))));
  }

  private Order order() {
    Comparator<Live> byDate = Comparator.comparingLong(Live::date);
    return any(
        List.of(
            new Order("{\"date\": \"asc\"}", byDate),
            new Order("{\"date\": \"desc\"}", byDate.reversed()),
            new Order("{\"version\": \"desc\"}", Comparator.comparing(Live::tag).reversed())));
  }

  private void request(Model model, String what) {
    Query query = query();
    Order order = order();
    List<String> expected = model.oneVersion(query, order).stream().map(Live::id).toList();
    String sort = "[" + order.json() + ", {\"key\": \"asc\"}]";
    int size = random.nextInt(30);
    String page = ServerIndex.page(query.json(), size, sort);
    String parameters = random.nextBoolean() ? "" : model.index.pipeline();
    what += page + " " + parameters;
    int kind = random.nextInt(6);
    if (kind == 0) {
      String count = "/" + model.index.name() + "/_count";
      Json counted =
          model.index.client().post(count, "{\"query\": " + query.json() + "}").succeeded().json();
      assertEquals(what, expected.size(), counted.at("count").number());
    } else if (kind == 1) {
      assertEquals(what, expected, allPages(model, page, 20 + size, parameters));
    } else {
      int from = random.nextInt(40);
      boolean isExact = random.nextBoolean();
      String body = "{\"from\": " + from + ", " + page.substring(1);
      Json found =
          model.index.search(
              parameters,
              isExact ? body : body.replace("\"track_total_hits\": true", "\"explain\": false"));
      int start = Math.min(from, expected.size());
      int end = Math.min(from + size, expected.size());
      assertEquals(what, expected.subList(start, end), ServerIndex.ids(found));
      Json total = found.at("hits", "total");
      if (isExact || total.at("relation").text().equals("eq")) {
        assertEquals(what, "{value=" + expected.size() + ", relation=eq}", total.toString());
      } else {
        assertTrue(what + total, total.at("value").number() <= expected.size());
      }
    }
  }

  private static List<String> allPages(Model model, String page, int size, String parameters) {
    List<String> found = new ArrayList<>();
    String next = page.replaceFirst("\"size\": \\d+", "\"size\": " + size);
    for (Json last = null; last == null || last.isThere(); ) {
      Json response =
          model.index.search(parameters, last == null ? next : ServerIndex.after(next, last));
      found.addAll(ServerIndex.ids(response));
      List<Json> hits = response.at("hits", "hits").elements();
      last = hits.isEmpty() ? new Json(null) : hits.getLast();
    }
    return found;
  }
}
