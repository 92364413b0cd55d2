// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
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
import scala.Tuple2;

/**
 * Reads pieces in tasks.
 *
 * @param rows makes rows of documents, of whatever kind
 * @param wanted documents; others are not parsed
 * @param countsNames whether the names of fields are wanted
 * @param tally counts what was read; null if that is known
 * @param rejected where bad records go
 */
record PieceReader<R>(
    InputRules rules,
    RowMaker<R> rows,
    PositionFilter wanted,
    boolean countsNames,
    CollectionAccumulator<Tuple2<Integer, InputCounts>> tally,
    RejectedFolder rejected)
    implements Serializable {

  /** The rows of a piece. What it gave is counted once all are taken. */
  Iterator<R> read(int number, InputPiece piece) {
    return new Piece(number, piece).rows();
  }

  /** Makes a row of a document and its position. */
  @FunctionalInterface
  interface RowMaker<R> extends Serializable {
    R row(InputDocument document, long position) throws BadInputException;
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

    Iterator<R> rows() {
      Iterator<R> rows =
          Exchange.flat(
              documents,
              raw -> wanted.mayHave(position++) ? row(raw) : Collections.emptyIterator());
      return Exchange.flat(List.of(false, true).iterator(), isEnd -> isEnd ? end() : rows);
    }

    private Iterator<R> end() {
      bad.finish();
      if (tally != null) {
        count.setProblems(problems.counts());
        tally.add(new Tuple2<>(number, count));
      }
      return Collections.emptyIterator();
    }

    /** None if it cannot be used. */
    private Iterator<R> row(RawDocument raw) {
      try {
        InputDocument document = raw.parser().parse(true);
        R row = rows.row(document, position - 1);
        count.addDocument(raw.bytes());
        if (countsNames) {
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
}
