// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.rest.GroupStatisticsResponse.Copy;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.broadcast.BroadcastRequest;
import org.opensearch.action.support.broadcast.node.TransportBroadcastByNodeAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.routing.ShardsIterator;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Gathers statistics of groups from all copies of shards. */
public final class GroupStatisticsAction
    extends TransportBroadcastByNodeAction<
        GroupStatisticsAction.Request, GroupStatisticsResponse, Copy> {
  /** The action. */
  public static final ActionType<GroupStatisticsResponse> TYPE =
      new ActionType<>("indices:monitor/neardup/stats", GroupStatisticsResponse::new);

  private static final Logger LOG = LogManager.getLogger(GroupStatisticsAction.class);

  private final IndicesService indices;
  private final GroupsService groups;

  /** Asks all copies of all shards of some indices for statistics. */
  static final class Request extends BroadcastRequest<Request> {
    final int largest; // groups of each shard to name

    Request(String[] indices, int largest) {
      super(indices);
      this.largest = largest;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      largest = in.readVInt();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(largest);
    }
  }

  /** Called by the node, which provides all of them. */
  @Inject
  public GroupStatisticsAction(
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices,
      GroupsService groups) {
    super(
        TYPE.name(),
        cluster,
        transport,
        filters,
        resolver,
        Request::new,
        ThreadPool.Names.MANAGEMENT);
    this.indices = indices;
    this.groups = groups;
  }

  @Override
  protected Copy shardOperation(Request request, ShardRouting copy) throws IOException {
    IndexShard shard = indices.indexServiceSafe(copy.index()).getShard(copy.id());
    Map<String, Map<String, Object>> fields = new TreeMap<>();
    for (NeardupFieldType type : NeardupFieldType.all(shard.mapperService())) {
      List<Map<String, Object>> largest = List.of();
      boolean seesAll = false;
      try (Engine.Searcher searcher = shard.acquireSearcher("neardup")) {
        IndexReader reader = searcher.getIndexReader();
        boolean isHidden = type.isHidden(reader, shard.mapperService());
        seesAll = !isHidden && CallerReader.showsAll(reader);
        DerivedGroups derived = groups.groups(shard.shardId(), type, reader).orElse(null);
        if (derived != null && !isHidden) {
          largest =
              largest(reader, derived, new CallerGroups(reader, type, derived), request.largest);
        }
      } catch (IllegalStateException
          | CircuitBreakingException e) { // the statistics say what failed
        LOG.debug("no groups of {}", copy, e);
      }
      Map<String, Object> statistics = groups.statistics(shard.shardId()).get(type.name());
      if (!seesAll) {
        hideFigures(statistics);
      }
      statistics.put("largest_groups", largest);
      fields.put(type.name(), statistics);
    }
    return new Copy(copy, indices.clusterService().localNode().getName(), fields);
  }

  /** Those of a field; a failure may have some as well. */
  static void hideFigures(Map<String, Object> statistics) {
    statistics.remove("failure");
    statistics.replaceAll((name, value) -> value instanceof Long ? 0L : value);
  }

  /** The largest of what the caller may see of the groups. */
  private static List<Map<String, Object>> largest(
      IndexReader reader, DerivedGroups derived, CallerGroups seen, int most) throws IOException {
    int[] sizes = new int[reader.maxDoc()]; // by representative
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      for (int i = 0; i < leaf.reader().maxDoc(); i++) {
        if (live == null || live.get(i)) {
          sizes[derived.representative(leaf.docBase + i)]++;
        }
      }
    }
    IntStream several = IntStream.range(0, sizes.length).filter(doc -> sizes[doc] > 1);
    Comparator<Integer> largestFirst = Comparator.comparingInt(doc -> -sizes[doc]);
    List<Map<String, Object>> found = new ArrayList<>();
    for (int representative : several.boxed().sorted(largestFirst).limit(most).toList()) {
      String id = seen.id(seen.versions(representative)[0]);
      Map<String, Object> group = new LinkedHashMap<>();
      group.put("representative", id);
      group.put("size", sizes[representative]);
      found.add(group);
    }
    return found;
  }

  @Override
  protected GroupStatisticsResponse newResponse(
      Request request,
      int totalShards,
      int successfulShards,
      int failedShards,
      List<Copy> results,
      List<DefaultShardOperationFailedException> failures,
      ClusterState state) {
    return new GroupStatisticsResponse(
        totalShards, successfulShards, failedShards, failures, results);
  }

  @Override
  protected Copy readShardResult(StreamInput in) throws IOException {
    return new Copy(in);
  }

  @Override
  protected Request readRequestFrom(StreamInput in) throws IOException {
    return new Request(in);
  }

  @Override
  protected ShardsIterator shards(ClusterState state, Request request, String[] concreteIndices) {
    return state.routingTable().allShards(concreteIndices);
  }

  @Override
  protected ClusterBlockException checkGlobalBlock(ClusterState state, Request request) {
    return state.blocks().globalBlockedException(ClusterBlockLevel.METADATA_READ);
  }

  @Override
  protected ClusterBlockException checkRequestBlock(
      ClusterState state, Request request, String[] concreteIndices) {
    return state.blocks().indicesBlockedException(ClusterBlockLevel.METADATA_READ, concreteIndices);
  }
}
