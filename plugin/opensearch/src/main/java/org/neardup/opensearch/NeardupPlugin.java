// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.codecs.Codec;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.neardup.opensearch.mapper.NodeSeed;
import org.neardup.opensearch.mapper.SketchingMapper;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MetadataFieldMapper;
import org.opensearch.plugins.EnginePlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;

/** One version of each document in search results: all that the plugin adds to a node. */
public final class NeardupPlugin extends Plugin implements MapperPlugin, EnginePlugin {
  private final NodeSeed seed;

  /**
   * Reads what the plugin needs of a node's settings.
   *
   * @param settings of the node, with its keystore
   */
  public NeardupPlugin(Settings settings) {
    seed = NodeSeed.of(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(NodeSeed.SETTING);
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(NeardupFieldMapper.TYPE, NeardupFieldMapper.parser(seed));
  }

  @Override
  public Map<String, MetadataFieldMapper.TypeParser> getMetadataMappers() {
    return Map.of(SketchingMapper.NAME, SketchingMapper.PARSER);
  }

  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings index) {
    if (!index.getValue(EngineConfig.INDEX_CODEC_SETTING).equals(NeardupFieldMapper.CODEC)) {
      return Optional.empty();
    }
    return Optional.of(
        (mapping, settings, defaultCodec) -> {
          Codec codec = defaultCodec.get();
          return Map.of(
              NeardupFieldMapper.CODEC,
              mapping == null ? codec : new SketchesByMappingCodec(codec, mapping));
        });
  }
}
