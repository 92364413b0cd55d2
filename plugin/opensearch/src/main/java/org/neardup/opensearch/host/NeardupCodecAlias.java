// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.util.Set;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.opensearch.index.codec.CodecAliases;

/**
 * Makes {@code index.codec: neardup} valid: the setting accepts names and aliases of codecs that
 * Lucene's service loader finds, and no others. No segment is written with it, but with the codec
 * that the plugin adds.
 */
public final class NeardupCodecAlias extends FilterCodec implements CodecAliases {
  /** What the setting must be. */
  public static final String NAME = "neardup";

  /** For the service loader. */
  public NeardupCodecAlias() {
    super("NeardupAlias", new Lucene104Codec());
  }

  @Override
  public Set<String> aliases() {
    return Set.of(NAME);
  }
}
