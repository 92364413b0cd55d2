// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** An index all of whose searches go through the pipeline. */
public class TestServerDefaultPipeline {
  private static final String EVERYTHING = "{\"query\": {\"match_all\": {}}}";

  private List<CorpusDocument> documents;
  private ServerIndex index;

  @Before
  public void fill() throws Exception {
    documents = Corpus.versions(7, 100, 4);
    index = ServerIndex.create(ServerCluster.shared(), "by-default", 1, 0);
    index.add(documents);
    index.refresh();
    index.pipeline(); // makes it
    useByDefault("\"one-version\"");
    index.awaitDerived();
  }

  @After
  public void drop() {
    index.client().delete("/copied");
    index.drop();
  }

  private long count(String parameters) {
    String all = "{\"track_total_hits\": true, \"size\": 0}";
    return index.search(parameters, all).at("hits", "total", "value").number();
  }

  private ServerResponse post(String path, String body) {
    return index.client().post(path, body);
  }

  @Test
  public void searchesShowOneVersion() {
    assertEquals(index.visible("search_pipeline=_none").size(), count(""));
    assertEquals(documents.size(), count("search_pipeline=_none"));
  }

  @Test
  public void requestsThatScrollNeedNoPipeline() {
    ServerResponse refused = post("/by-default/_update_by_query", EVERYTHING);
    assertEquals(refused.toString(), 400, refused.status());
    assertTrue(refused.text(), refused.text().contains("scroll"));
    assertEquals(400, post("/by-default/_delete_by_query", EVERYTHING).status());

    String none = "search_pipeline=_none&refresh=true";
    Json updated = post("/by-default/_update_by_query?" + none, EVERYTHING).succeeded().json();
    assertEquals(documents.size(), updated.at("updated").number());
    Json deleted = post("/by-default/_delete_by_query?" + none, EVERYTHING).succeeded().json();
    assertEquals(documents.size(), deleted.at("deleted").number());
  }

  @Test
  public void reindexingNeedsAnIndexWithoutADefault() {
    String all = "{\"source\": {\"index\": \"by-default\"}, \"dest\": {\"index\": \"copied\"}}";
    ServerResponse refused = post("/_reindex", all);
    assertEquals(refused.toString(), 400, refused.status());
    useByDefault("null");
    Json copied = post("/_reindex", all).succeeded().json();
    assertEquals(documents.size(), copied.at("created").number());
  }

  private void useByDefault(String pipeline) {
    String settings = "{\"index.search.default_pipeline\": " + pipeline + "}";
    index.client().put("/by-default/_settings", settings).succeeded();
  }
}
