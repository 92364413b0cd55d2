// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.Test;

/** Who may see some documents only gets one version of each of those, and nothing of the others. */
public class TestServerSecurity {

  @Test
  public void testEachUserSeesTheFirstVersionThatTheyMaySee() throws Exception {
    List<CorpusDocument> documents = new ArrayList<>();
    Map<String, Set<String>> documentsOf = new TreeMap<>();
    for (CorpusDocument document : Corpus.versions(11, 150, 5)) {
      // Ann may not see first versions; Bob sees a third of all; Eve sees nothing.
      List<String> readers = new ArrayList<>(List.of("admin"));
      if (!document.id().endsWith("-v1")) {
        readers.add("ann");
      }
      if (Math.floorMod(document.id().hashCode(), 3) == 0) {
        readers.add("bob");
      }
      documents.add(document.with("readers", readers));
      for (String reader : readers) {
        documentsOf.computeIfAbsent(reader, none -> new TreeSet<>()).add(document.id());
      }
    }
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index =
        ServerIndex.create(
            ServerCluster.shared(),
            "secured",
            1,
            0,
            Map.of(
                FilteredDocumentsPlugin.INDEX_SETTING, true, "index.requests.cache.enable", false),
            "");
    index.add(documents);
    index.refresh();
    index.awaitDerived();
    Map<String, List<String>> groups =
        resemblances.groups(documents.stream().map(CorpusDocument::id).toList());
    assertEquals(groups.keySet().stream().sorted().toList(), List.copyOf(index.visible("")));
    for (int round = 0; round < 3; round++) { // what one user asked must not change another's
      for (String user : List.of("ann", "bob", "admin", "eve")) {
        Set<String> allowed = documentsOf.getOrDefault(user, Set.of());
        Set<String> expected =
            groups.values().stream()
                .flatMap(members -> members.stream().filter(allowed::contains).limit(1))
                .collect(Collectors.toCollection(TreeSet::new));
        ServerClient client = index.client().as(user);
        assertEquals(user, expected, index.visible(client, ""));
        Json page =
            index.search(
                client,
                index.pipeline(),
                ServerIndex.page(ServerIndex.ALL, ServerIndex.EVERYTHING));
        List<String> ids = ServerIndex.ids(page);
        assertEquals(user, List.copyOf(expected), ids);
        assertEquals(
            "{value=" + ids.size() + ", relation=eq}", page.at("hits", "total").toString());
      }
    }
    variantsAndExplanationsNameNoDocumentOfOthers(index, groups, documentsOf.get("ann"));
    index.drop();
  }

  private static void variantsAndExplanationsNameNoDocumentOfOthers(
      ServerIndex index, Map<String, List<String>> groups, Set<String> allowed) {
    ServerClient ann = index.client().as("ann");
    List<String> group =
        groups.values().stream().filter(members -> members.size() >= 4).findFirst().orElseThrow();
    String hidden = group.get(0);
    String own = group.stream().filter(allowed::contains).findFirst().orElseThrow();
    ServerResponse variants = ann.get("/secured/_neardup/variants/" + own).succeeded();
    for (String member : group) {
      assertEquals(
          variants.toString(),
          allowed.contains(member),
          variants.text().contains("\"" + member + "\""));
    }
    for (String path : List.of("variants/" + hidden, "explain/" + own + "/" + hidden)) {
      ServerResponse refused = ann.get("/secured/_neardup/" + path);
      ServerResponse missing = ann.get("/secured/_neardup/" + path.replace(hidden, "no-such-id"));
      assertEquals(refused.toString(), missing.status(), refused.status());
      assertEquals(
          missing.text(), refused.text().replace(hidden, "no-such-id")); // as if it were not there
    }
    ServerResponse near =
        ann.post(
            "/secured/_search",
            "{\"_source\": false, \"query\": {\"near_duplicate\": {\"field\": \"text.dup\","
                + " \"index\": \"secured\", \"id\": \""
                + hidden
                + "\"}}}");
    assertFalse(near.toString(), near.text().contains("\"_id\""));
  }
}
