// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.Test;
import org.opensearch.search.internal.ContextIndexSearcher;

/** With the readers that searches of OpenSearch have. */
public class TestCallerReader {
  @Test
  public void testCancellationAloneIsTakenOff() throws IOException {
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
      try (DirectoryReader plain = DirectoryReader.open(writer)) {
        DirectoryReader hiding = new SoftDeletesDirectoryReaderWrapper(plain, "deleted");
        IndexReader searched = searched(hiding);
        assertNotSame("searches look whether they are cancelled", hiding, searched);
        assertSame(hiding, CallerReader.withoutCancellation(searched));
        assertSame(hiding, CallerReader.withoutCancellation(hiding));
      }
    }
  }

  private static IndexReader searched(IndexReader reader) throws IOException {
    return new ContextIndexSearcher(
            reader,
            IndexSearcher.getDefaultSimilarity(),
            IndexSearcher.getDefaultQueryCache(),
            IndexSearcher.getDefaultQueryCachingPolicy(),
            true,
            null,
            null)
        .getIndexReader();
  }
}
