// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.TaskCompletionListener;
import org.neardup.spark.ReadDocuments.PositionFilter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.InputPiece;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.OrderedPipeline.Reader;
import scala.Tuple2;

/**
 * Reads pieces in tasks.
 *
 * @param values of which rows are made
 * @param wanted documents; others are not parsed
 * @param tally counts what was read; null if that is known
 * @param rejected where bad records go
 */
record PieceReader(
    InputRules rules,
    DocumentValues values,
    PositionFilter wanted,
    CollectionAccumulator<Tuple2<Integer, InputCounts>> tally,
    RejectedFolder rejected)
    implements Serializable {

  /** The rows of a piece. What it gave is counted once all are taken. */
  Iterator<Row> read(int number, InputPiece piece) {
    return new Piece(number, piece).rows();
  }

  private final class Piece {
    private final int number;
    private final PulledDocuments documents;
    private final InputCounts count = new InputCounts();
    private final Problems problems = new Problems(message -> {}, null);
    private final RejectedFolder.Records bad;
    private long position;

    Piece(int number, InputPiece piece) {
      this.number = number;
      position = piece.position();
      bad = rejected.records(number);
      documents =
          new PulledDocuments(intake -> piece.reading().read(rules, problems, intake::accept));
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.addTaskCompletionListener((TaskCompletionListener) ended -> close());
      }
    }

    private void close() {
      documents.close();
      bad.discard();
    }

    Iterator<Row> rows() {
      Iterator<Row> rows =
          Exchange.flat(
              documents.pull(),
              raw -> wanted.mayHave(position++) ? row(raw) : Collections.emptyIterator());
      return Exchange.flat(List.of(false, true).iterator(), isEnd -> isEnd ? end() : rows);
    }

    private Iterator<Row> end() {
      bad.finish();
      if (tally != null) {
        count.setProblems(problems.counts());
        tally.add(new Tuple2<>(number, count));
      }
      return Collections.emptyIterator();
    }

    /** None if it cannot be used. */
    private Iterator<Row> row(RawDocument raw) {
      try {
        InputDocument document = raw.parser().parse(true);
        problems.notes(raw.where(), document.notes());
        Row row = RowFactory.create(values.of(document, position - 1));
        count.addDocument(raw.bytes());
        if (tally != null) {
          count.addNames(document.names());
        }
        return Exchange.only(row);
      } catch (BadInputException e) {
        count.addFailed();
        problems.add(raw.where(), e.getMessage());
        bad.add(raw.where(), e.getMessage());
        return Collections.emptyIterator();
      }
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
    Iterator<RawDocument> pull() {
      return Exchange.flat(
          Stream.iterate(take(), batch -> !batch.isEmpty(), batch -> take()).iterator(),
          List::iterator);
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
