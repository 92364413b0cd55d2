// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.TotalHits;
import org.junit.BeforeClass;
import org.junit.Test;
import org.neardup.opensearch.CopiesCorpus;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.SearchProgressActionListener;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponse.Clusters;
import org.opensearch.action.search.SearchShard;
import org.opensearch.action.search.SearchTask;
import org.opensearch.action.search.TransportSearchAction;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.io.stream.NamedWriteableAwareStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.node.Node;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.aggregations.metrics.ValueCount;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortBuilders;

/**
 * What other plugins see that search from inside of a node. Those of asynchronous search and SQL
 * are not on Maven Central, so these tests search as they do.
 */
public class TestSearchesOfPlugins extends NodeTestCase {
  private static final CopiesCorpus CORPUS = new CopiesCorpus(new Random(13), 40);
  private static final int GROUPS = CORPUS.groupCount();
  private static final List<String> INDICES = List.of("one", "three");

  @BeforeClass
  public static void index() {
    for (String index : INDICES) {
      CORPUS.index(shared(), index, index.equals("one") ? 1 : 3, 0);
      shared().ok("PUT", "/" + index + "/_settings", "{'index.neardup.one_version': 'text.dup'}");
    }
  }

  private static Node node() {
    return shared().node(0);
  }

  private static SearchResponse search(SearchRequest request) {
    return node().client().search(request).actionGet();
  }

  /** The groups of shards of an index, each by itself. */
  private static int groups(String index, List<Integer> shards) {
    int sum = 0;
    for (int shard : shards) {
      String path = "/" + index + "/_search?size=0&preference=_shards:" + shard;
      sum += shared().ok("GET", path, null).number("hits.total.value");
    }
    return sum;
  }

  /** What asynchronous-search keeps of a search that runs, and shows as its partial result. */
  private static final class Progress extends SearchProgressActionListener {
    private final CompletableFuture<SearchResponse> response = new CompletableFuture<>();
    private final List<List<Integer>> shards = Collections.synchronizedList(new ArrayList<>());
    private final List<TotalHits> totals = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> counts = Collections.synchronizedList(new ArrayList<>());
    private int searches;

    @Override
    protected void onListShards(
        List<SearchShard> all, List<SearchShard> skipped, Clusters clusters, boolean hasFetch) {
      searches++;
    }

    @Override
    protected void onPartialReduce(
        List<SearchShard> from, TotalHits total, InternalAggregations aggregations, int phase) {
      shards.add(from.stream().map(shard -> shard.getShardId().id()).toList());
      totals.add(total);
      counts.add(((ValueCount) aggregations.get("count")).getValue());
    }

    @Override
    protected void onFinalReduce(
        List<SearchShard> from, TotalHits total, InternalAggregations aggregations, int phase) {
      onPartialReduce(from, total, aggregations, phase);
    }

    @Override
    public void onResponse(SearchResponse found) {
      response.complete(found);
    }

    @Override
    public void onFailure(Exception e) {
      response.completeExceptionally(e);
    }

    /** Searches as that plugin does, which makes the task and reduces after every two shards. */
    SearchResponse search(SearchRequest request) throws Exception {
      SearchRequest watched =
          new SearchRequest(request) {
            @Override
            public SearchTask createTask(
                long id, String type, String action, TaskId parent, Map<String, String> headers) {
              SearchTask task = super.createTask(id, type, action, parent, headers);
              task.setProgressListener(Progress.this);
              return task;
            }
          };
      watched.setPreFilterShardSize(1);
      watched.setCcsMinimizeRoundtrips(false);
      watched.setBatchedReduceSize(2);
      node().injector().getInstance(TransportSearchAction.class).execute(watched, this);
      return response.get(60, TimeUnit.SECONDS);
    }
  }

  /** Keeps a response as asynchronous-search does in its index, and shows it. */
  private static Map<String, Object> shown(SearchResponse response) throws IOException {
    NamedWriteableRegistry names = node().injector().getInstance(NamedWriteableRegistry.class);
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      response.writeTo(out);
      SearchResponse kept =
          new SearchResponse(new NamedWriteableAwareStreamInput(out.bytes().streamInput(), names));
      Map<String, Object> shown = new Reply(200, kept.toString(), List.of()).map();
      shown.remove("took");
      shown.remove("num_reduce_phases");
      Map<?, ?> hits = (Map<?, ?>) shown.get("hits");
      if (((Map<?, ?>) hits.get("total")).get("relation").equals("gte")) {
        hits.remove("total"); // a lower bound, of what was compared
      }
      return shown;
    }
  }

  /** The result is that of a plain search; before it, each shard counts its groups. */
  @Test
  public void testAsynchronousSearch() throws Exception {
    List<SearchSourceBuilder> sources =
        List.of(
            new SearchSourceBuilder().size(100),
            new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", "common")),
            new SearchSourceBuilder().from(20).size(7).sort("id"),
            new SearchSourceBuilder().size(0).trackTotalHits(true));
    sources.forEach(each -> each.aggregation(AggregationBuilders.count("count").field("group")));
    for (String index : INDICES) {
      for (SearchSourceBuilder source : sources) {
        SearchRequest request = new SearchRequest(index).source(source);
        Progress progress = new Progress();
        SearchResponse result = progress.search(request);
        assertEquals(shown(search(request)), shown(result));
        assertNotNull(shown(result).get("ext"));
        List<String> ids = Arrays.stream(result.getHits().getHits()).map(SearchHit::getId).toList();
        assertEquals(ids.size(), CORPUS.groups(ids).size());
        long total = result.getHits().getTotalHits().value();
        assertTrue(total >= ids.size() && total <= CORPUS.groupCount());
        assertEquals(1, progress.searches);
        assertEquals(index.equals("one") ? 1 : 2, progress.totals.size());
        for (int i = 0; i < progress.totals.size() && source.query() == null; i++) {
          int groups = groups(index, progress.shards.get(i));
          assertEquals(groups, progress.totals.get(i).value());
          assertEquals(groups, progress.counts.get(i).longValue());
        }
      }
    }
    assertTrue(groups("three", List.of(0, 1, 2)) > groups("one", List.of(0)));
  }

  /** Sql reads pages at a point in time until one is empty, and counts by the total. */
  @Test
  public void testSql() {
    for (String index : INDICES) {
      CreatePitRequest pit = new CreatePitRequest(TimeValue.timeValueMinutes(1), true, index);
      String id = node().client().execute(CreatePitAction.INSTANCE, pit).actionGet().getId();
      SearchSourceBuilder source =
          new SearchSourceBuilder()
              .size(7)
              .pointInTimeBuilder(new PointInTimeBuilder(id))
              .sort("_doc")
              .sort(SortBuilders.shardDocSort());
      List<String> ids = new ArrayList<>();
      SearchHit[] page;
      do {
        page = search(new SearchRequest(index).source(source)).getHits().getHits();
        Arrays.stream(page).map(SearchHit::getId).forEach(ids::add);
        if (page.length > 0) {
          source.searchAfter(page[page.length - 1].getSortValues());
        }
      } while (page.length > 0);
      assertEquals(GROUPS, CORPUS.groups(ids).size());
      SearchSourceBuilder count = new SearchSourceBuilder().size(0).trackTotalHits(true);
      TotalHits total = search(new SearchRequest(index).source(count)).getHits().getTotalHits();
      assertEquals(new TotalHits(GROUPS, TotalHits.Relation.EQUAL_TO), total);
    }
  }
}
