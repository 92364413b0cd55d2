// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Passage;

/** What is changed inside words, and that nothing is lost. */
public class TestMarks {
  private static Passage passage(String a, String b) {
    return TextDifference.of(a, b).passages().getFirst();
  }

  private static List<String> changed(String a, String b, In side) {
    return Marks.of(passage(a, b), side).stream()
        .filter(Marks::isChanged)
        .map(mark -> mark.before() + "[" + mark.words() + "]" + mark.after())
        .toList();
  }

  @Test
  public void testCharactersInsideAChangedWord() {
    assertEquals(List.of("4.[3]"), changed("see 4.3 now", "see 4.4 now", In.A));
    assertEquals(List.of("4.[4]"), changed("see 4.3 now", "see 4.4 now", In.B));
    assertEquals(List.of("may[]"), changed("may", "may,", In.A));
    assertEquals(List.of("may[,]"), changed("may", "may,", In.B));
    assertEquals(List.of("[Controller]"), changed("Controller", "Measurement", In.A));
    assertEquals(List.of("[one two]"), changed("one two x", "one-two x", In.A));
    assertEquals(List.of("[gone]"), changed("it is gone now", "it is now", In.A));
    assertEquals(List.of(), changed("it is gone now", "it is now", In.B));
  }

  /** Both sides begin and end alike, and no character is cut into halves. */
  @Test
  public void testPartsAddUpToTheWord() {
    Random random = new Random(45);
    String[] letters = {"a", "b", "\uD83D\uDE00", "\uD83D\uDE01", "\uD83C\uDF00"};
    for (int i = 0; i < 2000; i++) {
      String a = word(random, letters);
      String b = word(random, letters);
      if (a.equals(b)) {
        continue;
      }
      Marks inA = Marks.of(passage(a, b), In.A).getFirst();
      Marks inB = Marks.of(passage(a, b), In.B).getFirst();
      assertEquals(a, inA.before() + inA.words() + inA.after());
      assertEquals(b, inB.before() + inB.words() + inB.after());
      assertEquals(inA.before(), inB.before());
      assertEquals(inA.after(), inB.after());
      assertEquals(inA.isCut(), !inA.before().isEmpty() || !inA.after().isEmpty());
      for (String part : List.of(inA.before(), inA.words(), inB.words(), inA.after())) {
        assertTrue(part, part.isEmpty() || !Character.isLowSurrogate(part.charAt(0)));
        assertFalse(
            part, !part.isEmpty() && Character.isHighSurrogate(part.charAt(part.length() - 1)));
      }
    }
  }

  private static String word(Random random, String[] letters) {
    return random
        .ints(1 + random.nextInt(5), 0, letters.length)
        .mapToObj(letter -> letters[letter])
        .collect(Collectors.joining());
  }
}
