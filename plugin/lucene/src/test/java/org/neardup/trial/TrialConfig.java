// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Preference;
import org.neardup.index.Retention;
import org.neardup.index.Variants;
import org.neardup.index.Verification;

/**
 * How the application of a trial is set up.
 *
 * @param analyzer whose tokens are compared
 * @param collapse the plugin's settings
 * @param stored which of the text fields are stored
 * @param rankKind what values the field {@code rank} has
 * @param sort of the index; null for none
 */
record TrialConfig(
    Analyzer analyzer, CollapseConfig collapse, Set<String> stored, RankKind rankKind, Sort sort) {
  /** The instant that is now, for {@link Retention}. */
  static final Instant NOW = Instant.ofEpochMilli(Duration.ofDays(1000).toMillis());

  private static final List<List<String>> TEXT_FIELDS =
      List.of(
          List.of("text"),
          List.of("text"),
          List.of("title", "text"),
          List.of("text", "title"),
          List.of("title", "text", "notes"));

  /** What the application ranks documents by. */
  enum RankKind {
    LONG,
    DOUBLE,
    STRING,
    STORED
  }

  static TrialConfig draw(Random random) throws IOException {
    List<String> textFields = RandomPicks.randomFrom(random, TEXT_FIELDS);
    CollapseConfig collapse = drawCollapse(random, textFields);
    Set<String> stored = new TreeSet<>(textFields);
    if (random.nextInt(5) == 0) {
      stored.removeIf(field -> random.nextBoolean());
    }
    return new TrialConfig(
        TrialAnalyzers.draw(random, textFields),
        collapse,
        stored,
        RandomPicks.randomFrom(random, RankKind.values()),
        random.nextInt(4) == 0 ? sort(random) : null);
  }

  private static Sort sort(Random random) {
    return new Sort(new SortField("position", SortField.Type.INT, random.nextBoolean()));
  }

  private static CollapseConfig drawCollapse(Random random, List<String> textFields) {
    CollapseConfig config =
        CollapseConfig.defaults()
            .withRequiresText(false)
            .withTextFields(textFields.toArray(new String[0]))
            .withShingling(drawShingling(random))
            .withThreshold(drawThreshold(random))
            .withVariants(drawVariants(random))
            .withGuards(random.nextInt(3) == 0 ? drawGuards(random) : new Guard[0])
            .withPreference(drawPreference(random))
            .withVerification(RandomPicks.randomFrom(random, Verification.values()))
            .withSeed(random.nextLong())
            .withMaxHeldBytes(random.nextInt(50_000))
            .withMaxPending(drawMaxPending(random));
    if (random.nextInt(3) == 0) {
      config =
          config.withSketch(
              RandomPicks.randomFrom(random, List.of(64, 100, 128, 256)),
              RandomPicks.randomFrom(random, List.of(1, 2, 4, 8, 16, 64)));
    }
    if (random.nextInt(3) == 0) {
      config = config.withMinElements(1 + random.nextInt(20));
    }
    if (random.nextInt(3) == 0) {
      config = config.withScopeField("scope");
    }
    if (random.nextInt(6) == 0) {
      config = config.withRetention(new Retention("date", Duration.ofDays(50), () -> NOW));
    }
    return config;
  }

  private static Shingling drawShingling(Random random) {
    Shingling shingling =
        random.nextInt(3) == 0
            ? Shingling.characters(4 + random.nextInt(6))
            : Shingling.words(1 + random.nextInt(7));
    if (random.nextInt(3) > 0) {
      return shingling;
    }
    return shingling
        .withStep(1 + random.nextInt(3))
        .withTail(RandomPicks.randomFrom(random, Shingling.Tail.values()))
        .withGaps(RandomPicks.randomFrom(random, Shingling.Gaps.values()))
        .withOccurrences(random.nextBoolean());
  }

  static Guard[] drawGuards(Random random) {
    return Stream.of(
            Guard.NUMBERS, Guard.NEGATIONS, Guard.NAMES, Guard.field("date"), Guard.LOSSLESS)
        .filter(guard -> random.nextInt(3) == 0)
        .toArray(Guard[]::new);
  }

  static double drawThreshold(Random random) {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> 0.8;
      case 3 -> RandomPicks.randomFrom(random, List.of(0.5, 0.6, 0.75, 0.9, 0.95, 1.0));
      default -> (500 + random.nextInt(501)) / 1000.0;
    };
  }

  static Variants drawVariants(Random random) {
    return random.nextInt(3) == 0 ? Variants.DROP : Variants.HIDE;
  }

  static Preference drawPreference(Random random) {
    return Preference.parse(
        RandomPicks.randomFrom(
            random,
            List.of(
                "first",
                "first",
                "last",
                "longest",
                "longest,last",
                "max:rank",
                "min:rank,last",
                "max:rank,longest",
                "longest,min:rank,last",
                "max:date,min:rank",
                "min:date,longest,last")));
  }

  static int drawMaxPending(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextInt(5);
      case 1 -> 5 + random.nextInt(30);
      default -> 1_000_000;
    };
  }

  TrialConfig with(CollapseConfig changed) {
    return new TrialConfig(analyzer, changed, stored, rankKind, sort);
  }

  boolean isAllStored() {
    return stored.containsAll(collapse.textFields());
  }

  /** A new one for each writer, with another merge policy, scheduler and buffer. */
  IndexWriterConfig writerConfig(Random random) {
    Codec codec = TestUtil.getDefaultCodec();
    IndexWriterConfig config =
        LuceneTestCase.newIndexWriterConfig(random, analyzer).setCodec(codec);
    return sort == null ? config : config.setIndexSort(sort);
  }

  @Override
  public String toString() {
    return collapse + ", " + analyzer + ", stored " + stored + ", rank " + rankKind + ", " + sort;
  }
}
