// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.index.shard.IndexShard;

/**
 * The groups of all shards of a node. A shard derives those of each of its fields in the background
 * when it starts; later a search that is the first after a refresh brings them up to date, unless
 * so much changed that this, too, is done in the background.
 */
public final class GroupsService implements IndexEventListener {
  /** So many changed documents a search waits for. */
  public static final Setting<Integer> CHANGES_IN_SEARCH =
      Setting.intSetting("neardup.groups.changes_in_search", 20_000, 0, Setting.Property.NodeScope);

  /** Derivations that take so long are logged. */
  public static final Setting<TimeValue> SLOW_DERIVATION =
      Setting.timeSetting(
          "neardup.groups.slow_derivation",
          TimeValue.timeValueSeconds(10),
          Setting.Property.NodeScope);

  /** Name of the circuit breaker of all memory that is taken for long, or for many hits. */
  public static final String BREAKER = "neardup";

  private static final Logger LOG = LogManager.getLogger(GroupsService.class);

  private final int changesInSearch;
  private final long slowMillis;
  private final Supplier<Executor> background;
  private final Supplier<CircuitBreaker> breaker;
  private final Map<ShardId, ShardGroups> shards = new ConcurrentHashMap<>();

  /**
   * The groups of no shard yet.
   *
   * @param background runs derivations; asked for when the first shard starts
   * @param breaker counts memory; asked for as well
   */
  public GroupsService(
      Settings settings, Supplier<Executor> background, Supplier<CircuitBreaker> breaker) {
    changesInSearch = CHANGES_IN_SEARCH.get(settings);
    slowMillis = SLOW_DERIVATION.get(settings).millis();
    this.background = background;
    this.breaker = breaker;
  }

  /** Counts the memory of groups and sketches. */
  public CircuitBreaker breaker() {
    return breaker.get();
  }

  /**
   * The groups of all documents of a shard.
   *
   * @param reader of the shard: one that hides documents of others does, too
   * @return nothing as long as they are being derived in the background
   * @throws IllegalStateException if deriving them failed
   * @throws CircuitBreakingException if there is no memory for them
   */
  public Optional<DerivedGroups> groups(ShardId shard, NeardupFieldType type, IndexReader reader)
      throws IOException {
    ShardGroups groups = shards.get(shard);
    if (groups == null) {
      return Optional.empty(); // closed a moment ago
    }
    return groups.of(type).of(unfiltered(reader));
  }

  /**
   * The reader of all documents, whatever is wrapped around it.
   *
   * @throws IllegalArgumentException if it is not one of a shard
   */
  public static OpenSearchDirectoryReader unfiltered(IndexReader reader) {
    if (!isOfShard(reader)) {
      throw new IllegalArgumentException("groups are known for a shard's reader only: " + reader);
    }
    return OpenSearchDirectoryReader.getOpenSearchDirectoryReader((DirectoryReader) reader);
  }

  /**
   * Whether a reader is one of a shard: a highlighter, for one, has the text of a hit in another.
   */
  public static boolean isOfShard(IndexReader reader) {
    OpenSearchDirectoryReader unfiltered =
        reader instanceof DirectoryReader directory
            ? OpenSearchDirectoryReader.getOpenSearchDirectoryReader(directory)
            : null;
    return unfiltered != null && unfiltered.maxDoc() == reader.maxDoc();
  }

  /** What is known of the groups of a shard, for each field that was asked for. */
  public List<FieldStatistics> statistics(ShardId shard) {
    ShardGroups groups = shards.get(shard);
    return groups == null ? List.of() : groups.statistics();
  }

  @Override
  public void afterIndexShardCreated(IndexShard shard) {
    shards.put(shard.shardId(), new ShardGroups(background.get(), breaker.get()));
  }

  @Override
  public void afterIndexShardStarted(IndexShard shard) {
    ShardGroups groups = shards.get(shard.shardId());
    if (groups != null) {
      groups.started(shard);
    }
  }

  @Override
  public void beforeIndexShardClosed(ShardId id, IndexShard shard, Settings settings) {
    ShardGroups groups = shards.remove(id);
    if (groups != null) {
      groups.close();
    }
  }

  /** The groups of a shard, by field. */
  private final class ShardGroups {
    private final Executor ofShard;
    private final CircuitBreaker memory;
    private final Map<String, FieldGroups> fields = new ConcurrentHashMap<>();

    ShardGroups(Executor ofShard, CircuitBreaker memory) {
      this.ofShard = ofShard;
      this.memory = memory;
    }

    /** Those of a field; derived anew if its mapping says another order now. */
    FieldGroups of(NeardupFieldType type) {
      return fields.compute(
          type.name(),
          (name, known) -> {
            if (known != null && known.isOf(type)) {
              return known;
            }
            if (known != null) {
              known.close();
            }
            return new FieldGroups(type, changesInSearch, ofShard)
                .loggedFrom(slowMillis)
                .countedBy(memory);
          });
    }

    void close() {
      fields.values().forEach(FieldGroups::close);
    }

    /** Derives what a search would have to wait for. */
    void started(IndexShard shard) {
      for (NeardupFieldType type : NeardupFieldType.all(shard.mapperService())) {
        try (Engine.Searcher searcher = shard.acquireSearcher("neardup")) {
          of(type).derive(unfiltered(searcher.getIndexReader()));
        } catch (IOException | CircuitBreakingException e) {
          LOG.warn("cannot derive groups of {}", shard.shardId(), e); // searches will say so
        }
      }
    }

    List<FieldStatistics> statistics() {
      return fields.values().stream().map(FieldGroups::statistics).toList();
    }
  }
}
