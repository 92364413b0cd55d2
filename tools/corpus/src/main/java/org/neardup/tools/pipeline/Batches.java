// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.apache.commons.io.function.IOFunction;
import org.neardup.tools.pipeline.OrderedPipeline.Intake;
import org.neardup.tools.pipeline.OrderedPipeline.LastStep;
import org.neardup.tools.pipeline.OrderedPipeline.Reader;

/**
 * Gathers small pieces, as handing over each on its own from thread to thread would take longer
 * than the work on it. For one thread.
 */
public final class Batches<T> {
  static final int MAX_PIECES = 64;
  private static final int MAX_BYTES = 1 << 16;

  private final ToIntFunction<T> size;
  private final Intake<List<T>> intake;
  private List<T> batch = new ArrayList<>();
  private long bytes;

  private Batches(ToIntFunction<T> size, Intake<List<T>> intake) {
    this.size = size;
    this.intake = intake;
  }

  /**
   * Runs an {@link OrderedPipeline} of batches.
   *
   * @param size bytes of a piece
   * @param ending whether to end before everything is read
   */
  public static <T, R> void run(
      int threads,
      Reader<T> reader,
      ToIntFunction<T> size,
      IOFunction<T, R> work,
      LastStep<List<R>> last,
      BooleanSupplier ending)
      throws IOException, InterruptedException {
    new OrderedPipeline<List<T>, List<R>>(
            threads,
            batch ->
                (int) Math.min(Integer.MAX_VALUE, batch.stream().mapToLong(size::applyAsInt).sum()),
            ending)
        .run(of(reader, size), each(work), last);
  }

  /** Does some work on each piece of a batch. */
  public static <T, R> IOFunction<List<T>, List<R>> each(IOFunction<T, R> work) {
    return batch -> {
      List<R> results = new ArrayList<>(batch.size());
      for (T piece : batch) {
        results.add(work.apply(piece));
      }
      return results;
    };
  }

  /** Reads pieces as another reader does, a batch at a time. */
  public static <T> Reader<List<T>> of(Reader<T> reader, ToIntFunction<T> size) {
    return intake -> {
      Batches<T> batches = new Batches<>(size, intake);
      try {
        reader.readAll(batches::add);
      } finally {
        batches.end(); // what was read before a failure comes before it
      }
    };
  }

  private void add(T piece) throws InterruptedException {
    batch.add(piece);
    bytes += size.applyAsInt(piece);
    if (batch.size() >= MAX_PIECES || bytes >= MAX_BYTES) {
      end();
    }
  }

  private void end() throws InterruptedException {
    if (!batch.isEmpty()) {
      intake.accept(batch);
      batch = new ArrayList<>();
      bytes = 0;
    }
  }
}
