// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.rest.DocumentGroup.Field;
import org.neardup.opensearch.rest.DocumentGroup.Version;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.ActionType;
import org.opensearch.action.RoutingMissingException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.single.shard.SingleShardRequest;
import org.opensearch.action.support.single.shard.TransportSingleShardAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.routing.ShardIterator;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lucene.uid.VersionsAndSeqNoResolver;
import org.opensearch.common.lucene.uid.VersionsAndSeqNoResolver.DocIdAndVersion;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.Uid;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Reads a document and its group in its shard, through the reader of the caller. */
public final class DocumentGroupAction
    extends TransportSingleShardAction<DocumentGroupAction.Request, DocumentGroup> {
  /** The action. */
  public static final ActionType<DocumentGroup> TYPE =
      new ActionType<>("indices:data/read/neardup/group", DocumentGroup::new);

  private final IndicesService indices;
  private final GroupsService groups;

  /** Asks the shard of a document for its group. */
  static final class Request extends SingleShardRequest<Request> {
    final String id;
    String routing; // null for that of the id
    final String field; // of type neardup; null if the index has only one
    final int most; // documents of the group to name
    final boolean withText;

    Request(String index, String id, String routing, String field, int most, boolean withText) {
      index(index);
      this.id = id;
      this.routing = routing;
      this.field = field;
      this.most = most;
      this.withText = withText;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      id = in.readString();
      routing = in.readOptionalString();
      field = in.readOptionalString();
      most = in.readVInt();
      withText = in.readBoolean();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeString(id);
      out.writeOptionalString(routing);
      out.writeOptionalString(field);
      out.writeVInt(most);
      out.writeBoolean(withText);
    }

    @Override
    public ActionRequestValidationException validate() {
      return null;
    }

    /** As messages of failures show it. */
    @Override
    public String toString() {
      return "group of document [" + id + "] of index [" + index() + "]";
    }
  }

  /** Called by the node, which provides all of them. */
  @Inject
  public DocumentGroupAction(
      ThreadPool threads,
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices,
      GroupsService groups) {
    super(
        TYPE.name(),
        threads,
        cluster,
        transport,
        filters,
        resolver,
        Request::new,
        ThreadPool.Names.GET);
    this.indices = indices;
    this.groups = groups;
  }

  @Override
  protected Writeable.Reader<DocumentGroup> getResponseReader() {
    return DocumentGroup::new;
  }

  @Override
  protected boolean resolveIndex(Request request) {
    return true;
  }

  @Override
  protected void resolveRequest(ClusterState state, InternalRequest request) {
    Request asked = request.request();
    asked.routing = state.metadata().resolveIndexRouting(asked.routing, asked.index());
    if (asked.routing == null && state.metadata().routingRequired(request.concreteIndex())) {
      throw new RoutingMissingException(request.concreteIndex(), asked.id);
    }
  }

  @Override
  protected ShardIterator shards(ClusterState state, InternalRequest request) {
    Request asked = request.request();
    return clusterService
        .operationRouting()
        .getShards(state, request.concreteIndex(), asked.id, asked.routing, null);
  }

  @Override
  protected void asyncShardOperation(
      Request request, ShardId id, ActionListener<DocumentGroup> listener) {
    shard(id)
        .awaitShardSearchActive(
            refreshed -> {
              try {
                super.asyncShardOperation(request, id, listener);
              } catch (IOException | RuntimeException e) {
                listener.onFailure(e);
              }
            });
  }

  private IndexShard shard(ShardId id) {
    return indices.indexServiceSafe(id.getIndex()).getShard(id.id());
  }

  @Override
  protected DocumentGroup shardOperation(Request request, ShardId id) throws IOException {
    IndexShard shard = shard(id);
    NeardupFieldType type = field(shard.mapperService(), request.field);
    try (Engine.Searcher searcher = shard.acquireSearcher("neardup")) {
      IndexReader reader = searcher.getIndexReader();
      if (type.isHidden(reader, shard.mapperService())) {
        throw new OpenSearchStatusException(
            "field [{}] tells of fields that the caller may not read",
            RestStatus.FORBIDDEN,
            type.name());
      }
      Optional<DerivedGroups> derived = groups.groups(id, type, reader);
      CallerGroups seen = new CallerGroups(reader, type, derived.orElse(null));
      Field field =
          new Field(type.name(), type.sketches().parameters(), type.threshold(), derived.isEmpty());
      Term term = new Term(IdFieldMapper.NAME, Uid.encodeId(request.id));
      DocIdAndVersion found =
          VersionsAndSeqNoResolver.loadDocIdAndVersion(reader, term, false, null);
      if (found == null) {
        throw new ResourceNotFoundException(
            "document [{}] is not in index [{}], as of its last refresh",
            request.id,
            id.getIndexName());
      }
      int doc = found.docBase + found.docId;
      int[] versions = seen.versions(doc);
      List<Version> some = new ArrayList<>();
      for (int i = 0; i < Math.min(versions.length, Math.max(1, request.most)); i++) {
        some.add(version(seen, versions[i]));
      }
      Version document = version(seen, doc);
      String scope = seen.scope(doc);
      DocumentGroup.Text text =
          request.withText
              ? DocumentGroup.Text.of(
                  seen.text(shard.mapperService(), doc), type, scope, document.sketch())
              : null;
      return new DocumentGroup(id, field, document, versions.length, some, scope, text);
    }
  }

  private static Version version(CallerGroups seen, int doc) throws IOException {
    return new Version(seen.id(doc), seen.sketch(doc));
  }

  private static NeardupFieldType field(MapperService mapping, String name) {
    if (name != null) {
      return NeardupFieldType.of(mapping.fieldType(name), name);
    }
    List<NeardupFieldType> all = NeardupFieldType.all(mapping);
    if (all.size() != 1) {
      throw new IllegalArgumentException(
          all.isEmpty()
              ? "the index has no field of type [neardup]"
              : "the index has several fields of type [neardup], name one with the parameter"
                  + " [field]: "
                  + all.stream().map(NeardupFieldType::name).sorted().toList());
    }
    return all.getFirst();
  }
}
