// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import java.util.List;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Parallel;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.cluster.text.TextStore;
import org.neardup.tools.cluster.text.TextVerdicts;

/** Compares candidates, on all threads, and passes on those that are near-duplicates. */
public final class PairVerification {
  /** Takes near-duplicates. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * Takes the next pair, in ascending order of {@link Pairs}.
     *
     * @param resemblance at least the threshold
     */
    void accept(long pair, PairResemblance resemblance) throws IOException;
  }

  private static final int PAIRS_A_PIECE = 1 << 12;
  private static final int PIECES_AT_ONCE = 32;

  private final PairRule rule;
  private final TextStore texts;
  private final TextVerdicts verdicts;
  private final long[] pairs = new long[PAIRS_A_PIECE * PIECES_AT_ONCE];
  private long candidates;
  private long found;

  public PairVerification(PairRule rule, TextStore texts, TextVerdicts verdicts) {
    this.rule = rule;
    this.texts = texts;
    this.verdicts = verdicts;
  }

  public void run(LongCursor sorted, Consumer consumer) throws IOException {
    int size;
    do {
      size = 0;
      while (size < pairs.length && sorted.next()) {
        pairs[size++] = sorted.value;
      }
      compare(size, consumer);
    } while (size == pairs.length);
  }

  private void compare(int size, Consumer consumer) throws IOException {
    int pieces = (size + PAIRS_A_PIECE - 1) / PAIRS_A_PIECE;
    List<PairResemblance[]> resemblances =
        Parallel.map(
            pieces, i -> compare(i * PAIRS_A_PIECE, Math.min(size, (i + 1) * PAIRS_A_PIECE)));
    for (int i = 0; i < size; i++) {
      PairResemblance resemblance = resemblances.get(i / PAIRS_A_PIECE)[i % PAIRS_A_PIECE];
      if (rule.passes(resemblance.decisive())) {
        found++;
        consumer.accept(pairs[i], resemblance);
      }
    }
    candidates += size;
  }

  private PairResemblance[] compare(int from, int to) throws IOException {
    TextComparer comparer = new TextComparer(rule, texts, verdicts);
    PairResemblance[] resemblances = new PairResemblance[to - from];
    for (int i = from; i < to; i++) {
      resemblances[i - from] = comparer.compare(Pairs.later(pairs[i]), Pairs.earlier(pairs[i]));
    }
    return resemblances;
  }

  /** Pairs of texts that were compared. */
  public long candidates() {
    return candidates;
  }

  /** Of these, near-duplicates. */
  public long found() {
    return found;
  }
}
