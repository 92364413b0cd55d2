// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.action.IndicesRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.MappingMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.engine.EngineConfig;

/** Refuses settings that do not go with the mappings of indices, and would fail all searches. */
final class ChangedSettings {
  private static final String CODEC = EngineConfig.INDEX_CODEC_SETTING.getKey();

  private ChangedSettings() {}

  /**
   * Checks settings that a request gives indices, or a copy of an index.
   *
   * @throws IllegalArgumentException naming the field, if the one of {@link
   *     NeardupFieldType#ONE_VERSION} has another type, or one needs the codec
   */
  static void check(
      IndicesRequest request,
      Settings given,
      ClusterState state,
      IndexNameExpressionResolver resolver) {
    Settings all = Settings.builder().put(given).normalizePrefix("index.").build();
    String field = NeardupFieldType.ONE_VERSION.get(all);
    boolean losesCodec = all.keySet().contains(CODEC) && !NeardupFieldMapper.hasCodec(all);
    if (field.isEmpty() && !losesCodec) {
      return;
    }
    for (String name : resolver.concreteIndexNames(state, request)) {
      MappingMetadata mapping = state.metadata().index(name).mapping();
      Map<String, Object> types = new TreeMap<>();
      addTypes("", mapping == null ? Map.of() : mapping.sourceAsMap(), types);
      Object type = types.get(field);
      if (type != null && !type.equals(NeardupFieldMapper.TYPE)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "[%s] must name a field of type [%s], but in index [%s] field [%s] is of type [%s]",
                NeardupFieldType.ONE_VERSION.getKey(),
                NeardupFieldMapper.TYPE,
                name,
                field,
                type));
      }
      types.values().removeIf(each -> !NeardupFieldMapper.TYPE.equals(each));
      if (losesCodec && !types.isEmpty()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "[%s] must be [%s] for fields %s of index [%s], got [%s]",
                CODEC,
                NeardupFieldMapper.CODEC,
                types.keySet(),
                name,
                EngineConfig.INDEX_CODEC_SETTING.get(all)));
      }
    }
  }

  /** Adds the types of all fields of a mapping, by their full names. */
  private static void addTypes(String prefix, Map<?, ?> of, Map<String, Object> to) {
    for (String kind : List.of("properties", "fields")) {
      if (of.get(kind) instanceof Map<?, ?> parts) {
        parts.forEach(
            (name, part) -> {
              if (part instanceof Map<?, ?> field) { // or a parameter of a plugin
                to.put(prefix + name, field.get("type"));
                addTypes(prefix + name + ".", field, to);
              }
            });
      }
    }
  }
}
