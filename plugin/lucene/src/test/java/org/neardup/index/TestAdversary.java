// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Input made to be slow, or to be taken for what it is not. Work is counted, in calls of the
 * directory and of the listener, never timed.
 */
public class TestAdversary extends CollapseTestCase {
  static IndexWriterConfig quietConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer())
        .setCodec(new Lucene104Codec())
        .setMergeScheduler(new SerialMergeScheduler());
  }

  /** Pages of one template, .6 alike: most pairs share a band, and no pair is near. */
  static String templatePage(int number) {
    List<String> words = words("t", 75);
    words.addAll(words("p" + number + "_", 40));
    words.addAll(words("u", 75));
    return text(words);
  }

  public void testPagesOfOneTemplateTakeTimeInProportion() throws IOException {
    int pages = TEST_NIGHTLY ? 1_000_000 : 9_000;
    try (FailingDirectory directory = new FailingDirectory(FSDirectory.open(createTempDir()));
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG.withMaxPending(500), quietConfig())) {
      long[] calls = new long[9];
      for (int i = 0; i < pages; i++) {
        long before = directory.calls();
        assertEquals(
            new Outcome.Visible(false), writer.updateDocument(document("" + i, templatePage(i))));
        calls[(int) (9L * i / pages)] += directory.calls() - before;
      }
      // The last ninth meets 3.4 times as many pages as the third one does.
      assertTrue(Arrays.toString(calls), calls[8] < 2.7 * calls[2]);
      assertTrue(writer.statistics().skippedCandidates() > 0);
    }
  }

  /** Counts what the listener hears. */
  static final class Moves implements CollapseListener {
    int promoted;
    int hidden;
    int successions;

    @Override
    public void moved(String id, Optional<String> representative) {
      promoted += representative.isEmpty() ? 1 : 0;
      hidden += representative.isPresent() ? 1 : 0;
    }

    @Override
    public void succeeded(String former, String representative) {
      successions++;
    }
  }

  public void testDeletingTheRepresentativeAgainAndAgain() throws IOException {
    int members = TEST_NIGHTLY ? 10_000 : 500;
    Moves moves = new Moves();
    try (FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, quietConfig(), moves)) {
      String text = text(words("a", 100));
      for (int i = 0; i < members; i++) {
        writer.updateDocument(document("" + i, i % 2 == 0 ? text : text + " b" + i));
      }
      writer.flush();
      for (int i = 0; i < members - 1; i++) {
        assertEquals(1, writer.deleteDocuments("" + i));
        assertEquals("one is promoted for each deletion", i + 1, moves.promoted);
        assertEquals("and takes the others over", i + 1, moves.successions);
        assertEquals(0, moves.hidden);
      }
      assertEquals(Set.of("" + (members - 1)), read(writer).keySet());
    }
  }

  /** Each arrival takes the place of the one before, and of all that is hidden behind it. */
  public void testTheLastOfManyIsPreferredAgainAndAgain() throws IOException {
    int members = TEST_NIGHTLY ? 10_000 : 500;
    Moves moves = new Moves();
    try (FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory, CONFIG.withPreference(Preference.LAST), quietConfig(), moves)) {
      String text = text(words("a", 100));
      for (int i = 0; i < members; i++) {
        writer.updateDocument(document("" + i, i % 2 == 0 ? text : text + " b" + i));
        assertEquals(0, moves.promoted);
        assertEquals("the one before is hidden", i, moves.hidden);
        assertEquals("and no other is touched", i, moves.successions);
      }
      TestCollapseInvariants.assertInvariants(read(writer));
    }
  }

  /** Pages like those of a template, nearer to each other, so that candidates have to be read. */
  private static String likePage(int number) {
    List<String> words = words("t", 90);
    words.addAll(words("p" + number + "_", 14));
    words.addAll(words("u", 90));
    return text(words);
  }

  /** Whatever arrives or goes, in whatever order. */
  public void testMemoryStaysWithinWhatTheConfigurationSays() throws IOException {
    int maxPending = 100;
    Random random = random();
    for (String preference : List.of("first", "last")) {
      CollapseConfig config =
          CONFIG
              .withMaxPending(maxPending)
              .withPreference(Preference.parse(preference))
              .withThreshold(0.95);
      try (Directory directory = new ByteBuffersDirectory();
          CollapsingIndexWriter writer =
              CollapsingIndexWriter.open(directory, config, quietConfig())) {
        for (int i = 0; i < (TEST_NIGHTLY ? 50_000 : 1500); i++) {
          switch (random.nextInt(4)) {
            case 0 -> writer.deleteDocuments("" + random.nextInt(i + 1));
            case 1 -> writer.updateDocument(document("" + i, text(words("a", 100))));
            default -> writer.updateDocument(document("" + i, likePage(i)));
          }
          assertTrue(writer.statistics().pending() <= maxPending + 3);
        }
      }
    }
  }

  /** Deletions take memory too, for what is gone and for what takes its place. */
  public void testDeletionsAloneFillTheMemoryToo() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG.withMaxPending(10), quietConfig())) {
      String text = text(words("a", 100));
      for (int i = 0; i < 200; i++) {
        writer.updateDocument(document("" + i, i < 100 ? text : templatePage(i)));
      }
      writer.flush();
      for (int i = 0; i < 200; i++) {
        writer.deleteDocuments("" + i);
        assertTrue(writer.statistics().pending() <= 10 + 2);
        assertTrue("" + TableProbe.heldCount(writer), TableProbe.heldCount(writer) <= 10 + 2 + 100);
      }
    }
  }

  /** Versions .86 alike, of which no sketch is sure: each is compared with each representative. */
  public void testTextsInDoubtAreReadOnce() throws IOException {
    try (FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, quietConfig())) {
      String text = text(words("a", 200));
      for (int i = 0; i < 200; i++) {
        writer.updateDocument(document("" + i, text + " " + text(words("b" + i + "_", 16))));
      }
      writer.flush();
      long before = directory.calls();
      writer.deleteDocuments("0");
      long first = directory.calls() - before;
      for (int i = 1; i < 20; i++) {
        assertEquals(1, writer.deleteDocuments("" + i));
      }
      long others = directory.calls() - before - first;
      assertTrue(first + " and then " + others, first > 200 && others < first);
    }
  }

  public void testDeletingAGroupByQuerySettlesItOnce() throws IOException {
    Moves moves = new Moves();
    try (FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory());
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, quietConfig(), moves)) {
      String text = text(words("a", 100));
      for (int i = 0; i < 1000; i++) {
        writer.updateDocument(document("" + i, i < 900 ? text + " gone" : text));
      }
      assertEquals(900, writer.deleteDocuments(new TermQuery(new Term("text", "gone"))));
      assertEquals(1, moves.promoted);
      assertEquals(1, moves.successions);
      assertEquals(0, moves.hidden);
    }
  }

  /** Makes pages with the help of the seed that an index uses. */
  static final class Forger {
    private final TextSketcher sketcher;
    private final SlotPacking packing;
    private final List<String> victim;
    private final byte[] victimSketch;
    private final Random random;

    Forger(CollapseConfig config, List<String> victim, Random random) throws IOException {
      this.victim = victim;
      this.random = random;
      sketcher = config.textSketcher(new WhitespaceAnalyzer());
      packing = sketcher.parameters().format().packing();
      victimSketch = sketch(text(victim)).value();
    }

    SketchedText sketch(String text) throws IOException {
      return sketcher.sketch(text, 0);
    }

    int agreeing(byte[] sketch) {
      return packing.agreeing(
          victimSketch, SketchValue.SLOTS_OFFSET, sketch, SketchValue.SLOTS_OFFSET);
    }

    boolean sharesBand(String page) throws IOException {
      SketchParameters parameters = sketcher.parameters();
      long[] ours = new long[parameters.keyCount()];
      long[] theirs = new long[parameters.keyCount()];
      parameters.bandKeys(victimSketch, 0, ours);
      parameters.bandKeys(sketch(page).value(), 0, theirs);
      Set<Long> keys = new HashSet<>();
      for (long key : ours) {
        keys.add(key);
      }
      for (long key : theirs) {
        if (keys.contains(key)) {
          return true;
        }
      }
      return false;
    }

    /**
     * A page that has, one by one, the victim's passages that its slots come from, and words in
     * between that change no slot back; it ends as soon as it is good enough.
     */
    String forge(Goal goal) throws IOException {
      List<String> page = new ArrayList<>();
      int agreeing = 0;
      for (int i = 0; i + 5 <= victim.size() && !goal.isReached(this, text(page), agreeing); i++) {
        for (int attempt = 0; attempt < 25; attempt++) {
          List<String> longer = new ArrayList<>(page);
          longer.add("f" + random.nextInt(1_000_000));
          longer.addAll(victim.subList(i, i + 5));
          int more = agreeing(sketch(text(longer)).value());
          if (more > agreeing && !spoils(longer)) {
            page = longer;
            agreeing = more;
            break;
          }
        }
      }
      return text(page);
    }

    /** Whether a page has elements that go before those of the victim in some slot. */
    private boolean spoils(List<String> page) throws IOException {
      List<String> both = new ArrayList<>(victim);
      both.addAll(page);
      return agreeing(sketch(text(both)).value()) < packing.slots();
    }
  }

  /** When a forged page is good enough. */
  interface Goal {
    boolean isReached(Forger forger, String page, int agreeingSlots) throws IOException;
  }

  private static final List<String> VICTIM = words("v", 400);

  /** Pages made to meet the victim in a band, by somebody who knows the seed. */
  public void testPagesThatOnlyShareBandsAreNotTakenForTheVictim() throws IOException {
    Forger forger = new Forger(CONFIG, VICTIM, new Random(1));
    String page = forger.forge((f, text, agreeing) -> agreeing > 30 && f.sharesBand(text));
    assertTrue(forger.sharesBand(page));
    for (Verification verification : List.of(Verification.AUTO, Verification.EXACT)) {
      assertStaysVisible(CONFIG.withVerification(verification), page);
    }
    assertSecretSeedHelps(page);
  }

  /**
   * A page with nearly all slots of the victim deceives whoever trusts sketches, so exact
   * verification or a secret seed is for those who have enemies.
   */
  public void testForgedSketchesDeceiveNeitherTextsNorASecretSeed() throws IOException {
    Forger forger = new Forger(CONFIG, VICTIM, new Random(1)); // not all forgers have luck
    String page = forger.forge((f, text, agreeing) -> agreeing >= 100);
    assertTrue(forger.agreeing(forger.sketch(page).value()) > 64);
    assertTrue(elements(page).resemblance(elements(text(VICTIM))) < 0.3);
    assertStaysVisible(CONFIG.withVerification(Verification.EXACT), page);
    assertSecretSeedHelps(page);
  }

  private static void assertSecretSeedHelps(String page) throws IOException {
    CollapseConfig secret = CONFIG.withSeed(random().nextLong());
    Forger honest = new Forger(secret, VICTIM, random());
    assertTrue(honest.agreeing(honest.sketch(page).value()) <= 64);
    assertStaysVisible(secret, page);
  }

  private static void assertStaysVisible(CollapseConfig config, String page) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, quietConfig())) {
      writer.updateDocument(document("victim", text(VICTIM)));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("pending", page)));
      writer.flush();
      assertEquals(1, writer.deleteDocuments("pending"));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("indexed", page)));
    }
  }

  /** A~B and B~C hide neither C behind A nor A behind C, whatever comes first. */
  public void testNothingIsGroupedThroughAThirdDocument() throws IOException {
    List<String> words = words("a", 300);
    List<String> chain = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      chain.add(text(words.subList(12 * i, 12 * i + 150)));
    }
    Collections.shuffle(chain, random());
    for (String preference : List.of("first", "last", "longest")) {
      try (Directory directory = new ByteBuffersDirectory();
          CollapsingIndexWriter writer =
              CollapsingIndexWriter.open(
                  directory,
                  CONFIG
                      .withPreference(Preference.parse(preference))
                      .withVerification(Verification.EXACT),
                  quietConfig())) {
        for (String text : chain) {
          writer.updateDocument(document("" + chain.indexOf(text), text));
          if (random().nextBoolean()) {
            writer.flush();
          }
        }
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }
}
