// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.SketchValue;

/** One way to keep band keys beside the sketches of an index. */
class BandContender {
  static final String SKETCH = "sketch";

  /** Finds the documents that share band keys with a sketch. For one thread. */
  interface Lookup extends Closeable {
    /** Returns how many documents were found. */
    int candidates(byte[] sketch) throws IOException;
  }

  private final String name;

  BandContender(String name) {
    this.name = name;
  }

  final String name() {
    return name;
  }

  /** Writes documents 0 to docs - 1 as segments of equal size. */
  void write(Directory dir, int docs, int segments) throws IOException {
    IndexWriterConfig config = config().setMergePolicy(NoMergePolicy.INSTANCE);
    config.setMaxBufferedDocs((docs + segments - 1) / segments);
    config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    config.setRAMPerThreadHardLimitMB(2047);
    byte[] value = new byte[SketchValue.length(SyntheticSketches.FORMAT)];
    try (IndexWriter writer = new IndexWriter(dir, config)) {
      Document document = document(value);
      for (int i = 0; i < docs; i++) {
        SyntheticSketches.fill(i, value);
        changed(value);
        writer.addDocument(document);
      }
    }
  }

  void forceMerge(Directory dir) throws IOException {
    IndexWriterConfig config = config().setMergePolicy(new TieredMergePolicy());
    config.setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(dir, config)) {
      writer.forceMerge(1);
    }
  }

  private IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setUseCompoundFile(false)
        .setCodec(codec())
        .setMergeScheduler(new ConcurrentMergeScheduler());
  }

  Codec codec() {
    return Codec.getDefault();
  }

  /** The document that is added repeatedly, after {@code value} and {@link #changed}. */
  Document document(byte[] value) {
    Document document = new Document();
    document.add(new BinaryDocValuesField(SKETCH, new BytesRef(value)));
    return document;
  }

  void changed(byte[] value) {}

  /** Opens an index for lookups; null if it has no bands. */
  Lookup open(DirectoryReader reader) throws IOException {
    return null;
  }
}
