// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.mapper.SeqNoFieldMapper;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;

/**
 * Adds to each hit of a page what the coordinating node compares: a {@link HitSketch}.
 *
 * <p>The request asks for it by a search extension, but hits of aggregations and inner hits inherit
 * that, and the sketches would show in them. What they do not inherit is {@link #MARK}.
 */
final class HitSketchPhase implements FetchSubPhase {
  /** A doc-value field that no mapping has, added on the shard: no other object counts. */
  static final FieldAndFormat MARK = new FieldAndFormat("_neardup_hit", null);

  private final GroupsService groups;

  HitSketchPhase(GroupsService groups) {
    this.groups = groups;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a request may have a field of that name
  public FetchSubPhaseProcessor getProcessor(FetchContext context) throws IOException {
    FetchDocValuesContext fields = context.docValuesContext();
    return fields != null && fields.fields().stream().anyMatch(each -> each == MARK)
        ? new Processor(
            context.getQueryShardContext(),
            Asked.in(context.getSearchExt(ShardQuestions.NAME)),
            groups)
        : null;
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    private final CallerGroups documents;
    private final int variants;
    private final ShardSummaries summaries; // null: none are asked for, or groups are not known
    private NumericDocValues seqNos; // of the segment, whose hits come in the order of documents

    Processor(QueryShardContext shard, Asked asked, GroupsService groups) throws IOException {
      NeardupFieldType field = NeardupFieldType.find(shard, asked.field());
      IndexReader reader = shard.getIndexReader();
      DerivedGroups derived = null;
      if ((asked.variants() > 0 || asked.summary() != null) && field != null) {
        ShardId id = new ShardId(shard.index(), shard.getShardId());
        derived = groups.groups(id, field, reader).orElse(null);
      }
      documents = new CallerGroups(reader, field, derived);
      variants = asked.variants();
      summaries =
          asked.summary() == null || derived == null
              ? null
              : new ShardSummaries(shard, documents, derived, asked.summary());
    }

    @Override
    public void setNextReader(LeafReaderContext segment) throws IOException {
      seqNos = DocValues.getNumeric(segment.reader(), SeqNoFieldMapper.NAME);
    }

    @Override
    public void process(HitContext hit) throws IOException {
      int doc = hit.readerContext().docBase + hit.docId();
      int[] versions = variants == 0 ? new int[] {doc} : documents.versions(doc);
      Map<String, BytesRef> others = new LinkedHashMap<>();
      for (int i = 0; i < versions.length && others.size() < variants; i++) {
        if (versions[i] != doc) {
          others.put(documents.id(versions[i]), documents.sketch(versions[i]));
        }
      }
      new HitSketch(
              documents.sketch(doc),
              seqNos.advanceExact(hit.docId()) ? seqNos.longValue() : -1,
              documents.rank(doc),
              versions.length,
              others,
              summaries == null ? null : summaries.of(doc))
          .putInto(hit.hit());
    }
  }
}
