// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.time.LocalDate;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Dates become days, months or years, as many as there is room for. */
public class TestTimeline extends LuceneTestCase {
  private final Timeline timeline = new Timeline();

  private void add(String... dates) {
    for (String date : dates) {
      timeline.add(date, date.endsWith("Z"));
    }
  }

  public void testDays() {
    add("2021-02-27", "2021-03-01T10:00:00Z", "20210301", "2021-03-02 11:00");
    assertEquals(
        List.of(
            new Timeline.Bar("2021-02-27", 1, 0),
            new Timeline.Bar("2021-02-28", 0, 0),
            new Timeline.Bar("2021-03-01", 2, 1),
            new Timeline.Bar("2021-03-02", 1, 0)),
        timeline.bars());
  }

  public void testMonthsAndYears() {
    add("2020-11", "2021-02-03");
    assertEquals(
        List.of("2020-11", "2020-12", "2021-01", "2021-02"),
        timeline.bars().stream().map(Timeline.Bar::label).toList());
    add("2009-01-01");
    assertEquals(13, timeline.bars().size());
    assertEquals(new Timeline.Bar("2009", 1, 0), timeline.bars().getFirst());
    assertEquals(new Timeline.Bar("2021", 1, 0), timeline.bars().getLast());
  }

  public void testWhatIsNoDate() {
    add("", "yesterday", "2021", "2021-13-01", "2021-00-01", "2021-01-32", "123456789");
    assertEquals(List.of(), timeline.bars());
  }

  public void testAllDocumentsAreCounted() {
    LocalDate first = LocalDate.of(1990, 1, 1).plusDays(random().nextInt(10_000));
    int span = 1 << random().nextInt(1, 14);
    for (int i = 0; i < 500; i++) {
      timeline.add(first.plusDays(random().nextInt(span)).toString(), random().nextBoolean());
    }
    List<Timeline.Bar> bars = timeline.bars();
    assertEquals(500, bars.stream().mapToLong(Timeline.Bar::count).sum());
    assertTrue(bars.size() <= Timeline.MOST_BARS);
    for (int i = 1; i < bars.size(); i++) {
      assertTrue(bars.get(i - 1).label().compareTo(bars.get(i).label()) < 0);
    }
  }

  public void testShownDates() {
    assertEquals("2021-03-04", Timeline.shown("2021-03-04T10:00:00Z"));
    assertEquals("2021-03", Timeline.shown("2021-03"));
    assertEquals("last week", Timeline.shown("last week"));
  }
}
