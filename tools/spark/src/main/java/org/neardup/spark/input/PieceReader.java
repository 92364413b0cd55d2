// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.TaskCompletionListener;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.InputPiece;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.OrderedPipeline.Reader;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads pieces in tasks, as rows of {@link InputFrame}.
 *
 * @param tally counts what was read
 */
record PieceReader(
    InputRules rules,
    List<String> textFields,
    String scope,
    List<String> firstValues,
    CollectionAccumulator<Tuple2<Integer, InputCounts>> tally)
    implements Serializable {
  private static final int FIXED_COLUMNS = 12;

  /** The rows of a piece. What it gave is counted once all are taken. */
  Stream<Row> read(Tuple2<Integer, InputPiece> piece) {
    return new Piece(piece._1(), piece._2()).rows();
  }

  private final class Piece {
    private final int number;
    private final PulledDocuments documents;
    private final InputCounts count = new InputCounts();
    private final Problems problems = new Problems(message -> {}, null);
    private long position;

    Piece(int number, InputPiece piece) {
      this.number = number;
      position = piece.position();
      documents = new PulledDocuments(sink -> piece.reading().read(rules, problems, sink::accept));
      TaskContext.get()
          .addTaskCompletionListener((TaskCompletionListener) ended -> documents.close());
    }

    Stream<Row> rows() {
      return Stream.concat(documents.pull().map(this::row), Stream.of(number).flatMap(this::end));
    }

    private Stream<Row> end(int piece) {
      count.setProblems(problems.counts());
      tally.add(new Tuple2<>(piece, count));
      return Stream.empty();
    }

    private Row row(RawDocument raw) {
      long at = position++;
      try {
        InputDocument document = raw.parser().parse(true);
        problems.notes(raw.where(), document.notes());
        Object[] values = values(document);
        values[4] = at;
        values[10] = raw.where();
        count.addDocument(raw.bytes());
        count.addNames(document.names());
        return RowFactory.create(values);
      } catch (BadInputException e) {
        count.addFailed();
        problems.add(raw.where(), e.getMessage());
        Object[] values = new Object[FIXED_COLUMNS + firstValues.size()];
        values[4] = at;
        values[10] = raw.where();
        values[11] = e.getMessage();
        return RowFactory.create(values);
      }
    }
  }

  private Object[] values(InputDocument document) throws BadInputException {
    requireOneScope(document);
    Map<String, String[]> fields = new HashMap<>();
    document.fields().forEach((name, values) -> fields.put(name, values.toArray(String[]::new)));
    String date = document.first("date");
    Object[] values = new Object[FIXED_COLUMNS + firstValues.size()];
    values[0] = document.id();
    values[1] = document.title();
    values[2] = document.text();
    values[3] = CollectionConverters.asScala(fields);
    values[5] = document.withText(textFields).text();
    values[6] = document.mainText();
    values[7] = document.first("url");
    values[8] = date.isEmpty() ? document.first("version") : date;
    values[9] = document.first("path");
    for (int i = 0; i < firstValues.size(); i++) {
      values[FIXED_COLUMNS + i] =
          document.values(firstValues.get(i)).stream().findFirst().orElse(null);
    }
    return values;
  }

  private void requireOneScope(InputDocument document) throws BadInputException {
    List<String> scopes = scope == null ? List.of() : document.values(scope);
    if (scopes.size() > 1) {
      throw new BadInputException(
          "a document must have one string value in scope field "
              + scope
              + ", or not have that field, got "
              + String.join(" and ", scopes));
    }
  }

  /**
   * The documents of a piece, one after the other: a thread of its own reads them, a few batches
   * ahead of whoever takes them. For one thread.
   */
  private static final class PulledDocuments implements AutoCloseable {
    private static final int BATCHES_AHEAD = 2;

    /** The end, as no batch that was read is empty. */
    private static final List<RawDocument> END = List.of();

    private final BlockingQueue<List<RawDocument>> batches =
        new ArrayBlockingQueue<>(BATCHES_AHEAD);
    private final Thread reader;
    private volatile Throwable failure;

    PulledDocuments(Reader<RawDocument> piece) {
      reader = Thread.ofPlatform().daemon().name("neardup-read").start(() -> readAll(piece));
    }

    private void readAll(Reader<RawDocument> piece) {
      try {
        read(piece);
        batches.put(END);
      } catch (InterruptedException e) { // nothing is taken any more
        Thread.currentThread().interrupt();
      }
    }

    private void read(Reader<RawDocument> piece) throws InterruptedException {
      try {
        Batches.of(piece, RawDocument::bytes).readAll(batches::put);
      } catch (IOException | RuntimeException | Error e) {
        failure = e; // seen by whoever takes the end
      }
    }

    /** All of them; to be called once. */
    Stream<RawDocument> pull() {
      return Stream.iterate(take(), batch -> !batch.isEmpty(), batch -> take())
          .flatMap(List::stream);
    }

    private List<RawDocument> take() {
      try {
        List<RawDocument> batch = batches.take();
        if (batch.isEmpty() && failure != null) {
          throw new IllegalStateException("reading failed", failure);
        }
        return batch;
      } catch (InterruptedException e) { // Spark ends the task
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }

    /** Ends the reading. */
    @Override
    public void close() {
      reader.interrupt();
    }
  }
}
