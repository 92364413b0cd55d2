// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.util.List;
import java.util.Map;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MappingLookup;
import org.opensearch.index.mapper.MetadataFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.lookup.SearchLookup;

/**
 * Sketches a document when all its fields are parsed: only then are its scope and all texts that
 * are copied to a field known. Holds no field of its own.
 */
public final class SketchingMapper extends MetadataFieldMapper {
  /** The name that OpenSearch knows it by. */
  public static final String NAME = "_neardup";

  /** Makes one an index; there is nothing to configure. */
  public static final TypeParser PARSER =
      new FixedTypeParser(
          context -> new SketchingMapper(context.mapperService().getIndexSettings()));

  private final IndexSettings index;

  private SketchingMapper(IndexSettings index) {
    super(new NoFieldType());
    this.index = index;
  }

  /** Refuses the setting for a field of another type, and such a field if there is the setting. */
  @Override
  protected void doValidate(MappingLookup mappers) {
    String field = NeardupFieldType.ONE_VERSION.get(index.getSettings());
    if (mappers.getMapper(field) instanceof FieldMapper mapper) {
      NeardupFieldType.of(mapper.fieldType(), field);
    }
  }

  @Override
  public void postParse(ParseContext context) {
    ParseContext.Document document = context.rootDoc();
    document.getFields().stream()
        .filter(PendingSketch.class::isInstance)
        .map(PendingSketch.class::cast)
        .toList() // as completing one changes the fields
        .forEach(sketch -> sketch.complete(document, context.docMapper().mappers()));
  }

  @Override
  protected String contentType() {
    return NAME;
  }

  private static final class NoFieldType extends MappedFieldType {
    NoFieldType() {
      super(NAME, false, false, false, TextSearchInfo.NONE, Map.of());
    }

    @Override
    public String typeName() {
      return NAME;
    }

    @Override
    public ValueFetcher valueFetcher(
        QueryShardContext context, SearchLookup lookup, String format) {
      return source -> List.of();
    }

    @Override
    public Query termQuery(Object value, QueryShardContext context) {
      return new MatchNoDocsQuery(NAME + " is not a field");
    }
  }
}
