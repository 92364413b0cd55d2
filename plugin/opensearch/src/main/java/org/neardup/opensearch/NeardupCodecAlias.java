// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.Set;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.opensearch.index.codec.CodecAliases;

/**
 * Makes {@code index.codec: neardup} valid: the setting accepts names and aliases of codecs that
 * Lucene's service loader finds, and no others. No segment is written with it, see {@link
 * SketchesByMappingCodec}.
 */
public final class NeardupCodecAlias extends FilterCodec implements CodecAliases {
  /** For the service loader. */
  public NeardupCodecAlias() {
    super("NeardupAlias", new Lucene104Codec());
  }

  @Override
  public Set<String> aliases() {
    return Set.of(NeardupFieldMapper.CODEC);
  }
}
