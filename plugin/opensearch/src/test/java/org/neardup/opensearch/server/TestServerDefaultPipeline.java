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
  private static final String ALL_HITS = ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING);

  private List<CorpusDocument> documents;
  private ServerIndex index;

  @Before
  public void fill() throws Exception {
    documents = Corpus.versions(7, 100, 4);
    index = ServerIndex.create(ServerCluster.shared(), "by-default", 3, 0);
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

  private ServerResponse post(String path, String body) {
    return index.client().post(path, body);
  }

  @Test
  public void testSearchesAndCountsShowOneVersion() {
    int groups = ServerIndex.ids(index.search("", ALL_HITS)).size();
    assertEquals(ServerIndex.ids(index.onePage(ALL_HITS)).size(), groups);
    assertTrue(groups < index.visible("search_pipeline=_none").size());
    String none = "{\"size\": 0}";
    String total = "{value=" + groups + ", relation=eq}";
    assertEquals(total, index.search("", none).at("hits", "total").toString());
    assertEquals(groups, post("/by-default/_count", "").json().at("count").number());
    String text = index.client().get("/_cat/count/by-default?h=count").text();
    assertEquals(groups, Integer.parseInt(text.strip()));
    assertEquals(
        documents.size(),
        index.search("search_pipeline=_none", none).at("hits", "total", "value").number());
  }

  @Test
  public void testWhatReadsAllDocumentsDoesSo() {
    String all = "{\"source\": {\"index\": \"by-default\"}, \"dest\": {\"index\": \"copied\"}}";
    Json copied = post("/_reindex", all).succeeded().json();
    assertEquals(documents.size(), copied.at("created").number());
    String sliced = "/by-default/_update_by_query?refresh=true&slices=3";
    Json updated = post(sliced, EVERYTHING).succeeded().json();
    assertEquals(documents.size(), updated.at("updated").number());
    Json deleted = post("/by-default/_delete_by_query?refresh=true", EVERYTHING).succeeded().json();
    assertEquals(documents.size(), deleted.at("deleted").number());
  }

  @Test
  public void testWhoNamesThePipelineIsToldThatItCannotScroll() {
    ServerResponse refused = post("/by-default/_update_by_query?" + index.pipeline(), EVERYTHING);
    assertEquals(refused.toString(), 400, refused.status());
    assertTrue(refused.text(), refused.text().contains("[scroll] cannot be used"));
  }

  private void useByDefault(String pipeline) {
    String settings = "{\"index.search.default_pipeline\": " + pipeline + "}";
    index.client().put("/by-default/_settings", settings).succeeded();
  }
}
