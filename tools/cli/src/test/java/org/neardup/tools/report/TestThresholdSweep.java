// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Guard;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Verification;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.search.RecordedGroups;

/** What would be hidden is what a collapse hides, threshold by threshold. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestThresholdSweep extends LuceneTestCase {
  /** What the index hides, which nobody derives. */
  private static final long HIDDEN_NOW = 1_000_000;

  private final Analyzer analyzer = new StandardAnalyzer();

  /** Texts of some families at all distances, copies, short and empty texts. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int family = 0; family < 8; family++) {
      String[] words = words(random().nextInt(4) == 0 ? 10 : 150);
      for (int i = random().nextInt(30); i >= 0; i--) {
        String[] changed = words.clone();
        for (int change = random().nextInt(12); change > 0; change--) {
          changed[random().nextInt(words.length)] = word();
        }
        texts.add(String.join(" ", changed));
        if (rarely()) {
          texts.add(texts.get(random().nextInt(texts.size())));
        }
        if (rarely()) {
          texts.add(random().nextBoolean() ? "" : word());
        }
      }
    }
    return texts;
  }

  private static String[] words(int count) {
    String[] words = new String[count];
    for (int i = 0; i < count; i++) {
      words[i] = word();
    }
    return words;
  }

  private static String word() {
    return TestUtil.randomSimpleString(random(), 4, 8);
  }

  private List<ThresholdSweep.Point> points(List<String> texts, CollapseConfig config)
      throws IOException {
    TextSketcher sketcher = config.textSketcher(analyzer);
    ThresholdSweep whatIf = new ThresholdSweep(config.sketchSettings(), sketcher.parameters());
    List<Integer> order = new ArrayList<>(IntStream.range(0, texts.size()).boxed().toList());
    Collections.shuffle(order, random()); // as threads write them
    for (int arrival : order) {
      whatIf.add(arrival, sketcher.sketch(texts.get(arrival), 0).value());
    }
    return whatIf.run(HIDDEN_NOW);
  }

  private long reallyHidden(List<String> texts, CollapseConfig config) throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, config, new IndexWriterConfig(analyzer))) {
        for (int i = 0; i < texts.size(); i++) {
          Document document = new Document();
          document.add(new StringField("id", "doc" + i, Field.Store.YES));
          document.add(new TextField("text", texts.get(i), Field.Store.YES));
          writer.updateDocument(document);
        }
        writer.commit();
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        RecordedGroups groups = new RecordedGroups(reader);
        long hidden = 0;
        for (int doc = 0; doc < reader.maxDoc(); doc++) {
          hidden += groups.isHidden(doc) ? 1 : 0;
        }
        return hidden;
      }
    }
  }

  public void testAsReallyCollapsed() throws IOException {
    CollapseConfig config =
        CollapseConfig.defaults().withVerification(Verification.SKETCH).withThreshold(.83);
    List<String> texts = texts();
    List<ThresholdSweep.Point> points = points(texts, config);
    assertEquals(
        List.of(.7, .75, .8, .83, .85, .9, .95),
        points.stream().map(ThresholdSweep.Point::threshold).toList());
    for (ThresholdSweep.Point point : points) {
      long hidden =
          point.isInUse()
              ? HIDDEN_NOW
              : reallyHidden(texts, config.withThreshold(point.threshold()));
      assertEquals("at " + point.threshold(), hidden, point.hidden());
      assertEquals((double) hidden / texts.size(), point.share(), 1e-9);
      assertEquals(point.threshold() == .83, point.isInUse());
    }
  }

  public void testGuardsSeparateAtOtherThresholds() throws IOException {
    String text = "the committee agreed to mend the bridge over the river near the old mill for ";
    List<String> texts = List.of(text + "1500", text + "2500", text + "1500 at once");
    CollapseConfig config = CollapseConfig.defaults();
    CollapseConfig guarded = config.withGuards(Guard.NUMBERS, Guard.LOSSLESS);
    assertEquals(2, points(texts, config).getFirst().hidden());
    assertEquals(1, points(texts, guarded).getFirst().hidden());
  }

  /** Bands miss few: each is compared with all that are visible. */
  public void testAsEachComparedWithAllVisible() throws IOException {
    CollapseConfig config = CollapseConfig.defaults();
    TextSketcher sketcher = config.textSketcher(analyzer);
    List<String> texts = texts();
    for (ThresholdSweep.Point point : points(texts, config)) {
      SketchComparer comparer =
          new SketchComparer(sketcher.parameters(), ResemblanceRule.sketch(point.threshold()));
      List<byte[]> visible = new ArrayList<>();
      int hidden = 0;
      for (String text : texts) {
        byte[] sketch = sketcher.sketch(text, 0).value();
        if (sketch != null) {
          boolean isNear =
              visible.stream().anyMatch(other -> comparer.isNear(score(comparer, sketch, other)));
          hidden += isNear ? 1 : 0;
          if (!isNear) {
            visible.add(sketch);
          }
        }
      }
      if (!point.isInUse()) {
        assertEquals(
            "at " + point.threshold(), hidden, (double) point.hidden(), 0.02 * texts.size() + 1);
      }
    }
  }

  private static double score(SketchComparer comparer, byte[] sketch, byte[] other) {
    return comparer.score(sketch, new BytesRef(other));
  }

  /** Of few slots there are no bands for low thresholds. */
  public void testThresholdsWithoutBands() throws IOException {
    CollapseConfig config = CollapseConfig.defaults().withThreshold(.95).withSketch(2, 8);
    List<ThresholdSweep.Point> points = points(List.of("some words"), config);
    assertEquals(List.of(.9, .95), points.stream().map(ThresholdSweep.Point::threshold).toList());
  }

  public void testNothing() throws IOException {
    assertEquals(List.of(), points(List.of(), CollapseConfig.defaults()));
    for (ThresholdSweep.Point point : points(List.of("", "word"), CollapseConfig.defaults())) {
      assertEquals(point.isInUse() ? HIDDEN_NOW : 0, point.hidden());
    }
  }
}
