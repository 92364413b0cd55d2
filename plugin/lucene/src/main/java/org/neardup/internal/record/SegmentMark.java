// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.SegmentInfoFormat;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** Marks the segments that Neardup writes, so that those of another writer stand out. */
public final class SegmentMark {
  private static final String ATTRIBUTE = "neardup.writer";
  private static final String VALUE = "1";

  private SegmentMark() {}

  /** Whether Neardup wrote a segment. */
  public static boolean isOn(SegmentInfo segment) {
    return VALUE.equals(segment.getAttribute(ATTRIBUTE));
  }

  /** A codec that marks what it writes, and leaves all else to another one, whose name it keeps. */
  public static Codec marking(Codec codec) {
    SegmentInfoFormat format = codec.segmentInfoFormat();
    SegmentInfoFormat marking =
        new SegmentInfoFormat() {
          @Override
          public SegmentInfo read(Directory directory, String segment, byte[] id, IOContext context)
              throws IOException {
            return format.read(directory, segment, id, context);
          }

          @Override
          public void write(Directory directory, SegmentInfo info, IOContext context)
              throws IOException {
            info.putAttribute(ATTRIBUTE, VALUE);
            format.write(directory, info, context);
          }
        };
    return new FilterCodec(codec.getName(), codec) {
      @Override
      public SegmentInfoFormat segmentInfoFormat() {
        return marking;
      }
    };
  }
}
