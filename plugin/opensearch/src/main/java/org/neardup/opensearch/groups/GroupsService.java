// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.util.IOFunction;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.GroupDeriver;
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

  private final Settings settings;
  private final Supplier<Executor> background;
  private final Supplier<CircuitBreaker> breaker;
  private final SketchMemory memory;
  private final Function<NeardupFieldType, IOFunction<IndexReader, DerivedGroups>> deriver;
  private final Map<ShardId, Map<String, FieldGroups>> shards = new ConcurrentHashMap<>();

  /**
   * The groups of no shard yet.
   *
   * @param background runs derivations; asked for when the first groups are
   * @param breaker counts memory; asked for as well
   */
  public GroupsService(
      Settings settings, Supplier<Executor> background, Supplier<CircuitBreaker> breaker) {
    this(
        settings,
        background,
        breaker,
        type ->
            new GroupDeriver(type.name(), type.threshold(), type.order(), background.get())
                ::groups);
  }

  GroupsService(
      Settings settings,
      Supplier<Executor> background,
      Supplier<CircuitBreaker> breaker,
      Function<NeardupFieldType, IOFunction<IndexReader, DerivedGroups>> deriver) {
    this.settings = settings;
    this.background = background;
    this.breaker = breaker;
    memory = new SketchMemory(settings, breaker);
    this.deriver = deriver;
  }

  /** The memory for comparing hits. */
  public SketchMemory memory() {
    return memory;
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
    Map<String, FieldGroups> fields = shards.get(shard);
    return fields == null // closed a moment ago
        ? Optional.empty()
        : of(type, fields).of(CallerReader.unfiltered(reader));
  }

  /** Those of a field; derived anew if its mapping says another order now. */
  private FieldGroups of(NeardupFieldType type, Map<String, FieldGroups> fields) {
    return fields.compute(
        type.name(),
        (name, known) -> {
          if (known != null && known.isOf(type)) {
            return known;
          }
          if (known != null) {
            known.close();
          }
          return new FieldGroups(
              type, deriver.apply(type), settings, background.get(), breaker.get());
        });
  }

  /** What the statistics show of the groups of a shard, by field, for those that were asked for. */
  public Map<String, Map<String, Object>> statistics(ShardId shard) {
    Map<String, Map<String, Object>> all = new TreeMap<>();
    shards
        .getOrDefault(shard, Map.of())
        .forEach((field, groups) -> all.put(field, groups.statistics()));
    return all;
  }

  @Override
  public void afterIndexShardCreated(IndexShard shard) {
    created(shard.shardId());
  }

  void created(ShardId shard) {
    shards.put(shard, new ConcurrentHashMap<>());
  }

  @Override
  public void afterIndexShardStarted(IndexShard shard) {
    for (NeardupFieldType type : NeardupFieldType.all(shard.mapperService())) {
      try (Engine.Searcher searcher = shard.acquireSearcher("neardup")) {
        started(shard.shardId(), type, CallerReader.unfiltered(searcher.getIndexReader()));
      } catch (IOException | CircuitBreakingException e) {
        LOG.warn("cannot derive groups of {}", shard.shardId(), e); // searches will say so
      }
    }
  }

  /** Derives what a search would have to wait for. */
  void started(ShardId shard, NeardupFieldType type, OpenSearchDirectoryReader reader)
      throws IOException {
    Map<String, FieldGroups> fields = shards.get(shard);
    if (fields != null) {
      of(type, fields).derive(reader);
    }
  }

  /** Once nothing reads it: a scroll or a point in time goes on when its shard has moved away. */
  @Override
  public void onStoreClosed(ShardId id) {
    Map<String, FieldGroups> fields = shards.remove(id);
    if (fields != null) {
      fields.values().forEach(FieldGroups::close);
    }
  }
}
