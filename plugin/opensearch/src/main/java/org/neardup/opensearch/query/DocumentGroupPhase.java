// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.opensearch.groups.CallerGroups;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.fetch.FetchContext;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.fetch.FetchSubPhaseProcessor;

/**
 * Tells of each hit what its shard knows of it and its group, as the caller may see them, in a
 * field of the hit. Searches ask for it by an extension.
 */
public final class DocumentGroupPhase implements FetchSubPhase {
  /** Of the extension, and of the field. */
  public static final String NAME = "neardup_document";

  /** In the extension, the field of type neardup; null if the index has only one. */
  public static final String FIELD = "field";

  /** In the extension, how many variants to name; null for what explains the document instead. */
  public static final String SIZE = "size";

  /**
   * In the field, the sketch; in the extension, if that is all, whether the index needs the field.
   */
  static final String SKETCH = "sketch";

  private final GroupsService groups;

  /** With the groups of a node. */
  public DocumentGroupPhase(GroupsService groups) {
    this.groups = groups;
  }

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) throws IOException {
    if (!(context.getSearchExt(NAME) instanceof NeardupSearchExt asked)) {
      return null;
    }
    return asked.statements().containsKey(SKETCH)
        ? new SketchProcessor(context.getQueryShardContext(), asked.statements())
        : new Processor(context.getQueryShardContext(), asked.statements(), groups);
  }

  private static void tell(Map<String, Object> told, HitContext of) {
    of.hit().setDocumentField(NAME, new DocumentField(NAME, List.of(told)));
  }

  private static NeardupFieldType field(MapperService mapping, Object name) {
    if (name != null) {
      return NeardupFieldType.of(mapping.fieldType(name.toString()), name.toString());
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

  /**
   * Tells the sketch, as the text of a {@link PortableSketch}, if the caller may read the field.
   */
  private static final class SketchProcessor implements FetchSubPhaseProcessor {
    private final NeardupFieldType type; // null for none
    private final CallerGroups seen;

    SketchProcessor(QueryShardContext shard, Map<String, Object> asked) {
      boolean needsField = (boolean) asked.get(SKETCH);
      type = NeardupFieldType.find(shard, (String) asked.get(FIELD), !needsField);
      seen = new CallerGroups(shard.getIndexReader(), type, null);
    }

    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(HitContext hit) throws IOException {
      BytesRef sketch = seen.sketch(hit.readerContext().docBase + hit.docId());
      Map<String, Object> told = new LinkedHashMap<>();
      told.put(
          SKETCH,
          sketch == null
              ? null
              : new PortableSketch(type.sketches().parameters(), sketch).toString());
      tell(told, hit);
    }
  }

  private static final class Processor implements FetchSubPhaseProcessor {
    private final QueryShardContext shard;
    private final NeardupFieldType type;
    private final boolean isDeriving;
    private final CallerGroups seen;
    private final Integer size;

    Processor(QueryShardContext shard, Map<String, Object> asked, GroupsService groups)
        throws IOException {
      this.shard = shard;
      size = (Integer) asked.get(SIZE);
      type = field(shard.getMapperService(), asked.get(FIELD));
      IndexReader reader = shard.getIndexReader();
      if (type.isHidden(reader, shard.getMapperService())) {
        throw new OpenSearchStatusException(
            "field [{}] tells of fields that the caller may not read",
            RestStatus.FORBIDDEN,
            type.name());
      }
      ShardId id = new ShardId(shard.index(), shard.getShardId());
      Optional<DerivedGroups> derived = groups.groups(id, type, reader);
      isDeriving = derived.isEmpty();
      seen = new CallerGroups(reader, type, derived.orElse(null));
    }

    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(HitContext hit) throws IOException {
      int doc = hit.readerContext().docBase + hit.docId();
      int[] versions = seen.versions(doc);
      Map<String, Object> told = new LinkedHashMap<>();
      told.put("_id", hit.hit().getId());
      told.put("_index", shard.index().getName());
      told.put("_shard", shard.getShardId());
      told.put("field", type.name());
      told.put("deriving", isDeriving);
      told.put("representative", seen.id(versions[0]));
      told.put("total", versions.length);
      if (size == null) {
        explain(doc, told);
      } else {
        told.put("variants", variants(versions, Math.min(versions.length - 1, size)));
      }
      tell(told, hit);
    }

    /** The others, preferred ones first, and how much each resembles the representative. */
    private List<Map<String, Object>> variants(int[] versions, int most) throws IOException {
      SketchComparer comparer =
          new SketchComparer(
              type.sketches().parameters(), ResemblanceRule.sketch(type.threshold()));
      BytesRef representative = seen.sketch(versions[0]);
      List<Map<String, Object>> variants = new ArrayList<>();
      for (int i = 1; i <= most; i++) {
        Map<String, Object> variant = new LinkedHashMap<>();
        variant.put("_id", seen.id(versions[i]));
        byte[] sketch = seen.sketch(versions[i]).bytes;
        variant.put("resemblance", comparer.estimated(representative.bytes, sketch).value());
        variants.add(variant);
      }
      return variants;
    }

    /** The text only if the sketch is of it, by which it is known to be the whole one. */
    private void explain(int doc, Map<String, Object> told) throws IOException {
      BytesRef sketch = seen.sketch(doc);
      String scope = seen.scope(doc);
      told.put("parameters", type.sketches().parameters().toString());
      told.put("threshold", type.threshold());
      told.put(SKETCH, sketch == null ? null : sketch.bytes);
      told.put("scope", scope);
      String text = seen.text(shard.getMapperService(), doc);
      if (text != null) {
        SketchedText sketched = type.sketches().sketch(text, scope);
        if (Arrays.equals(sketched.value(), sketch == null ? null : sketch.bytes)) {
          told.put("text", text);
          told.put("elements", sketched.elementSetWithoutScope().toArray());
        }
      }
    }
  }
}
