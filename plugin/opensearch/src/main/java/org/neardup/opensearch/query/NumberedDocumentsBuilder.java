// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.SearchPlugin.QuerySpec;

/** Matches documents that were found before, by shard and number. Users may not ask for it. */
public final class NumberedDocumentsBuilder extends AbstractQueryBuilder<NumberedDocumentsBuilder> {
  private static final String NAME = "neardup_documents";

  /** What a node has to know to read it. */
  public static final QuerySpec<NumberedDocumentsBuilder> SPEC =
      new QuerySpec<>(
          NAME,
          NumberedDocumentsBuilder::new,
          parser -> {
            throw new IllegalArgumentException("[" + NAME + "] is for internal use");
          });

  private final Map<ShardId, List<Long>> seqNos;

  /** Matches the documents with these numbers. */
  public NumberedDocumentsBuilder(Map<ShardId, List<Long>> seqNos) {
    this.seqNos = Map.copyOf(seqNos);
  }

  private NumberedDocumentsBuilder(StreamInput in) throws IOException {
    super(in);
    seqNos = in.readMapOfLists(ShardId::new, StreamInput::readLong);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeMapOfLists(seqNos, (to, shard) -> shard.writeTo(to), StreamOutput::writeLong);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("shards", seqNos.keySet().toString()).endObject();
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    ShardId shard = new ShardId(context.index(), context.getShardId());
    return LongPoint.newSetQuery(SeqNoFieldMapper.NAME, seqNos.getOrDefault(shard, List.of()));
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(NumberedDocumentsBuilder other) {
    return seqNos.equals(other.seqNos);
  }

  @Override
  protected int doHashCode() {
    return seqNos.hashCode();
  }
}
