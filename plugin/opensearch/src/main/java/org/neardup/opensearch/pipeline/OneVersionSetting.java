// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Locale;
import java.util.Map;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.MappingMetadata;
import org.opensearch.common.settings.Settings;

/** Refuses the setting for fields of other types, which would fail all searches of an index. */
final class OneVersionSetting {
  private OneVersionSetting() {}

  /**
   * Checks changes of settings.
   *
   * @throws IllegalArgumentException naming the field, if an index has it with another type
   */
  static void check(
      UpdateSettingsRequest update, ClusterState state, IndexNameExpressionResolver resolver) {
    Settings all = Settings.builder().put(update.settings()).normalizePrefix("index.").build();
    String field = NeardupFieldType.ONE_VERSION.get(all);
    if (field.isEmpty()) {
      return;
    }
    for (String name : resolver.concreteIndexNames(state, update)) {
      MappingMetadata mapping = state.metadata().index(name).mapping();
      Object type = mapping == null ? null : type(mapping.sourceAsMap(), field);
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
    }
  }

  /** The type of a field in a mapping; null if there is none. */
  private static Object type(Map<?, ?> mapping, String field) {
    Object in = mapping;
    for (String part : field.split("\\.", -1)) {
      Object inner = part(in, "properties", part);
      in = inner == null ? part(in, "fields", part) : inner;
    }
    return in instanceof Map<?, ?> found ? found.get("type") : null;
  }

  private static Object part(Object of, String kind, String name) {
    return of instanceof Map<?, ?> map && map.get(kind) instanceof Map<?, ?> parts
        ? parts.get(name)
        : null;
  }
}
