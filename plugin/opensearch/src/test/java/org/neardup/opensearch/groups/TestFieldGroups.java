// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.SampleIndex;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.GroupDeriver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.logging.Loggers;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.indices.IndicesService;
import org.opensearch.test.MockLogAppender;

/** Derivations in the background, step by step. */
public class TestFieldGroups extends NodeTestCase {
  private static final String FIELD = "text.dup";

  private static NeardupFieldType type(String name) {
    SampleIndex.create(shared(), name);
    ClusterService state = shared().node(0).injector().getInstance(ClusterService.class);
    Index index = state.state().metadata().index(name).getIndex();
    IndicesService indices = shared().node(0).injector().getInstance(IndicesService.class);
    return NeardupFieldType.of(
        indices.indexServiceSafe(index).mapperService().fieldType(FIELD), FIELD);
  }

  private static FieldGroups groups(
      NeardupFieldType type, int changesInSearch, long slowMillis, Executor background) {
    return new FieldGroups(
        type,
        new GroupDeriver(type.name(), type.threshold(), type.order(), background)::groups,
        Settings.builder()
            .put(GroupsService.CHANGES_IN_SEARCH.getKey(), changesInSearch)
            .put(GroupsService.SLOW_DERIVATION.getKey(), slowMillis + "ms")
            .build(),
        background,
        new NoopCircuitBreaker(GroupsService.BREAKER));
  }

  private static OpenSearchDirectoryReader reader(Directory directory, Document... documents)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (Document document : documents) {
        writer.addDocument(document);
      }
    }
    return OpenSearchDirectoryReader.wrap(
        DirectoryReader.open(directory), new ShardId("index", "uuid", 0));
  }

  private static Document damaged() {
    Document document = new Document();
    document.add(new BinaryDocValuesField(FIELD, new BytesRef("no sketch")));
    return document;
  }

  @Test
  public void testSearchesDoNotWaitForTheBackground() throws Exception {
    Queue<Runnable> tasks = new ArrayDeque<>();
    FieldGroups groups = groups(type("waiting"), 1, Long.MAX_VALUE, tasks::add);
    try (Directory directory = new ByteBuffersDirectory();
        OpenSearchDirectoryReader reader =
            reader(directory, new Document(), new Document(), new Document())) {
      assertEquals("new", groups.statistics().get("state"));
      assertEquals(Optional.empty(), groups.of(reader));
      assertEquals(Optional.empty(), groups.of(reader));
      assertEquals("deriving", groups.statistics().get("state"));
      assertEquals(2, reader.getRefCount()); // whatever searches do
      assertEquals(1, tasks.size());
      tasks.remove().run();
      assertEquals(1, reader.getRefCount());
      assertEquals("ready", groups.statistics().get("state"));
      assertTrue(groups.of(reader).orElseThrow().isOf(reader));
      assertEquals(3L, groups.statistics().get("documents"));
    }
  }

  @Test
  public void testFailuresAreToldToWhoAsks() throws Exception {
    NeardupFieldType type = type("failing");
    try (Directory directory = new ByteBuffersDirectory();
        OpenSearchDirectoryReader reader = reader(directory, damaged(), damaged())) {
      FieldGroups inBackground = groups(type, 0, Long.MAX_VALUE, Runnable::run);
      assertEquals(Optional.empty(), inBackground.of(reader));
      assertEquals("failed", inBackground.statistics().get("state"));
      String failure = inBackground.statistics().get("failure").toString();
      assertTrue(failure, failure.contains("must be written as sketches"));
      IllegalStateException thrown =
          assertThrows(IllegalStateException.class, () -> inBackground.of(reader));
      assertTrue(thrown.getMessage(), thrown.getMessage().contains("[text.dup]"));
      assertEquals(1, reader.getRefCount());
      FieldGroups inSearch = groups(type, 2, Long.MAX_VALUE, Runnable::run);
      assertThrows(IllegalArgumentException.class, () -> inSearch.of(reader));
    }
  }

  @Test
  public void testSlowDerivationsAreLogged() throws Exception {
    Logger log = LogManager.getLogger(FieldGroups.class);
    NeardupFieldType type = type("slow");
    Loggers.setLevel(log, Level.WARN);
    try (MockLogAppender seen = MockLogAppender.createForLoggers(log);
        Directory directory = new ByteBuffersDirectory();
        OpenSearchDirectoryReader reader = reader(directory, new Document(), new Document())) {
      List<String> messages = new ArrayList<>();
      seen.addExpectation(
          new MockLogAppender.LoggingExpectation() {
            @Override
            public void match(LogEvent event) {
              messages.add(event.getMessage().getFormattedMessage());
            }

            @Override
            public void assertMatched() {
              assertEquals(1, messages.size());
              String pattern = ".index..0. took \\d+ ms to derive .text.dup. of 2 documents";
              assertTrue(messages.toString(), messages.getFirst().matches(pattern));
            }
          });
      groups(type, 9, Long.MAX_VALUE, Runnable::run).of(reader); // says nothing
      groups(type, 9, 0, Runnable::run).of(reader);
      seen.assertAllExpectationsMatched();
    } finally {
      Loggers.setLevel(log, (Level) null);
    }
  }

  @Test
  public void testOtherReadersAreNotShards() throws Exception {
    try (Directory directory = new ByteBuffersDirectory();
        OpenSearchDirectoryReader reader = reader(directory, new Document())) {
      assertEquals(reader, CallerReader.unfiltered(reader));
      try (DirectoryReader plain = DirectoryReader.open(directory)) {
        assertThrows(IllegalArgumentException.class, () -> CallerReader.unfiltered(plain));
      }
    }
  }
}
