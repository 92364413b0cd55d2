// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.PreparedDocument;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.index.UserData;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.pipeline.OrderedPipeline;

/** Reads documents one by one, prepares them on several threads, writes them in order. Once. */
final class DocumentCopier {
  private final Rebuild settings;
  private final SourceIndex index;
  private final Map<String, FieldPlan> plans;
  private final int first;
  private final Runnable progress;
  private final Consumer<String> problems;
  private int next; // number of a document in the source
  private long uncommittedBytes;
  private long failed;

  /** A document and its number in the source. */
  private record Numbered(int number, Document document) {

    /** Roughly: texts are most of it. */
    int bytes() {
      long characters = 0;
      for (IndexableField field : document) {
        characters += field.stringValue() == null ? 0 : field.stringValue().length();
      }
      return (int) Math.min(Integer.MAX_VALUE, 2 * characters);
    }
  }

  /** What preparing a document came to. */
  private record Ready(int number, int bytes, PreparedDocument prepared, String problem) {}

  DocumentCopier(
      Rebuild settings,
      SourceIndex index,
      Map<String, FieldPlan> plans,
      RebuildProgress begun,
      Runnable progress,
      Consumer<String> problems) {
    this.settings = settings;
    this.index = index;
    this.plans = plans;
    first = begun.nextDocument();
    next = first;
    failed = begun.failed();
    this.progress = progress;
    this.problems = problems;
  }

  /** Documents that could not be written, those of earlier runs too. */
  long failed() {
    return failed;
  }

  /**
   * Copies all documents that are not yet in the target, and commits.
   *
   * @throws ToolException if it was interrupted; what was copied until then is committed
   */
  void copy(CollapsingIndexWriter writer, Interruption interruption)
      throws IOException, InterruptedException {
    if (first == 0) {
      commit(false, writer); // the source, so that a rebuild that is killed is known to be one
    }
    new OrderedPipeline<Numbered, Ready>(
            settings.threads(), Numbered::bytes, interruption::isRequested)
        .run(
            this::read,
            each -> prepare(each, writer),
            ready -> {
              write(ready, writer);
              progress.run();
            });
    boolean isInterrupted = interruption.isRequested();
    next = isInterrupted ? next : index.reader().maxDoc();
    commit(!isInterrupted, writer);
    if (isInterrupted) {
      throw Interruption.resumable(writer.getDocStats().numDocs);
    }
  }

  private void read(OrderedPipeline.Intake<Numbered> intake)
      throws IOException, InterruptedException {
    for (LeafReaderContext leaf : index.leaves()) {
      if (first < leaf.docBase + leaf.reader().maxDoc()) {
        read(leaf, Math.max(0, first - leaf.docBase), intake);
      }
    }
  }

  private void read(LeafReaderContext context, int from, OrderedPipeline.Intake<Numbered> intake)
      throws IOException, InterruptedException {
    LeafReader leaf = context.reader();
    LeafDocuments documents = new LeafDocuments(leaf, plans);
    Bits live = leaf.getLiveDocs();
    for (int doc = from; doc < leaf.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        int number = context.docBase + doc;
        intake.accept(new Numbered(number, identified(number, documents.read(doc))));
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

  private static Ready prepare(Numbered each, CollapsingIndexWriter writer) throws IOException {
    try {
      PreparedDocument prepared = writer.prepare(each.document);
      InputDocument.requireShort(prepared.id());
      return new Ready(each.number, each.bytes(), prepared, null);
    } catch (BadInputException | IllegalArgumentException e) {
      return new Ready(each.number, each.bytes(), null, e.getMessage());
    }
  }

  private void write(Ready ready, CollapsingIndexWriter writer) throws IOException {
    try {
      if (ready.problem == null) {
        writer.decide(ready.prepared).writeLater(e -> fail(ready.number, e.getMessage()));
      } else {
        fail(ready.number, ready.problem);
      }
    } catch (IllegalArgumentException e) {
      fail(ready.number, e.getMessage());
    }
    next = ready.number + 1;
    uncommittedBytes += ready.bytes;
    if (uncommittedBytes >= settings.bytesPerCommit()) {
      commit(false, writer);
    }
  }

  private void fail(int number, String problem) {
    failed++;
    problems.accept("document " + number + ": " + problem);
  }

  private void commit(boolean done, CollapsingIndexWriter writer) throws IOException {
    writer.flushNextBuffer(); // or it would not be known which documents are refused
    Map<String, String> data = UserData.ofApplication(index.userData());
    data.putAll(Analyzers.commitData(settings.analyzer()));
    data.putAll(new RebuildProgress(index.identity(), next, failed, done).data());
    writer.setCommitData(data);
    writer.commit();
    uncommittedBytes = 0;
  }
}
