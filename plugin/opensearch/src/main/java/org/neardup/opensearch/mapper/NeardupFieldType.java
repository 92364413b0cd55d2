// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;
import org.neardup.codec.SketchField;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.search.derived.DocumentOrder;
import org.opensearch.common.settings.Setting;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.lookup.SearchLookup;

/** A field of sketches, as searches see it. */
public final class NeardupFieldType extends MappedFieldType {
  /** The field by which searches of an index show one version, without a pipeline. */
  public static final Setting<String> ONE_VERSION =
      Setting.simpleString(
          "index.neardup.one_version", Setting.Property.IndexScope, Setting.Property.Dynamic);

  private final SketchField sketches;
  private final String scope;
  private final DocumentOrder order;

  NeardupFieldType(
      SketchField sketches, String scope, DocumentOrder order, Map<String, String> meta) {
    super(sketches.name(), false, false, true, TextSearchInfo.NONE, meta);
    this.sketches = sketches;
    this.scope = scope;
    this.order = order;
  }

  /**
   * All fields of this type in a mapping.
   *
   * @param mapping null for that of a closed index, which answers no search
   */
  public static List<NeardupFieldType> all(MapperService mapping) {
    List<NeardupFieldType> found = new ArrayList<>();
    if (mapping == null) {
      return found;
    }
    for (MappedFieldType type : mapping.fieldTypes()) {
      if (type instanceof NeardupFieldType neardup) {
        found.add(neardup);
      }
    }
    return found;
  }

  /**
   * A field of this type in a mapping.
   *
   * @throws IllegalArgumentException if there is no such field, or it has another type
   */
  public static NeardupFieldType of(MappedFieldType type, String name) {
    if (type instanceof NeardupFieldType neardup) {
      return neardup;
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "field [%s] must be of type [%s], but it is %s",
            name,
            NeardupFieldMapper.TYPE,
            type == null ? "not in the mapping" : "of type [" + type.typeName() + "]"));
  }

  /**
   * The field that a search of an index means.
   *
   * @param name that it gives; null for the one that the index has by {@link #ONE_VERSION}
   * @return null if the index has none, or {@link #isHidden hides} it from the caller
   * @throws IllegalArgumentException if it has another type
   */
  public static NeardupFieldType find(QueryShardContext index, String name) {
    return find(index, name, true);
  }

  /**
   * The same, but refuses a name that the mapping does not have, unless that is to be ignored: an
   * index that has no field by {@link #ONE_VERSION} names none.
   */
  public static NeardupFieldType find(
      QueryShardContext index, String name, boolean ignoreUnmapped) {
    String meant = name == null ? ONE_VERSION.get(index.getIndexSettings().getSettings()) : name;
    MappedFieldType mapped = meant.isEmpty() ? null : index.fieldMapper(meant);
    boolean isIgnored = mapped == null && (ignoreUnmapped || name == null);
    NeardupFieldType found = isIgnored ? null : of(mapped, meant);
    return found == null || found.isHidden(index.getIndexReader(), index.getMapperService())
        ? null
        : found;
  }

  /**
   * Whether a caller may not read all that sketches are made of, and so not learn what they tell of
   * it.
   *
   * @param reader the caller's; null for none, which hides nothing
   */
  public boolean isHidden(IndexReader reader, MapperService mapping) {
    Set<String> read = new HashSet<>(mapping.sourcePath(name()));
    read.add(name());
    if (scope != null) {
      read.add(scope);
    }
    return CallerReader.hides(reader, read);
  }

  /** How the sketches of this field are made. */
  public SketchField sketches() {
    return sketches;
  }

  /** The least resemblance of near-duplicates. */
  public double threshold() {
    return sketches.settings().threshold();
  }

  /** The keyword field across whose values nothing collapses; null if there is none. */
  public String scope() {
    return scope;
  }

  /** Which version of a group is preferred. */
  public DocumentOrder order() {
    return order;
  }

  @Override
  public String typeName() {
    return NeardupFieldMapper.TYPE;
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return source -> List.of(); // not for users
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    throw new QueryShardException(
        context,
        "field ["
            + name()
            + "] of type [neardup] holds sketches: search it with [near_duplicate], or search the"
            + " field with the text");
  }
}
