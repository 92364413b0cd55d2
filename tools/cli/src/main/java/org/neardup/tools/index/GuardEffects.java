// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.Overlap;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.record.HiddenGroups;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.Table;

/**
 * What guards would do to documents that are hidden behind others. Component names are the keys of
 * the JSON.
 *
 * @param hidden how many there are
 * @param compared of these, a sample of at most 1,000, the ones whose text was compared with that
 *     of their representative
 * @param parted by guard, how many of these it would not leave behind that representative; some
 *     would be hidden behind another one
 */
public record GuardEffects(long hidden, int compared, Map<String, Integer> parted) {
  private static final int SAMPLE = 1000;
  private static final List<Guard> GUARDS =
      List.of(Guard.NUMBERS, Guard.NEGATIONS, Guard.NAMES, Guard.LOSSLESS);

  /** Those in an index; null if it stores no texts of hidden documents. */
  public static GuardEffects of(NeardupIndex index) throws IOException {
    Sampler sampler = new Sampler(Sketching.of(index).sketcher(), index.counts().hidden());
    for (LeafReaderContext leaf : index.all().leaves()) {
      DocIdSetIterator docs = new BitSetIterator(HiddenGroups.hidden(leaf.reader()), 0);
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (sampler.takesNext()) {
          int hidden = leaf.docBase + doc;
          sampler.add(index.text(index.representativeOf(hidden)), index.text(hidden));
        }
      }
    }
    return sampler.effects();
  }

  /** Compares some of the hidden documents with what they are hidden behind. For one thread. */
  public static final class Sampler {
    private final TextSketcher sketcher;
    private final long hidden;
    private final Map<String, Integer> parted = new LinkedHashMap<>();
    private long passed;
    private int compared;

    /**
     * Of all documents that will come by.
     *
     * @param hidden how many
     */
    public Sampler(TextSketcher sketcher, long hidden) {
      this.sketcher = sketcher;
      this.hidden = hidden;
    }

    /** Whether the document that comes by is in the sample, which is spread evenly. */
    public boolean takesNext() {
      long before = passed++ * SAMPLE / Math.max(hidden, SAMPLE);
      return passed * SAMPLE / Math.max(hidden, SAMPLE) > before
          && sketcher.shingling().unit() != Shingling.Unit.VALUE;
    }

    /**
     * Compares a document.
     *
     * @param representative its text; null if that is not known
     * @param variant the text of the document; likewise
     */
    public void add(String representative, String variant) throws IOException {
      if (representative != null && variant != null) {
        compared++;
        for (Guard guard : GUARDS) {
          int one = areParted(guard, representative, variant) ? 1 : 0;
          parted.merge(guard.toString(), one, Integer::sum);
        }
      }
    }

    private boolean areParted(Guard guard, String representative, String variant)
        throws IOException {
      return guard.hasKey()
          ? guard.key(representative) != guard.key(variant)
          : Overlap.of(
                      sketcher.sketch(variant, 0).elementSet(),
                      sketcher.sketch(representative, 0).elementSet())
                  .containmentOfA()
              < 1;
    }

    /** What was found; null if no texts are known. */
    public GuardEffects effects() {
      return compared == 0 ? null : new GuardEffects(hidden, compared, parted);
    }
  }

  /** What was counted, in words. */
  public String heading() {
    String all = Counted.of(hidden, "hidden document");
    return compared == hidden ? "of " + all : "of a sample of " + compared + " of " + all;
  }

  public String text() {
    Table table = new Table();
    parted.forEach((guard, documents) -> table.row(guard, (long) documents));
    return "guards would part from their representative, " + heading() + '\n' + table;
  }
}
