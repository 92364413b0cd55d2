// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import com.carrotsearch.hppc.LongArrayList;
import java.io.IOException;
import org.neardup.sketch.Bands;
import org.neardup.sketch.SlotPacking;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.SlotSketches;
import org.neardup.tools.cluster.text.TextStore;

/**
 * Texts that share a band key and whose sketches agree enough: entries of band key and text are
 * sorted, and the texts of a bucket compared with each other.
 *
 * @see <a href="http://www.mmds.org">Leskovec, Rajaraman, Ullman, Mining of massive datasets,
 *     3.4</a>
 */
final class LshCandidates implements CandidatePairs {
  private final TextStore texts;
  private final PairRule rule;
  private final Workspace work;
  private final Bands bands;
  private final SlotPacking packing;
  private final int textBits;
  private final int maxBucket;
  private Buckets buckets;

  LshCandidates(ClusterConfig config, TextStore texts, PairRule rule, Workspace work) {
    this.texts = texts;
    this.rule = rule;
    this.work = work;
    bands = config.bands();
    packing = ((SlotSketches) texts.sketches()).packing();
    textBits = KeyedTexts.textBits(texts.count());
    maxBucket = config.maxBucket();
  }

  @Override
  public LongCursor find() throws IOException {
    buckets = new Buckets(textBits, maxBucket, this::matcher, new LongSorter(work, true));
    return buckets.pairs(KeyedTexts.sorted(texts.count(), this::keys, work));
  }

  private KeyedTexts.Keys keys() {
    TextStore.Reader reader = texts.reader();
    return text -> {
      long[] keys = new long[bands.bands()];
      bands.keys(packing, reader.sketch(text), 0, keys);
      return keys;
    };
  }

  private Buckets.Matcher matcher() {
    TextStore.Reader reader = texts.reader();
    return (entries, rows, out) -> {
      byte[][] columns = new byte[rows.end(rows.to() - 1) - rows.start()][];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = reader.sketch(text(entries[rows.start() + i]));
      }
      for (int row = rows.from(); row < rows.to(); row++) {
        match(entries, rows, row, columns, reader, out);
      }
    };
  }

  private void match(
      long[] entries,
      Buckets.Rows rows,
      int row,
      byte[][] columns,
      TextStore.Reader reader,
      LongArrayList out)
      throws IOException {
    int text = text(entries[row]);
    int inColumns = row - rows.start();
    byte[] sketch = inColumns < columns.length ? columns[inColumns] : reader.sketch(text);
    for (int column = rows.start(); column < rows.end(row); column++) {
      if (rule.mayPass(sketch, columns[column - rows.start()])) {
        out.add(Pairs.of(text, text(entries[column])));
      }
    }
  }

  private int text(long entry) {
    return KeyedTexts.text(entry, textBits);
  }

  @Override
  public long hotBuckets() {
    return buckets.hot();
  }

  @Override
  public long skippedPairs() {
    return buckets.skippedPairs();
  }
}
