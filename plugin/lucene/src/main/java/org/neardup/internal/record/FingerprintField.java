// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.compare.SketchedText;

/** Fingerprints as terms of a document, of 5 bytes each, with nothing else about them. */
final class FingerprintField extends Field {
  private static final FieldType TYPE = new FieldType();
  private static final int BYTES = SketchedText.FINGERPRINT_BITS / Byte.SIZE;

  static {
    TYPE.setIndexOptions(IndexOptions.DOCS);
    TYPE.setOmitNorms(true);
    TYPE.setTokenized(true);
    TYPE.freeze();
  }

  /** The first so many fingerprints. */
  FingerprintField(String name, long[] fingerprints, int count) {
    super(name, new Stream(fingerprints, count), TYPE);
  }

  /** A fingerprint as a term; its bytes are used again. */
  static void encode(long fingerprint, BytesRef term) {
    if (term.bytes.length < BYTES) {
      term.bytes = new byte[BYTES];
    }
    term.offset = 0;
    term.length = BYTES;
    for (int i = 0; i < BYTES; i++) {
      term.bytes[i] =
          (byte) (fingerprint >>> (SketchedText.FINGERPRINT_BITS - Byte.SIZE * (i + 1)));
    }
  }

  private static final class Stream extends TokenStream {
    private final BytesTermAttribute attribute = addAttribute(BytesTermAttribute.class);
    private final BytesRef term = new BytesRef();
    private final long[] fingerprints;
    private final int count;
    private int next;

    Stream(long[] fingerprints, int count) {
      this.fingerprints = fingerprints;
      this.count = count;
    }

    @Override
    public void reset() {
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == count) {
        return false;
      }
      clearAttributes();
      encode(fingerprints[next++], term);
      attribute.setBytesRef(term);
      return true;
    }
  }
}
