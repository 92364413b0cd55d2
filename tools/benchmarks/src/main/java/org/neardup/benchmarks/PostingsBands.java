// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** Band keys, 40 bits of each, as terms in stock postings without frequencies. */
final class PostingsBands extends BandContender {
  private static final String BANDS = "bands";
  private static final int KEY_BYTES = 5;

  private final Keys keys = new Keys();

  PostingsBands() {
    super("stock postings");
  }

  @Override
  Document document(byte[] value) {
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS);
    type.setOmitNorms(true);
    type.setTokenized(true);
    type.freeze();
    Document document = super.document(value);
    document.add(new Field(BANDS, keys, type));
    return document;
  }

  @Override
  void changed(byte[] value) {
    keys.set(value);
  }

  private static void toBytes(long key, BytesRef out) {
    for (int i = 0; i < KEY_BYTES; i++) {
      out.bytes[i] = (byte) (key >>> (56 - 8 * i));
    }
  }

  private static final class Keys extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final long[] keys = new long[SyntheticSketches.PARAMETERS.keyCount()];
    private final BytesRef bytes = new BytesRef(new byte[KEY_BYTES], 0, KEY_BYTES);
    private int count;
    private int next;

    void set(byte[] value) {
      count = SyntheticSketches.PARAMETERS.bandKeys(value, 0, keys);
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == count) {
        return false;
      }
      clearAttributes();
      toBytes(keys[next++], bytes);
      term.setBytesRef(bytes);
      return true;
    }
  }

  @Override
  Lookup open(DirectoryReader reader) throws IOException {
    List<TermsEnum> segments = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      segments.add(leaf.reader().terms(BANDS).iterator());
    }
    return new PostingsLookup(segments);
  }

  private static final class PostingsLookup implements Lookup {
    private final List<TermsEnum> segments;
    private final CandidateCount count = new CandidateCount();
    private final long[] keys = new long[SyntheticSketches.PARAMETERS.keyCount()];
    private final BytesRef bytes = new BytesRef(new byte[KEY_BYTES], 0, KEY_BYTES);
    private PostingsEnum postings;

    PostingsLookup(List<TermsEnum> segments) {
      this.segments = segments;
    }

    @Override
    public int candidates(byte[] sketch) throws IOException {
      SyntheticSketches.PARAMETERS.bandKeys(sketch, 0, keys);
      Arrays.sort(keys, 1, keys.length);
      int found = 0;
      for (TermsEnum terms : segments) {
        for (int i = 1; i < keys.length; i++) { // the first is that of the fingerprint
          toBytes(keys[i], bytes);
          if (terms.seekExact(bytes)) {
            postings = terms.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc();
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = postings.nextDoc()) {
              count.add(doc);
            }
          }
        }
        found += count.take();
      }
      return found;
    }

    @Override
    public void close() {}
  }
}
