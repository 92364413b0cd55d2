// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.pipeline.ShardQuestions.Summary;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.search.explain.GroupSummaries.Dated;
import org.neardup.search.explain.GroupSummaries.Documents;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.DocValueFormat;

/**
 * Summarises the groups of a shard as one caller sees them. A field that no document of the shard
 * has, or that the caller may not read, is left out.
 */
final class ShardSummaries {
  private final QueryShardContext shard;
  private final GroupSummaries groups;
  private final DocValueFormat dates;

  ShardSummaries(
      QueryShardContext shard, CallerGroups documents, DerivedGroups derived, Summary asked) {
    this.shard = shard;
    IndexReader reader = shard.getIndexReader();
    FieldInfos known = FieldInfos.getMergedFieldInfos(reader);
    GroupSummaries asAsked =
        GroupSummaries.over(
            reader,
            derived,
            new Documents(
                documents::id,
                doc -> documents.text(shard.getMapperService(), doc),
                text -> null,
                documents.sketchField()));
    MappedFieldType origins = field(asked.origins());
    if (origins != null && known.fieldInfo(origins.name()) != null) {
      asAsked = asAsked.withOrigins(origins.name());
    }
    MappedFieldType date = field(asked.date());
    if (date != null && known.fieldInfo(date.name()) != null) {
      asAsked = asAsked.withDates(date.name());
    }
    groups = asAsked;
    dates = date == null ? null : date.docValueFormat(null, null);
  }

  private MappedFieldType field(String name) {
    return name == null ? null : shard.fieldMapper(name);
  }

  /** What the group of a document says, as the response has it. */
  Map<String, Object> of(int doc) throws IOException {
    GroupSummaries.Summary summary = groups.of(new int[] {doc}, null).getFirst();
    Map<String, Object> shown = new HashMap<>();
    shown.put("shard", shard.getShardId());
    shown.put("versions", summary.versions());
    if (summary.origins() != null) {
      shown.put("origins", new HashMap<String, Object>(summary.origins()));
    }
    if (summary.first() != null) {
      shown.put("first", shown(summary.first()));
      shown.put("last", shown(summary.last()));
    }
    if (summary.differences() != null) {
      shown.put("compared", summary.differences().compared());
      Map<String, Object> byKind = new HashMap<>();
      summary
          .differences()
          .byKind()
          .forEach((kind, ids) -> byKind.put(kind.name().toLowerCase(Locale.ROOT), ids));
      shown.put("differ_in", byKind);
    }
    return shown;
  }

  private Map<String, Object> shown(Dated version) {
    return Map.of("_id", version.id(), "date", date(version.date()), "origins", version.origins());
  }

  private Object date(String value) {
    return value.matches("-?\\d+") ? dates.format(Long.parseLong(value)) : value;
  }
}
