// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/**
 * {@code {"one_version": {"field": "text.dup", "of": QUERY}}}: of each group of a shard the
 * representative, or if that does not match {@code of}, the preferred variant that does.
 */
public final class OneVersionQueryBuilder extends PartsQueryBuilder<OneVersionQueryBuilder> {
  private static final String NAME = "one_version";

  private final GroupsService groups;

  /**
   * One version of what matches a query; in an index without the field, all that does.
   *
   * @param groups of this node
   * @param field of type {@code neardup}; null for the one that each index names
   * @param of null for all documents
   */
  public OneVersionQueryBuilder(GroupsService groups, String field, QueryBuilder of) {
    this(groups);
    put(FIELD, field);
    put(IGNORE_UNMAPPED, true);
    of(of);
  }

  private OneVersionQueryBuilder(GroupsService groups) {
    super(NAME);
    this.groups = groups;
  }

  private OneVersionQueryBuilder(GroupsService groups, StreamInput in) throws IOException {
    super(NAME, in);
    this.groups = groups;
  }

  /** What a node has to know to read it. */
  public static QuerySpec<OneVersionQueryBuilder> spec(GroupsService groups) {
    return spec(
        NAME,
        in -> new OneVersionQueryBuilder(groups, in),
        () -> new OneVersionQueryBuilder(groups),
        FIELD,
        OF,
        IGNORE_UNMAPPED);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryBuilder rewritten = of() == null ? null : of().rewrite(context);
    QueryShardContext shard = context.convertToShardContext();
    Object found = shard == null ? part(RESOLVED) : resolve(shard);
    if (rewritten == of() && Objects.equals(found, part(RESOLVED))) {
      return this;
    }
    OneVersionQueryBuilder changed = new OneVersionQueryBuilder(groups);
    changed.putAll(this);
    changed.put(RESOLVED, found);
    changed.of(rewritten);
    return changed;
  }

  /** Both may change while the shard does not. */
  private String resolve(QueryShardContext shard) {
    NeardupFieldType type = NeardupFieldType.find(shard, (String) part(FIELD));
    return type == null ? "" : type.name() + " " + type.order();
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    NeardupFieldType type = find(context);
    if (type == null) { // an index beside others that have the field: each document is alone
      return new ConstantScoreQuery(candidates(context));
    }
    ShardId shard = new ShardId(context.index(), context.getShardId());
    if (context.searcher() != null && !hasGroups(shard, type, context)) {
      context.setIsCacheable(false); // the answer will be another one soon
    }
    return new OneVersionFilter(groups, shard, type, candidates(context));
  }

  private boolean hasGroups(ShardId shard, NeardupFieldType type, QueryShardContext context)
      throws IOException {
    try {
      return groups.groups(shard, type, context.searcher().getIndexReader()).isPresent();
    } catch (CircuitBreakingException e) {
      return false; // thrown again when the query is run: here it would be a fault of the query
    }
  }

  private Query candidates(QueryShardContext context) throws IOException {
    if (of() == null) {
      return MatchAllDocsQuery.INSTANCE;
    }
    Query query = of().toQuery(context);
    return query == null ? new MatchNoDocsQuery("[of] matches nothing") : query;
  }
}
