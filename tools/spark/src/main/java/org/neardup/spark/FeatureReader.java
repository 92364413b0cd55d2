// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.TextFeatures;

/** Computes what the documents of a partition are compared by, block by block. For one thread. */
final class FeatureReader implements Iterator<FeatureBlock> {
  private static final int BLOCK_BYTES = 1 << 20;

  /** Keys a block from which the ranges to sort by are made. */
  private static final int SAMPLES = 4;

  private final Iterator<Row> rows;
  private final RowLayout layout;
  private final RowReader reader;
  private final ClusterDocumentFactory factory;
  private final BlockWriter data = new BlockWriter();
  private final List<byte[]> sample = new ArrayList<>();
  private long documents;
  private long withText;
  private long rejected;

  FeatureReader(Iterator<Row> rows, RowLayout layout, SketchComparison comparison) {
    this.rows = rows;
    this.layout = layout;
    reader = new RowReader(layout);
    factory = comparison.documents();
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public FeatureBlock next() {
    documents = 0;
    withText = 0;
    rejected = 0;
    sample.clear();
    while (rows.hasNext() && data.size() < BLOCK_BYTES) {
      add(rows.next());
    }
    int bytes = data.size();
    return new FeatureBlock(
        data.take(), documents, withText, rejected, bytes, sample.toArray(byte[][]::new));
  }

  private void add(Row row) {
    if (!reader.isUsable(row)) {
      rejected++;
      return;
    }
    documents++;
    long scope = reader.scope(row);
    ClusterDocument prepared = prepare(row, scope);
    if (prepared.hasText()) {
      withText++;
      add(row, scope, prepared);
    }
  }

  private ClusterDocument prepare(Row row, long scope) {
    try {
      return factory.prepare(reader.document(row), scope);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Row row, long scope, ClusterDocument prepared) {
    TextFeatures text = prepared.text();
    DocumentEntry document = new DocumentEntry();
    reader.identify(row, document);
    document.textHash = RowReader.textHash(reader.text(row), scope);
    document.print = text.textHash();
    document.elements = text.count();
    document.page = prepared.page().toLongs();
    document.id = row.getString(RowLayout.ID).getBytes(UTF_8);
    document.host = prepared.page().host();
    document.sketch = text.sketch();
    if (!layout.numbered()) {
      document.sortKey = reader.sortKey(row, document);
      if (sample.size() < SAMPLES) {
        sample.add(document.sortKey);
      }
    }
    document.write(data);
  }
}
