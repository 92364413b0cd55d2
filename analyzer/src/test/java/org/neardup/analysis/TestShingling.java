// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling.Gaps;
import org.neardup.analysis.Shingling.Tail;

public class TestShingling extends LuceneTestCase {

  public void testParsesUnitAndSize() {
    assertEquals(Shingling.words(5), Shingling.parse("word:5"));
    assertEquals(Shingling.characters(8), Shingling.parse("char:8"));
  }

  public void testTextFormNamesWhatIsNotUsual() {
    assertEquals("word:5", Shingling.words(5).toString());
    assertEquals(
        "char:3 step=3 tail=drop gaps=fill occurrences=true modulo=25",
        Shingling.characters(3)
            .withStep(3)
            .withTail(Tail.DROP)
            .withGaps(Gaps.FILL)
            .withOccurrences(true)
            .withModulo(25)
            .withSeed(42)
            .toString());
  }

  public void testValues() {
    Shingling bags = Shingling.ofValues().withOccurrences(true).withModulo(3);
    assertEquals("value occurrences=true modulo=3", bags.toString());
    assertEquals(bags, Shingling.parse(bags.toString()));
    assertEquals(Shingling.ofValues(), Shingling.parse("value"));
    IllegalArgumentException refusal =
        expectThrows(IllegalArgumentException.class, () -> Shingling.ofValues().withStep(2));
    assertEquals(
        "shingling by value must have size 1, step 1, tail keep and gaps ignore, got size 1, step"
            + " 2, tail keep and gaps ignore",
        refusal.getMessage());
  }

  public void testParsesItsTextForm() {
    for (int i = 0; i < 100; i++) {
      Shingling shingling =
          ShinglingModel.random(
                  random(), random().nextBoolean() ? Shingling.Unit.WORD : Shingling.Unit.CHARACTER)
              .withSeed(0);
      assertEquals(shingling, Shingling.parse(shingling.toString()));
    }
    assertEquals(Gaps.FILL, Shingling.parse("word:5 gaps=fill").gaps());
  }

  public void testRefusesOtherTexts() {
    for (String text : new String[] {"word", "word:", "word:x", ":5", "line:5", "", "word:5:6"}) {
      IllegalArgumentException refusal =
          expectThrows(IllegalArgumentException.class, () -> Shingling.parse(text));
      assertEquals(
          "shingle must be word:K or char:K with K between 1 and 256, got " + text,
          refusal.getMessage());
    }
    IllegalArgumentException refusal =
        expectThrows(IllegalArgumentException.class, () -> Shingling.parse("word:0"));
    assertEquals("shingle size must be between 1 and 256, got 0", refusal.getMessage());
  }

  public void testTermsSortAsUnsignedNumbers() {
    String last = "";
    for (long element : new long[] {0, 1, 15, 16, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      String term = ShingleEmitter.term(element);
      assertEquals(ShingleEmitter.TERM_LENGTH, term.length());
      assertTrue(term.compareTo(last) > 0);
      last = term;
    }
    for (int i = 0; i < 1000; i++) {
      long a = random().nextLong();
      long b = random().nextBoolean() ? a : a ^ 1L << random().nextInt(Long.SIZE);
      int order = ShingleEmitter.term(a).compareTo(ShingleEmitter.term(b));
      assertEquals(Long.compareUnsigned(a, b), Integer.signum(order));
    }
  }
}
