// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;

/**
 * Adds to each hit of a page what the coordinating node compares: a {@link HitSketch}.
 *
 * <p>It is asked for by a doc-value field of a name that no mapping has, with the parameters as its
 * format. The request has a search extension, but hits of aggregations and inner hits inherit that,
 * and the sketches would show in them.
 */
final class HitSketchPhase implements FetchSubPhase {
  private static final String MARK = "_neardup_hit";

  private final GroupsService groups;

  HitSketchPhase(GroupsService groups) {
    this.groups = groups;
  }

  /** What asks for sketches in the fetch phase of a shard, see {@link ShardQuestions}. */
  static FieldAndFormat mark(String field, int variants) {
    return new FieldAndFormat(MARK, variants + ":" + Objects.toString(field, ""));
  }

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) throws IOException {
    FetchDocValuesContext asked = context.docValuesContext();
    for (FieldAndFormat each : asked == null ? List.<FieldAndFormat>of() : asked.fields()) {
      if (each.field.equals(MARK)) {
        return processor(context, each.format);
      }
    }
    return null;
  }

  private Processor processor(FetchContext context, String format) throws IOException {
    if (format == null || !format.matches("\\d{1,3}:.*")) {
      throw new IllegalArgumentException("[docvalue_fields] " + MARK + " is for internal use");
    }
    int variants = Integer.parseInt(format.substring(0, format.indexOf(':')));
    String name = format.substring(format.indexOf(':') + 1);
    NeardupFieldType field =
        NeardupFieldType.find(context.getQueryShardContext(), name.isEmpty() ? null : name);
    IndexReader reader = context.searcher().getIndexReader();
    DerivedGroups derived = null;
    if (variants > 0 && field != null) {
      int shard = context.getQueryShardContext().getShardId();
      ShardId id = new ShardId(context.getIndexSettings().getIndex(), shard);
      derived = groups.groups(id, field, reader).orElse(null);
    }
    return new Processor(new CallerGroups(reader, field, derived), variants);
  }

  private record Processor(CallerGroups documents, int variants) implements FetchSubPhaseProcessor {
    @Override
    public void setNextReader(LeafReaderContext segment) {
      // each hit brings its own
    }

    @Override
    public void process(HitContext hit) throws IOException {
      int doc = hit.readerContext().docBase + hit.docId();
      int[] versions = variants == 0 ? new int[] {doc} : documents.versions(doc);
      List<String> ids = new ArrayList<>();
      List<BytesRef> sketches = new ArrayList<>();
      for (int i = 0; i < versions.length && ids.size() < variants; i++) {
        if (versions[i] != doc) {
          ids.add(documents.id(versions[i]));
          sketches.add(documents.sketch(versions[i]));
        }
      }
      new HitSketch(
              documents.sketch(doc),
              documents.seqNo(doc),
              documents.rank(doc),
              versions.length,
              ids,
              sketches)
          .putInto(hit.hit());
    }
  }
}
