// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;
import org.neardup.codec.SketchField;
import org.neardup.compare.Guard;
import org.neardup.compare.SketchSettings;
import org.neardup.opensearch.groups.SketchMemory;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;

/** Groups are counted as they are found one after another. */
public class TestGroupCount extends RandomizedTest {
  private static final int SHARDS = 4;
  private static final int WORDS = 60;

  /** What is not given back. */
  private static final class UsedMemory extends NoopCircuitBreaker {
    private long used;

    UsedMemory() {
      super("neardup");
    }

    @Override
    public long getLimit() {
      return Long.MAX_VALUE;
    }

    @Override
    public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
      return addWithoutBreaking(bytes);
    }

    @Override
    public long addWithoutBreaking(long bytes) {
      used += bytes;
      return used;
    }
  }

  private final UsedMemory breaker = new UsedMemory();
  private final SketchMemory memory = new SketchMemory(Settings.EMPTY, () -> breaker);

  private PackedSketches packed(List<BytesRef> sketches) throws IOException {
    int length = sketches.stream().mapToInt(each -> each == null ? 0 : each.length).max().orElse(0);
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeVInt(sketches.size());
    out.writeVInt(length);
    for (BytesRef sketch : sketches) {
      out.writeBoolean(sketch != null);
      if (sketch != null) {
        out.writeBytes(sketch.bytes, sketch.offset, length);
      }
    }
    PackedSketches read = PackedSketches.read(out.bytes().streamInput(), memory);
    for (int i = 0; i < sketches.size(); i++) {
      assertEquals(sketches.get(i), read.copy(i));
    }
    return read;
  }

  /** Texts of a few topics, of which some words are changed: copies, near ones, and chains. */
  private static String text(Random random, int topics) {
    int topic = random.nextInt(topics);
    if (topic % 17 == 0) {
      return topic % 2 == 0 ? "short " + topic % 5 : "";
    }
    StringBuilder text = new StringBuilder();
    int changed = random.nextInt(4) * random.nextInt(3);
    for (int i = 0; i < WORDS; i++) {
      boolean isOther = random.nextInt(WORDS) < changed;
      text.append(isOther ? "w" + random.nextInt(3) : "t" + topic + "x" + i).append(' ');
    }
    return text.append(random.nextInt(8) == 0 ? " 1" : "").toString();
  }

  @Test
  public void testAsOneAfterAnother() throws IOException {
    for (SketchSettings settings :
        List.of(
            SketchSettings.DEFAULTS,
            SketchSettings.DEFAULTS.withThreshold(.6),
            SketchSettings.DEFAULTS.withGuards(List.of(Guard.parse("numbers"))))) {
      for (int topics : new int[] {1, 20, 200}) {
        assertCounts(new SketchField("f", settings, new WhitespaceAnalyzer()), topics);
      }
    }
  }

  private void assertCounts(SketchField field, int topics) throws IOException {
    ShardState state = new ShardState(field.parameters(), field.settings().threshold(), 10, 0);
    Map<String, ShardState> states =
        Map.of(
            "i",
            state,
            "other",
            new ShardState(field.parameters(), .9, 10, 0),
            "without",
            new ShardState(null, 0, 10, 0));
    List<String> indices = List.of("i", "i", "without", "other");
    DistinctHits<Integer> distinct = new DistinctHits<>(states);
    List<List<BytesRef>> sketches = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      sketches.add(new ArrayList<>());
    }
    List<ScoreDoc> ranking = new ArrayList<>();
    int hits = randomIntBetween(0, 600);
    for (int i = 0; i < hits; i++) {
      int shard = getRandom().nextInt(SHARDS);
      byte[] sketch = shard == 2 ? null : field.sketch(text(getRandom(), topics), null).value();
      BytesRef bytes = sketch == null ? null : new BytesRef(sketch);
      distinct.find(indices.get(shard), bytes, i);
      ranking.add(new ScoreDoc(i, 1, shard));
      sketches.get(shard).add(bytes);
    }
    List<PackedSketches> packed = new ArrayList<>();
    for (List<BytesRef> each : sketches) {
      packed.add(packed(each));
    }
    assertEquals(
        distinct.count(),
        GroupCount.count(
            ranking.toArray(ScoreDoc[]::new),
            ranking.size(),
            packed,
            indices.stream().map(index -> states.get(index).format()).toList(),
            memory));
    packed.forEach(PackedSketches::close);
    assertEquals(0, breaker.used);
  }
}
