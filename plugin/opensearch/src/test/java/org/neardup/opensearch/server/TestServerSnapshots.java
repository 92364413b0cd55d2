// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.Test;

/** A restored index shows what the snapshot had. */
public class TestServerSnapshots {

  @Test
  public void testARestoredIndexShowsTheSame() throws Exception {
    ServerCluster cluster = ServerCluster.shared();
    List<CorpusDocument> documents = Corpus.versions(12, 200, 5);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index = ServerIndex.create(cluster, "kept", 2, 1);
    index.add(documents);
    index.refresh();
    Set<String> expected = index.expected(resemblances);
    assertEquals(expected, index.visible(""));
    ServerClient client = index.client();
    client
        .put("/_snapshot/folder", "{\"type\": \"fs\", \"settings\": {\"location\": \"kept\"}}")
        .succeeded();
    client.delete("/_snapshot/folder/one");
    client
        .put("/_snapshot/folder/one?wait_for_completion=true", "{\"indices\": \"kept\"}")
        .succeeded();
    index.drop();
    client
        .post("/_snapshot/folder/one/_restore?wait_for_completion=true", "{\"indices\": \"kept\"}")
        .succeeded();
    cluster.awaitGreen();
    index.awaitDerived();
    assertEquals(expected, index.visible("preference=_primary"));
    assertEquals(expected, index.visible("preference=_replica"));
    client.delete("/_snapshot/folder/one").succeeded();
    index.drop();
  }
}
