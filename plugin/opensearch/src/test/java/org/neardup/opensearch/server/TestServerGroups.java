// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/**
 * What one shard shows is what the definition leaves visible, by comparing all pairs of sketches.
 */
public class TestServerGroups {

  @Test
  public void testVisibleDocumentsAreThoseOfTheDefinition() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(1, 400, 6);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "groups", 1, 1);
    index.add(documents);
    index.refresh();
    Set<String> expected =
        new TreeSet<>(
            resemblances.groups(documents.stream().map(CorpusDocument::id).toList()).keySet());
    assertEquals(expected, index.expected(resemblances));
    assertEquals(expected, index.visible(""));
    assertTrue(documents.size() + " " + expected, expected.size() < documents.size() * 3 / 4);
    index.drop();
  }

  @Test
  public void testDeletesAndUpdatesLeaveWhatTheDefinitionDoes() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(2, 150, 5);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "changes", 1, 1);
    index.add(documents);
    index.refresh();
    Random random = new Random(3);
    for (int round = 0; round < 12; round++) {
      List<String> alive = index.documentsByShard().get(0);
      for (int i = 0; i < 12; i++) {
        index.delete(alive.get(random.nextInt(alive.size() / 12) + i * (alive.size() / 12)));
      }
      CorpusDocument any = documents.get(random.nextInt(documents.size()));
      CorpusDocument other = documents.get(random.nextInt(documents.size()));
      CorpusDocument changed = other.withId(any.id());
      resemblances.put(changed);
      index.add(List.of(changed));
      CorpusDocument copy = any.withId("copy-" + round);
      resemblances.put(copy);
      index.add(List.of(copy));
      index.refresh();
      assertEquals("round " + round, index.expected(resemblances), index.visible(""));
    }
    index.drop();
  }

  @Test
  public void testTheOrderSaysWhichVersionIsVisible() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(4, 150, 5);
    Resemblances resemblances = Resemblances.of(documents);
    ServerIndex index =
        ServerIndex.create(
            ServerCluster.shared(), "by-date", 1, 0, Map.of(), "\"order\": \"date:desc\",");
    index.add(documents);
    index.refresh();
    List<String> newestFirst = index.documentsByShard("{\"date\": \"desc\"}").get(0);
    assertEquals(
        resemblances.groups(newestFirst).keySet().stream().sorted().toList(),
        List.copyOf(index.visible("")));
    index.drop();
  }

  @Test
  public void testNothingCollapsesAcrossScopes() throws Exception {
    List<CorpusDocument> documents = Corpus.versions(5, 150, 5);
    Resemblances resemblances = Resemblances.within("tenant", documents);
    ServerIndex index =
        ServerIndex.create(
            ServerCluster.shared(), "scopes", 1, 0, Map.of(), "\"scope\": \"tenant\",");
    index.add(documents);
    index.refresh();
    Set<String> expected = index.expected(resemblances);
    assertTrue(expected.size() > index.documentsByShard().get(0).size() / 2);
    assertEquals(expected, index.visible(""));
    index.drop();
  }

  @Test
  public void testPagesOfJavadocAreAsManyAsTheCommandLineLeaves() throws Exception {
    List<CorpusDocument> documents = Corpus.real("lucene_javadoc");
    assumeFalse("needs -Dneardup.data with lucene_javadoc", documents.isEmpty());
    ServerIndex index = ServerIndex.create(ServerCluster.shared(), "javadoc", 1, 0);
    index.add(documents);
    index.refresh();
    Set<String> visible = index.visible("");
    assertEquals(index.expected(Resemblances.of(documents)), visible);
    assertEquals(4611, documents.size());
    assertEquals(3123, visible.size());
    index.drop();
  }
}
