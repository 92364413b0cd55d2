// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.neardup.codec.NearDupCodec;
import org.neardup.codec.SketchReader;

/** The format of this project. */
final class NearDupBands extends BandContender {
  NearDupBands() {
    super("NearDup1");
  }

  @Override
  Codec codec() {
    return NearDupCodec.wrap(super.codec(), SKETCH, SyntheticSketches.PARAMETERS);
  }

  @Override
  Lookup open(DirectoryReader reader) throws IOException {
    List<SketchReader> segments = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      segments.add(SketchReader.of(leaf, SKETCH));
    }
    return new Lookup() {
      @Override
      public int candidates(byte[] sketch) throws IOException {
        int found = 0;
        for (SketchReader segment : segments) {
          found += segment.candidates(sketch, null, 1000).size();
        }
        return found;
      }

      @Override
      public void close() {}
    };
  }
}
