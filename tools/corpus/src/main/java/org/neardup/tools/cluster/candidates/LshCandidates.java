// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.sketch.Bands;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.KeyedTexts;
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
record LshCandidates(ClusterConfig config, TextStore texts, PairRule rule, Workspace work)
    implements CandidatePairs {
  @Override
  public Buckets.Found find() throws IOException {
    int textBits = KeyedTexts.textBits(texts.count());
    Buckets buckets =
        new Buckets(
            textBits, config.maxBucket(), () -> matcher(textBits), new LongSorter(work, true));
    return buckets.found(KeyedTexts.sorted(texts.count(), this::keys, work));
  }

  private KeyedTexts.Keys keys() {
    TextStore.Reader reader = texts.reader();
    Bands bands = config.bands();
    SlotPacking packing = ((SlotSketches) texts.sketches()).packing();
    return text -> {
      long[] keys = new long[bands.bands()];
      bands.keys(packing, reader.sketch(text), 0, keys);
      return keys;
    };
  }

  private Buckets.Matcher matcher(int textBits) {
    TextStore.Reader reader = texts.reader();
    return (entries, rows, out) -> {
      byte[][] columns = new byte[rows.end(rows.to() - 1) - rows.start()][];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = reader.sketch(KeyedTexts.text(entries[rows.start() + i], textBits));
      }
      for (int row = rows.from(); row < rows.to(); row++) {
        int text = KeyedTexts.text(entries[row], textBits);
        int inColumns = row - rows.start();
        byte[] sketch = inColumns < columns.length ? columns[inColumns] : reader.sketch(text);
        for (int column = rows.start(); column < rows.end(row); column++) {
          if (rule.mayPass(sketch, columns[column - rows.start()])) {
            out.add(Pairs.of(text, KeyedTexts.text(entries[column], textBits)));
          }
        }
      }
    };
  }
}
