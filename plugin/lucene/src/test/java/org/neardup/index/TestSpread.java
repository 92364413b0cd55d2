// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.codec.TextSketcher;

/** Who a spread says is near is near: else a document could stay hidden behind one unlike it. */
public class TestSpread extends LuceneTestCase {
  private final List<Entry> members = new ArrayList<>();
  private final GroupIndex index = new GroupIndex((a, b) -> Long.compare(a.order, b.order));
  private TextSketcher sketcher;
  private Verifier verifier;

  private void setUp(Verification verification) throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG.withVerification(verification);
    sketcher = config.textSketcher(new WhitespaceAnalyzer());
    verifier = new Verifier(config, sketcher, entry -> new Document());
    members.clear();
  }

  private Entry entry(List<String> words) throws IOException {
    byte[] value = sketcher.sketch(String.join(" ", words), 0).value();
    return new Entry("", members.size(), value, new byte[0], 0, members.size());
  }

  private void add(List<String> words) throws IOException {
    Entry entry = entry(words);
    index.file(entry);
    members.add(entry);
  }

  /** The words with up to so many changed. */
  private static List<String> edited(Random random, List<String> words, int edits) {
    List<String> edited = new ArrayList<>(words);
    for (int i = random.nextInt(edits + 1); i > 0; i--) {
      edited.set(random.nextInt(edited.size()), "x" + random.nextInt(100));
    }
    return edited;
  }

  private Set<Entry> near(Entry entry) throws IOException {
    Set<Entry> near = new HashSet<>();
    for (Entry member : members) {
      if (verifier.match(member, entry).isPresent()) {
        near.add(member);
      }
    }
    return near;
  }

  public void testWhoeverIsNotUnsureIsNear() throws IOException {
    Random random = random();
    int sure = 0;
    int far = 0;
    for (int i = 0; i < 200; i++) {
      setUp(RandomPicks.randomFrom(random, Verification.values()));
      int length = random.nextInt(5) == 0 ? 6 + random.nextInt(10) : 100 + random.nextInt(300);
      List<String> words = CollapseTestCase.words("a", length);
      int edits = 1 + random.nextInt(1 + length / 20);
      for (int j = 0; j < 30; j++) {
        add(edited(random, words, edits));
      }
      Spread spread = new Spread(0, entry(edited(random, words, edits)), members, verifier);
      for (int j = 0; j < 5; j++) {
        Entry entry = entry(edited(random, words, 2 * edits));
        Set<Entry> told = new HashSet<>(members);
        told.removeAll(spread.unsure(entry));
        assertTrue(near(entry).containsAll(told));
        sure += told.size();
        far += members.size() - near(entry).size();
      }
    }
    assertTrue(sure + " and " + far, sure > 1000 && far > 1000);
  }

  public void testCopiesAndLikeTextsAreNear() throws IOException {
    List<String> words = CollapseTestCase.words("a", 200);
    for (Verification verification : Verification.values()) {
      setUp(verification);
      for (int i = 0; i < 50; i++) {
        add(words);
      }
      Spread copies = new Spread(0, members.getFirst(), members, verifier);
      assertEquals(List.of(), copies.unsure(entry(words)));
      List<String> longer = new ArrayList<>(words);
      longer.add("b");
      boolean textsDecide = verification == Verification.EXACT;
      assertEquals(textsDecide ? 50 : 0, copies.unsure(entry(longer)).size());
      assertEquals(50, copies.unsure(entry(CollapseTestCase.words("b", 200))).size());
    }
  }

  public void testShortTextsAreNearTheirCopiesOnly() throws IOException {
    setUp(Verification.SKETCH);
    add(Arrays.asList("a", "b", "c", "d", "e", "f"));
    add(Arrays.asList("a", "b", "c", "d", "e", "f"));
    add(Arrays.asList("a", "b", "c", "d", "e", "g"));
    Spread spread = new Spread(0, members.getFirst(), members, verifier);
    assertEquals(List.of(members.get(2)), spread.unsure(members.get(1)));
    assertEquals(Set.copyOf(members.subList(0, 2)), Set.copyOf(spread.unsure(members.get(2))));
  }

  /** Another writer may put such a document into a group. */
  public void testWhoeverHasNoTextIsNearNobody() throws IOException {
    setUp(Verification.SKETCH);
    add(CollapseTestCase.words("a", 100));
    add(List.of());
    add(List.of());
    for (Entry centre : members) {
      Spread spread = new Spread(0, centre, members, verifier);
      assertEquals(
          Set.copyOf(members.subList(1, 3)), Set.copyOf(spread.unsure(members.getFirst())));
      assertEquals(Set.copyOf(members), Set.copyOf(spread.unsure(members.getLast())));
    }
  }

  public void testForgetsWhoeverLeft() throws IOException {
    setUp(Verification.SKETCH);
    add(CollapseTestCase.words("a", 100));
    add(CollapseTestCase.words("b", 100));
    add(CollapseTestCase.words("c", 100));
    Spread spread = new Spread(0, members.getFirst(), members, verifier);
    assertEquals(Set.copyOf(members.subList(1, 3)), Set.copyOf(spread.unsure(members.getFirst())));
    index.remove(members.get(1));
    members.get(2).place(7, true);
    index.file(members.get(2));
    assertEquals(List.of(), spread.unsure(members.getFirst()));
    members.get(2).place(0, true);
    index.file(members.get(2));
    spread.add(members.get(2));
    assertEquals(List.of(members.get(2)), spread.unsure(members.getFirst()));
  }
}
