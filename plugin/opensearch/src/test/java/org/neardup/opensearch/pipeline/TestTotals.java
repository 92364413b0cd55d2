// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.junit.Test;
import org.neardup.opensearch.pipeline.Totals.Part;

/** All that a total may depend on. */
public class TestTotals {
  private static final int UP_TO = 100;
  private static final Part ALL = new Part(true, false, 10);
  private static final Part NONE = new Part(true, false, 0);
  private static final Part FAILED = new Part(false, false, 10);
  private static final Part DERIVING = new Part(true, true, 10);
  private static final Part DERIVING_NONE = new Part(true, true, 0);

  private record Case(boolean isNumber, boolean isAtEnd, int groups, List<Part> parts) {}

  private static Case eq(int groups, Part... parts) {
    return new Case(true, true, groups, List.of(parts));
  }

  private static Case gte(int groups, Part... parts) {
    return new Case(false, true, groups, List.of(parts));
  }

  private static final List<Case> CASES =
      List.of(
          eq(7, ALL),
          eq(0, NONE),
          eq(UP_TO, ALL, ALL, ALL),
          gte(UP_TO + 1, ALL),
          gte(7, FAILED),
          gte(7, ALL, FAILED),
          gte(7, FAILED, ALL),
          gte(7, new Part(false, true, 10)),
          eq(7, DERIVING), // all its hits were compared
          eq(7, DERIVING_NONE, ALL),
          eq(7, DERIVING_NONE, DERIVING),
          eq(7, DERIVING, DERIVING_NONE),
          gte(7, DERIVING, ALL), // groups were there in the midst of it
          gte(7, ALL, DERIVING),
          gte(7, DERIVING, DERIVING));

  private static Totals totals(TotalHits told, List<Part> parts) {
    Totals totals = new Totals(told, UP_TO, true);
    parts.forEach(totals::add);
    return totals;
  }

  private static TotalHits number(long value) {
    return new TotalHits(value, Relation.EQUAL_TO);
  }

  private static TotalHits atLeast(long value) {
    return new TotalHits(value, Relation.GREATER_THAN_OR_EQUAL_TO);
  }

  @Test
  public void testTotalsOfComparedHits() {
    for (Case each : CASES) {
      TotalHits most = atLeast(Math.min(UP_TO, each.groups));
      TotalHits told = number(2000);
      TotalHits expected = each.isNumber ? number(each.groups) : most;
      assertEquals(
          each.toString(), expected, totals(told, each.parts).compared(each.groups, each.isAtEnd));
      TotalHits open = totals(told, each.parts).compared(each.groups, false);
      assertEquals(each.toString(), atLeast(Math.max(1, most.value())), open);
      assertNull(totals(null, each.parts).compared(each.groups, true));
    }
    assertEquals(atLeast(0), totals(number(0), List.of(FAILED)).compared(0, true));
  }

  @Test
  public void testTotalsThatAShardTells() {
    for (TotalHits told : Arrays.asList(number(7), atLeast(UP_TO), null)) {
      assertEquals(told, totals(told, List.of(ALL)).told());
      TotalHits known = told == null ? null : atLeast(told.value());
      assertEquals(known, totals(told, List.of(FAILED)).told());
    }
  }
}
