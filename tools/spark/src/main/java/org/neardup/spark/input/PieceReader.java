// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.TaskCompletionListener;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.InputPiece;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.Batches;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads pieces in tasks, as rows of {@link InputFrame}.
 *
 * @param tally counts what was read
 */
record PieceReader(
    InputFrame.Request request, CollectionAccumulator<Tuple2<Integer, InputCounts>> tally)
    implements Serializable {
  private static final int FIXED_COLUMNS = 12;
  private static final int BATCHES_AHEAD = 2;

  /** More of a piece are of no help in a message. */
  private static final int MAX_NAMES = 1000;

  /** The rows of a piece, in batches. What it gave is counted once all are taken. */
  Iterator<List<Row>> read(Tuple2<Integer, InputPiece> piece) {
    return new Piece(piece._1(), piece._2());
  }

  /** A thread of its own reads, a few batches ahead of whoever takes them. */
  private final class Piece implements Iterator<List<Row>> {
    /** The last one is empty, as no batch that was read is. */
    private final BlockingQueue<List<RawDocument>> batches =
        new ArrayBlockingQueue<>(BATCHES_AHEAD);

    private final int number;
    private final Problems problems = new Problems(message -> {}, null);
    private final Set<String> names = new TreeSet<>();
    private long documents;
    private long failed;
    private long bytes;
    private volatile Throwable failure;
    private List<RawDocument> batch;
    private long position;

    Piece(int number, InputPiece piece) {
      this.number = number;
      position = piece.position();
      Thread reader = Thread.ofPlatform().daemon().name("neardup-read").start(() -> readAll(piece));
      TaskContext.get()
          .addTaskCompletionListener((TaskCompletionListener) ended -> reader.interrupt());
    }

    private void readAll(InputPiece piece) {
      try {
        read(piece);
        batches.put(List.of());
      } catch (InterruptedException e) { // nothing is taken any more
        Thread.currentThread().interrupt();
      }
    }

    private void read(InputPiece piece) throws InterruptedException {
      try {
        Batches.<RawDocument>of(
                sink -> piece.reading().read(request.rules(), problems, sink::accept),
                RawDocument::bytes)
            .readAll(batches::put);
      } catch (IOException | RuntimeException | Error e) {
        failure = e; // seen by whoever takes the end
      }
    }

    @Override
    public boolean hasNext() {
      if (batch == null) {
        batch = take();
        if (batch.isEmpty()) {
          tally.add(
              new Tuple2<>(
                  number, new InputCounts(documents, failed, bytes, problems.counts(), names)));
        }
      }
      return !batch.isEmpty();
    }

    private List<RawDocument> take() {
      try {
        List<RawDocument> taken = batches.take();
        if (failure != null && taken.isEmpty()) {
          throw new IllegalStateException("reading failed", failure);
        }
        return taken;
      } catch (InterruptedException e) { // Spark ends the task
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }

    @Override
    public List<Row> next() {
      List<Row> rows = batch.stream().map(this::row).toList();
      batch = null;
      return rows;
    }

    private Row row(RawDocument raw) {
      Object[] values = new Object[FIXED_COLUMNS + request.firstValues().size()];
      values[4] = position++;
      values[10] = raw.where();
      try {
        InputDocument document = raw.parser().parse(true);
        problems.notes(raw.where(), document.notes());
        fill(values, document);
        documents++;
        bytes += raw.bytes();
        if (names.size() < MAX_NAMES) {
          names.addAll(document.names());
        }
      } catch (BadInputException e) {
        failed++;
        problems.add(raw.where(), e.getMessage());
        values[11] = e.getMessage();
      }
      return RowFactory.create(values);
    }
  }

  private void fill(Object[] values, InputDocument document) throws BadInputException {
    requireOneScope(document);
    Map<String, String[]> fields = new HashMap<>();
    document.fields().forEach((name, each) -> fields.put(name, each.toArray(String[]::new)));
    String date = document.first("date");
    values[0] = document.id();
    values[1] = document.title();
    values[2] = document.text();
    values[3] = CollectionConverters.asScala(fields);
    values[5] = document.withText(request.textFields()).text();
    values[6] = document.mainText();
    values[7] = document.first("url");
    values[8] = date.isEmpty() ? document.first("version") : date;
    values[9] = document.first("path");
    int at = FIXED_COLUMNS;
    for (String field : request.firstValues()) {
      List<String> all = document.values(field);
      values[at++] = all.isEmpty() ? null : all.getFirst();
    }
  }

  private void requireOneScope(InputDocument document) throws BadInputException {
    String scope = request.scope();
    List<String> scopes = scope == null ? List.of() : document.values(scope);
    if (scopes.size() > 1) {
      throw new BadInputException(
          "a document must have one string value in scope field "
              + scope
              + ", or not have that field, got "
              + String.join(" and ", scopes));
    }
  }
}
