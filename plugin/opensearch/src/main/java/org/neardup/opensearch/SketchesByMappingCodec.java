// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.opensearch.index.mapper.MapperService;

/**
 * The codec of an index, which also writes the sketches of all fields of type {@code neardup} that
 * the mapping has when a segment is written. Segments keep the name of the wrapped codec.
 */
final class SketchesByMappingCodec extends FilterCodec {
  private final MapperService mapping;

  SketchesByMappingCodec(Codec delegate, MapperService mapping) {
    super(delegate.getName(), delegate);
    this.mapping = mapping;
    if (!(delegate.docValuesFormat() instanceof PerFieldDocValuesFormat)) {
      throw new IllegalArgumentException(
          "[index.codec: neardup] cannot be combined with what makes this index use the codec "
              + delegate);
    }
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    Codec codec = delegate;
    for (NeardupFieldType type : NeardupFieldType.all(mapping)) {
      codec = type.sketches().codec(codec);
    }
    return codec.docValuesFormat();
  }
}
