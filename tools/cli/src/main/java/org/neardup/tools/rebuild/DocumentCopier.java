// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Prepared;

/**
 * Reads documents one by one, prepares some at once on all processors, and writes them in their
 * order. For one thread, once.
 */
final class DocumentCopier {
  private static final int BATCH = 64;

  private final Rebuild settings;
  private final SourceIndex index;
  private final Map<String, FieldPlan> plans;
  private final Runnable progress;
  private final Consumer<String> problems;
  private final List<Numbered> batch = new ArrayList<>();
  private int uncommitted;
  private long failed;

  /** A document and its number in the source. */
  private record Numbered(int number, Document document) {}

  /** What preparing a document came to. */
  private record Ready(int number, Prepared prepared, String problem) {}

  DocumentCopier(
      Rebuild settings,
      SourceIndex index,
      Map<String, FieldPlan> plans,
      Runnable progress,
      Consumer<String> problems) {
    this.settings = settings;
    this.index = index;
    this.plans = plans;
    this.progress = progress;
    this.problems = problems;
  }

  /** Documents that could not be written. */
  long failed() {
    return failed;
  }

  /** Copies all documents from a number on, and commits. */
  void copy(int from, CollapsingIndexWriter writer) throws IOException {
    for (LeafReaderContext leaf : index.leaves()) {
      if (from < leaf.docBase + leaf.reader().maxDoc()) {
        copy(leaf, Math.max(0, from - leaf.docBase), writer);
      }
    }
    flush(writer);
    commit(index.reader().maxDoc(), true, writer);
  }

  private void copy(LeafReaderContext context, int from, CollapsingIndexWriter writer)
      throws IOException {
    LeafReader leaf = context.reader();
    LeafDocuments documents = new LeafDocuments(leaf, plans);
    Bits live = leaf.getLiveDocs();
    for (int doc = from; doc < leaf.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        int number = context.docBase + doc;
        batch.add(new Numbered(number, identified(number, documents.read(doc))));
        uncommitted++;
      }
      if (batch.size() == BATCH || uncommitted == settings.documentsPerCommit()) {
        flush(writer);
      }
      if (uncommitted == settings.documentsPerCommit()) {
        commit(context.docBase + doc + 1, false, writer);
      }
    }
  }

  private Document identified(int number, Document document) {
    if (settings.ownIds()) {
      String id = Integer.toString(number);
      document.add(new StringField(settings.config().idField(), id, Field.Store.YES));
    }
    return document;
  }

  private void flush(CollapsingIndexWriter writer) throws IOException {
    List<Ready> ready;
    try {
      ready = batch.parallelStream().map(each -> prepare(each, writer)).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Ready each : ready) {
      write(each, writer);
      progress.run();
    }
    batch.clear();
  }

  private static Ready prepare(Numbered each, CollapsingIndexWriter writer) {
    try {
      return new Ready(each.number, writer.prepare(each.document), null);
    } catch (IllegalArgumentException e) {
      return new Ready(each.number, null, e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Ready ready, CollapsingIndexWriter writer) throws IOException {
    try {
      if (ready.problem == null) {
        writer.update(ready.prepared);
      } else {
        fail(ready.number, ready.problem);
      }
    } catch (IllegalArgumentException e) {
      fail(ready.number, e.getMessage());
    }
  }

  private void fail(int number, String problem) {
    failed++;
    problems.accept("document " + number + ": " + problem);
  }

  private void commit(int next, boolean done, CollapsingIndexWriter writer) throws IOException {
    writer.setCommitData(new RebuildProgress(index.identity(), next, done).data());
    writer.commit();
    uncommitted = 0;
  }
}
