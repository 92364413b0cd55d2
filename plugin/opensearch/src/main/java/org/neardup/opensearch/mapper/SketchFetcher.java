// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.neardup.codec.SketchReader;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.search.lookup.SourceLookup;

/** Gives the sketches of hits, as the texts of {@link PortableSketch}es. */
final class SketchFetcher implements ValueFetcher {
  private final String field;
  private SketchReader sketches;

  SketchFetcher(String field) {
    this.field = field;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    try {
      sketches = SketchReader.of(context, field);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Object> fetchValues(SourceLookup source) throws IOException {
    byte[] sketch = sketches == null ? null : sketches.copy(source.docId());
    return sketch == null
        ? List.of()
        : List.of(new PortableSketch(sketches.parameters(), sketch).toString());
  }
}
