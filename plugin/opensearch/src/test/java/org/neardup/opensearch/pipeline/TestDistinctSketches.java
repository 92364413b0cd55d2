// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.SketchValue;

/** Compared with all pairs. */
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // no test starts any
public class TestDistinctSketches extends RandomizedTest {
  private final Random random = getRandom();

  @Test
  public void testFindsTheMostSimilarOfAll() throws Exception {
    for (double threshold : new double[] {.3, .5, .8, .95, 1}) {
      for (int bits : new int[] {1, 8, 16}) {
        check(SketchSettings.DEFAULTS.withThreshold(threshold).withSketch(128, bits));
      }
    }
  }

  private void check(SketchSettings settings) throws Exception {
    SketchParameters parameters = settings.parameters(new StandardAnalyzer(), List.of("text"));
    SketchComparer comparer =
        new SketchComparer(parameters, ResemblanceRule.sketch(settings.threshold()));
    DistinctSketches distinct = new DistinctSketches(parameters, settings.threshold());
    List<byte[]> added = new ArrayList<>();
    List<long[]> slots = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      long[] some =
          slots.isEmpty() || random.nextInt(4) == 0
              ? random.longs(settings.slots()).toArray()
              : changed(slots.get(random.nextInt(slots.size())), settings.threshold());
      slots.add(some);
      int elements = random.nextInt(10) == 0 ? 3 : 100; // few are short
      byte[] sketch = SketchValue.encode(parameters.format(), random.nextInt(3), elements, some);
      int expected = -1;
      double most = 0;
      for (int j = 0; j < added.size(); j++) {
        double score = comparer.score(added.get(j), new BytesRef(sketch));
        if (comparer.isNear(score) && score > most) {
          expected = j;
          most = score;
        }
      }
      assertEquals(settings.toString(), expected, distinct.find(new BytesRef(sketch)));
      if (expected < 0) {
        distinct.add(new BytesRef(sketch));
        added.add(sketch);
      }
    }
  }

  /** With so many other slots that the resemblance is around the threshold, or with none. */
  private long[] changed(long[] slots, double threshold) {
    long[] changed = slots.clone();
    int most = (int) (2 * (1 - threshold) * slots.length);
    for (int count = random.nextInt(most + 1); count > 0; count--) {
      changed[random.nextInt(changed.length)] = random.nextLong();
    }
    return changed;
  }
}
