// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.sql.Row;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.TextFeatures;

/** Computes what the documents of a partition are compared by, block by block. For one thread. */
final class FeatureReader implements Iterator<FeatureReader.Block> {
  private static final int BLOCK_BYTES = 1 << 20;

  private final Iterator<Row> rows;
  private final RowLayout layout;
  private final RowReader reader;
  private final SketchComparison comparison;
  private final ClusterDocumentFactory factory;
  private final BlockWriter data = new BlockWriter();
  private long documents;
  private long withText;
  private long rejected;

  FeatureReader(Iterator<Row> rows, RowLayout layout, SketchComparison comparison) {
    this.rows = rows;
    this.layout = layout;
    reader = new RowReader(layout);
    this.comparison = comparison;
    factory = comparison.documents();
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Block next() {
    documents = 0;
    withText = 0;
    rejected = 0;
    while (rows.hasNext() && data.size() < BLOCK_BYTES) {
      add(rows.next());
    }
    int bytes = data.size();
    return new Block(data.take(), documents, withText, rejected, bytes);
  }

  /**
   * What was read of some rows.
   *
   * @param data {@link DocumentEntry}s of the documents with text
   * @param documents rows that were accepted
   * @param withText of these, documents with text
   * @param rejected rows that were not
   * @param bytes of the data
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Block(byte[] data, long documents, long withText, long rejected, long bytes)
      implements Serializable {
    static final Block EMPTY = new Block(DocumentEntry.NONE, 0, 0, 0, 0);

    /** The counts of both, without the data. */
    Block plus(Block other) {
      return new Block(
          DocumentEntry.NONE,
          documents + other.documents,
          withText + other.withText,
          rejected + other.rejected,
          bytes + other.bytes);
    }
  }

  private void add(Row row) {
    if (!reader.isUsable(row)) {
      rejected++;
      return;
    }
    documents++;
    long scope = reader.scope(row);
    ClusterDocument prepared = Uncheck.get(() -> factory.prepare(reader.document(row), scope));
    if (prepared.hasText()) {
      withText++;
      add(row, scope, prepared);
    }
  }

  private void add(Row row, long scope, ClusterDocument prepared) {
    TextFeatures text = prepared.text();
    DocumentEntry document = new DocumentEntry();
    document.rowHash = reader.rowHash(row);
    document.textHash = RowReader.textHash(reader.text(row), scope);
    document.print = text.textHash();
    document.elements = comparison.size(text);
    document.page = prepared.page().toLongs();
    document.id = row.getString(RowLayout.ID).getBytes(UTF_8);
    document.host = prepared.page().host();
    document.sketch = text.sketch();
    if (layout.numbered()) {
      document.number = document.rowHash; // the position
    } else {
      document.sortKey = reader.sortKey(row, document);
    }
    document.write(data);
  }
}
