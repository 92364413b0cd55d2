// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.index.codec.CodecAliases;
import org.opensearch.index.mapper.MapperService;

/**
 * Makes {@code index.codec: neardup} valid: the setting accepts names and aliases of codecs that
 * Lucene's service loader finds, and no others. No segment is written with it, but with {@link
 * #sketching}.
 */
public final class NeardupCodecAlias extends FilterCodec implements CodecAliases {
  /** For the service loader. */
  public NeardupCodecAlias() {
    super("NeardupAlias", new Lucene104Codec());
  }

  /**
   * The codec of an index, which also writes the sketches of all fields of type {@code neardup}
   * that the mapping has when a segment is written. Segments keep the name of the wrapped codec.
   */
  static Codec sketching(Codec codec, MapperService mapping) {
    if (!(codec.docValuesFormat() instanceof PerFieldDocValuesFormat)) {
      throw new IllegalArgumentException(
          "[index.codec: neardup] cannot be combined with what makes this index use the codec "
              + codec);
    }
    return new FilterCodec(codec.getName(), codec) {
      @Override
      public DocValuesFormat docValuesFormat() {
        Codec wrapped = delegate;
        for (NeardupFieldType type : NeardupFieldType.all(mapping)) {
          wrapped = type.sketches().codec(wrapped);
        }
        return wrapped.docValuesFormat();
      }
    };
  }

  @Override
  public Set<String> aliases() {
    return Set.of(NeardupFieldMapper.CODEC);
  }
}
