// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
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
import org.apache.lucene.document.Document;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.SketchComparer;
import org.neardup.compare.SketchedText;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.Verification;
import org.neardup.sketch.ElementSet;

public class TestGroupDistances extends LuceneTestCase {
  private final List<Member> members = new ArrayList<>();
  private final List<ElementSet> texts = new ArrayList<>(); // by order
  private TextSketcher sketcher;
  private EntryComparer comparer;
  private double threshold;
  private int textsRead;

  private void setUp(Verification verification) throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG.withVerification(verification);
    threshold = config.threshold();
    sketcher = config.textSketcher(new WhitespaceAnalyzer());
    comparer =
        new EntryComparer(
            new SketchComparer(sketcher.parameters(), verification.rule(threshold)),
            new EntryTexts(sketcher, entry -> new Document()));
    members.clear();
    texts.clear();
    textsRead = 0;
  }

  /** A document with a text; that of a member can be read. */
  private Member document(List<String> words) throws IOException {
    SketchedText text = sketcher.sketch(String.join(" ", words), 0);
    texts.add(text.elementSet());
    return new Member("", texts.size() - 1, text.value(), new byte[0]);
  }

  private void add(List<String> words) throws IOException {
    members.add(document(words));
  }

  private GroupDistances spread() {
    return new GroupDistances(() -> List.copyOf(members), comparer, sketcher.parameters().format());
  }

  private Set<Member> unsure(GroupDistances spread, RankedDocument profile) throws IOException {
    return Set.copyOf(spread.unsure(profile, this::text));
  }

  private Optional<ElementSet> text(RankedDocument profile) {
    textsRead++;
    return Optional.of(texts.get((int) profile.order));
  }

  private boolean isNear(RankedDocument a, RankedDocument b) throws IOException {
    LiveDocument entry = new LiveDocument("", a.order, a.value, a.rank, 0, 0);
    LiveDocument other = new LiveDocument("", b.order, b.value, b.rank, 0, 1);
    return comparer.isNear(entry, other);
  }

  /** The words with up to so many changed. */
  private static List<String> edited(Random random, List<String> words, int edits) {
    List<String> edited = new ArrayList<>(words);
    for (int i = random.nextInt(edits + 1); i > 0; i--) {
      edited.set(random.nextInt(edited.size()), "x" + random.nextInt(100));
    }
    return edited;
  }

  /** The words with so many in a row changed. */
  private static List<String> editedInARow(Random random, List<String> words, int count) {
    List<String> edited = new ArrayList<>(words);
    int first = random.nextInt(words.size() - count + 1);
    for (int i = first; i < first + count; i++) {
      edited.set(i, "y" + random.nextInt(1_000_000));
    }
    return edited;
  }

  public void testWhoeverIsNotUnsureIsNear() throws IOException {
    Random random = random();
    int sure = 0;
    int byText = 0;
    int far = 0;
    for (int i = 0; i < 200; i++) {
      setUp(RandomPicks.randomFrom(random, Verification.values()));
      int length = random.nextInt(5) == 0 ? 6 + random.nextInt(10) : 100 + random.nextInt(300);
      List<String> words = CollapseTestCase.words("a", length);
      int edits = 1 + random.nextInt(1 + length / 20);
      for (int j = 0; j < 30; j++) {
        add(edited(random, words, edits));
      }
      GroupDistances spread = spread();
      for (int j = 0; j < 5; j++) {
        Member profile = document(edited(random, words, 2 * edits));
        Set<Member> told = new HashSet<>(members);
        told.removeAll(unsure(spread, profile));
        sure += told.size();
        far += members.size() - told.size();
        for (Member member : told) {
          if (!isNear(member, profile)) { // by sketches
            byText++;
            assertTrue(comparer.sketches().readsTexts());
            assertTrue(exact(member, profile) >= threshold);
          }
        }
      }
    }
    assertTrue(sure + " and " + far, sure > 1000 && far > 1000);
    assertTrue(byText + " by text", byText > 0);
  }

  private double exact(RankedDocument a, RankedDocument b) {
    return texts.get((int) a.order).resemblance(texts.get((int) b.order));
  }

  /** Each differs from what most have by 14 elements of 296, and so from any other by 28. */
  public void testTemplateIsReadOnce() throws IOException {
    setUp(Verification.AUTO);
    List<String> template = CollapseTestCase.words("a", 300);
    for (int i = 0; i < 200; i++) {
      add(editedInARow(random(), template, 10));
    }
    GroupDistances spread = spread();
    for (Member representative : List.copyOf(members)) {
      members.remove(representative);
      spread.remove(representative);
      if (members.size() < 100) { // texts are not needed before
        assertEquals(Set.of(), unsure(spread, representative));
      }
    }
    assertTrue("" + textsRead, textsRead <= 32 + 100 + 100);
  }

  public void testCopiesAndLikeTextsAreNear() throws IOException {
    List<String> words = CollapseTestCase.words("a", 200);
    for (Verification verification : Verification.values()) {
      setUp(verification);
      for (int i = 0; i < 50; i++) {
        add(words);
      }
      GroupDistances copies = spread();
      assertEquals(Set.of(), unsure(copies, document(words)));
      assertEquals(0, textsRead);
      List<String> longer = new ArrayList<>(words);
      longer.add("b");
      assertEquals(Set.of(), unsure(copies, document(longer)));
      assertEquals(verification == Verification.EXACT, textsRead > 0);
      assertEquals(50, unsure(copies, document(CollapseTestCase.words("b", 200))).size());
    }
  }

  public void testShortTextsAreNearTheirCopiesOnly() throws IOException {
    for (Verification verification : Verification.values()) {
      setUp(verification);
      add(Arrays.asList("a", "b", "c", "d", "e", "f"));
      add(Arrays.asList("a", "b", "c", "d", "e", "f"));
      add(Arrays.asList("a", "b", "c", "d", "e", "g"));
      GroupDistances spread = spread();
      assertTrue(unsure(spread, members.get(1)).contains(members.get(2)));
      assertTrue(unsure(spread, members.get(2)).containsAll(Set.copyOf(members.subList(0, 2))));
    }
  }

  /** Another writer may put such a document into a group. */
  public void testWhoeverHasNoTextIsNearNobody() throws IOException {
    for (Verification verification : Verification.values()) {
      setUp(verification);
      add(CollapseTestCase.words("a", 100));
      add(List.of());
      add(List.of());
      GroupDistances spread = spread();
      Set<Member> without = Set.copyOf(members.subList(1, 3));
      assertTrue(unsure(spread, members.getFirst()).containsAll(without));
      assertEquals(Set.copyOf(members), unsure(spread, members.getLast()));
      members.removeFirst();
      assertEquals(without, unsure(spread(), members.getLast()));
    }
  }

  /** And nothing is told by the texts of those that cannot be read. */
  public void testTextsThatAreNotStored() throws IOException {
    setUp(Verification.EXACT);
    for (int i = 0; i < 20; i++) {
      add(editedInARow(random(), CollapseTestCase.words("a", 300), 1));
    }
    Member profile = members.removeLast();
    assertEquals(
        Set.copyOf(members), Set.copyOf(spread().unsure(profile, other -> Optional.empty())));
    assertEquals(Set.of(), unsure(spread(), profile));
    Set<Member> unread = new HashSet<>(members.subList(0, 5));
    assertEquals(
        unread,
        Set.copyOf(
            spread()
                .unsure(
                    profile, other -> unread.contains(other) ? Optional.empty() : text(other))));
  }

  public void testForgetsWhoeverLeft() throws IOException {
    setUp(Verification.SKETCH);
    for (int i = 0; i < 5; i++) {
      add(CollapseTestCase.words("a", 100));
    }
    add(CollapseTestCase.words("b", 100));
    add(CollapseTestCase.words("c", 100));
    GroupDistances spread = spread();
    Set<Member> others = Set.copyOf(members.subList(5, 7));
    assertEquals(others, unsure(spread, members.getFirst()));
    spread.remove(members.get(5));
    spread.remove(members.get(6));
    assertEquals(Set.of(), unsure(spread, members.getFirst()));
    spread.add(members.get(6));
    assertEquals(Set.of(members.get(6)), unsure(spread, members.getFirst()));
  }

  public void testOutdatedWhenOthersCame() throws IOException {
    setUp(Verification.SKETCH);
    for (int i = 0; i < 20; i++) {
      add(CollapseTestCase.words("a", 100));
    }
    GroupDistances spread = spread();
    for (Member other : Collections.nCopies(11, document(CollapseTestCase.words("b", 100)))) {
      assertFalse(spread.isOutdated());
      spread.add(Member.of(other));
      unsure(spread, members.getFirst());
    }
    assertTrue(spread.isOutdated());
  }
}
