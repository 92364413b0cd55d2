// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
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
import org.opensearch.index.mapper.DateFieldMapper.DateFieldType;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.NumberFieldMapper.NumberFieldType;
import org.opensearch.index.query.QueryShardContext;

/**
 * Summarises the groups of a shard as one caller sees them. A field that no document of the shard
 * has, or that the caller may not read, is left out.
 */
final class ShardSummaries {
  /** Those whose doc values are what a reader takes for the value. */
  private static final List<String> TYPES =
      List.of("keyword", "date", "date_nanos", "byte", "short", "integer", "long");

  private final QueryShardContext shard;
  private final GroupSummaries groups;
  private final MappedFieldType date; // null: none was asked for, or the shard does not have it

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
    MappedFieldType origins = field("origins", asked.origins(), known);
    if (origins != null) {
      asAsked = asAsked.withOrigins(origins.name(), value -> "" + shown(origins, value));
    }
    date = field("date", asked.date(), known);
    groups = date == null ? asAsked : asAsked.withDates(date.name());
  }

  private MappedFieldType field(String parameter, String name, FieldInfos known) {
    MappedFieldType type = name == null ? null : shard.fieldMapper(name);
    if (type == null || known.fieldInfo(type.name()) == null) {
      return null;
    }
    if (!TYPES.contains(type.typeName()) || !type.hasDocValues()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[summary.%s] must name a field with doc values of one of the types %s, but field"
                  + " [%s] is of type [%s]",
              parameter,
              TYPES,
              name,
              type.typeName()));
    }
    return type;
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
    Object when = shown(date, version.date());
    return Map.of("_id", version.id(), "date", when, "origins", version.origins());
  }

  private static Object shown(MappedFieldType type, String value) {
    return switch (type) {
      case DateFieldType dates ->
          dates
              .dateTimeFormatter()
              .format(dates.resolution().toInstant(Long.parseLong(value)).atZone(ZoneOffset.UTC));
      case NumberFieldType numbers -> Long.valueOf(value);
      default -> value;
    };
  }
}
