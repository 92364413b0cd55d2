// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.Guard;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.Verification;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.sketch.ElementSet;

public class TestGroup extends LuceneTestCase {
  private final List<LiveDocument> members = new ArrayList<>();
  private final List<ElementSet> texts = new ArrayList<>(); // by order
  private TextSketcher sketcher;
  private DocumentComparer comparer;
  private double threshold;
  private int textsRead;

  private void setUp(Verification verification, Guard... guards) throws IOException {
    CollapseConfig config =
        CollapseTestCase.CONFIG.withVerification(verification).withGuards(guards);
    threshold = config.threshold();
    sketcher = config.textSketcher(new WhitespaceAnalyzer());
    comparer =
        new DocumentComparer(
            new SketchComparer(sketcher.parameters(), verification.rule(threshold)),
            sketcher,
            new Verdicts(),
            document -> new Document());
    members.clear();
    texts.clear();
    textsRead = 0;
  }

  /** A document with a text; that of a member can be read. */
  private LiveDocument document(List<String> words) throws IOException {
    SketchedText text = sketcher.sketch(String.join(" ", words), 0);
    texts.add(text.elementSet());
    return new LiveDocument("", texts.size() - 1, text.value(), new byte[0], 0, 0);
  }

  private void add(List<String> words) throws IOException {
    members.add(document(words));
  }

  private Group group() {
    Group group =
        new Group(
            Comparator.comparingLong(member -> member.order),
            comparer,
            sketcher.parameters().format());
    members.forEach(group::add);
    return group;
  }

  private static Set<Long> orders(Collection<? extends RankedDocument> documents) {
    return documents.stream().map(each -> each.order).collect(Collectors.toSet());
  }

  private Set<Long> unsure(Group group, RankedDocument profile) throws IOException {
    return orders(group.unsure(profile, true, this::text));
  }

  private Optional<ElementSet> text(RankedDocument profile) {
    textsRead++;
    return Optional.of(texts.get((int) profile.order));
  }

  /** The words with up to so many changed. */
  private static List<String> edited(Random random, List<String> words, int edits) {
    List<String> edited = new ArrayList<>(words);
    for (int i = random.nextInt(edits + 1); i > 0; i--) {
      edited.set(random.nextInt(edited.size()), "x" + random.nextInt(100));
    }
    return edited;
  }

  /** The words and a number, of most the same. */
  private static List<String> numbered(Random random, List<String> words) {
    List<String> numbered = new ArrayList<>(words);
    numbered.add(random.nextInt(10) == 0 ? "8" : "7");
    return numbered;
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
      Guard[] guards = random.nextBoolean() ? new Guard[] {Guard.NUMBERS} : new Guard[0];
      setUp(RandomPicks.randomFrom(random, Verification.values()), guards);
      int length = random.nextInt(5) == 0 ? 6 + random.nextInt(10) : 100 + random.nextInt(300);
      List<String> words = CollapseTestCase.words("a", length);
      int edits = 1 + random.nextInt(1 + length / 20);
      for (int j = 0; j < 30; j++) {
        add(numbered(random, edited(random, words, edits)));
      }
      Group group = group();
      for (int j = 0; j < 5; j++) {
        LiveDocument profile = document(numbered(random, edited(random, words, 2 * edits)));
        Set<Long> unsure = unsure(group, profile);
        List<LiveDocument> told =
            members.stream().filter(each -> !unsure.contains(each.order)).toList();
        sure += told.size();
        far += members.size() - told.size();
        for (LiveDocument member : told) {
          assertTrue(comparer.sketches().areAgreed(member.value, profile.value));
          if (!comparer.isNear(member, profile)) { // by sketches
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
    setUp(Verification.AUTO, random().nextBoolean() ? Guard.NEGATIONS : Guard.NAMES);
    List<String> template = CollapseTestCase.words("a", 300);
    for (int i = 0; i < 200; i++) {
      add(editedInARow(random(), template, 10));
    }
    Group group = group();
    for (LiveDocument representative : List.copyOf(members)) {
      members.remove(representative);
      group.remove(representative);
      if (members.size() < 100 && members.size() > Group.SMALL) { // few are compared
        assertEquals(Set.of(), unsure(group, representative));
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
      Group copies = group();
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
      for (String last : List.of("f", "f", "g")) {
        for (int i = 0; i < Group.SMALL; i++) {
          add(List.of("a", "b", "c", "d", "e", last));
        }
      }
      Group group = group();
      Set<Long> ofF = orders(members.subList(0, 2 * Group.SMALL));
      Set<Long> ofG = orders(members.subList(2 * Group.SMALL, members.size()));
      assertTrue(unsure(group, members.getFirst()).containsAll(ofG));
      assertTrue(unsure(group, members.getLast()).containsAll(ofF));
    }
  }

  /** Another writer may put such a document into a group. */
  public void testWhoeverHasNoTextIsNearNobody() throws IOException {
    for (Verification verification : Verification.values()) {
      setUp(verification);
      add(CollapseTestCase.words("a", 100));
      for (int i = 0; i <= Group.SMALL; i++) {
        add(List.of());
      }
      Group group = group();
      Set<Long> without = orders(members.subList(1, members.size()));
      assertTrue(unsure(group, members.getFirst()).containsAll(without));
      assertEquals(orders(members), unsure(group, members.getLast()));
      members.removeFirst();
      assertEquals(without, unsure(group(), members.getLast()));
    }
  }

  /** And nothing is told by the texts of those that cannot be read. */
  public void testTextsThatAreNotStored() throws IOException {
    setUp(Verification.EXACT);
    for (int i = 0; i < 20; i++) {
      add(editedInARow(random(), CollapseTestCase.words("a", 300), 1));
    }
    LiveDocument profile = members.removeLast();
    assertEquals(orders(members), orders(group().unsure(profile, true, other -> Optional.empty())));
    assertEquals(Set.of(), unsure(group(), profile));
    Set<Long> unread = orders(members.subList(0, 5));
    assertEquals(
        unread,
        orders(
            group()
                .unsure(
                    profile,
                    true,
                    other -> unread.contains(other.order) ? Optional.empty() : text(other))));
  }

  public void testForgetsWhoeverLeft() throws IOException {
    setUp(Verification.SKETCH);
    for (int i = 0; i < 10; i++) {
      add(CollapseTestCase.words("a", 100));
    }
    add(CollapseTestCase.words("b", 100));
    add(CollapseTestCase.words("c", 100));
    Group group = group();
    Set<Long> others = orders(members.subList(10, 12));
    assertEquals(others, unsure(group, members.getFirst()));
    group.remove(members.get(10));
    group.remove(members.get(11));
    assertEquals(Set.of(), unsure(group, members.getFirst()));
    group.add(members.get(11));
    assertEquals(Set.of(11L), unsure(group, members.getFirst()));
  }

  public void testOutdatedWhenOthersCame() throws IOException {
    setUp(Verification.SKETCH);
    for (int i = 0; i < 20; i++) {
      add(CollapseTestCase.words("a", 100));
    }
    Group group = group();
    for (int i = 0; i < 11; i++) {
      unsure(group, members.getFirst());
      assertFalse(group.isOutdated());
      group.add(document(CollapseTestCase.words("b", 100)));
    }
    assertTrue(group.isOutdated());
    assertEquals(11, unsure(group, members.getFirst()).size());
    assertFalse(group.isOutdated());
  }
}
