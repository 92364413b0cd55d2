// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.core.index.shard.ShardId;

/** The filter of searches, outside of a node. */
public final class SimulatedFilter {
  private SimulatedFilter() {}

  /** The real one. */
  public static Query of(GroupsService groups, ShardId shard, NeardupFieldType type, Query of) {
    return new OneVersionFilter(groups, shard, type, of);
  }

  /** The same with a fault: takes its answer for a segment to depend on that segment alone. */
  public static Query thatIsCached(Query filter) {
    return new Cached(filter);
  }

  private static final class Cached extends Query {
    private final Query filter;

    Cached(Query filter) {
      this.filter = filter;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
        throws IOException {
      return new FilterWeight(this, filter.createWeight(searcher, mode, boost)) {
        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
          return true;
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return filter.toString(field);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Cached that && filter.equals(that.filter);
    }

    @Override
    public int hashCode() {
      return filter.hashCode();
    }
  }
}
