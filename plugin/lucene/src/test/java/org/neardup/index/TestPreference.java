// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestPreference extends LuceneTestCase {

  public void testParsesAndPrints() {
    assertEquals("first", Preference.parse("first").toString());
    assertEquals("longest,first", Preference.parse("longest").toString());
    assertEquals(
        "max:date,min:url,longest,last",
        Preference.parse("max:date, min:url,longest,last").toString());
    assertEquals(Preference.FIRST, Preference.parse("first"));
  }

  public void testRefusesOtherTexts() {
    for (String text :
        List.of("", "best", "max", "max:", "first:x", "longest:x", "first,longest")) {
      expectThrows(IllegalArgumentException.class, () -> Preference.parse(text));
    }
  }

  public void testLargerValuesRankHigher() {
    assertAscending("max:f", null, "-7", "0", "0.5", "9", "10", "", "2023-01-01", "2023-02", "b");
    assertAscending("min:f", null, "b", "ab", "a", "10", "9", "-1.5");
  }

  private static void assertAscending(String preference, String... values) {
    Ranker ranker = new Ranker(Preference.parse(preference));
    for (int i = 1; i < values.length; i++) {
      Entry less = entry(ranker.rank(document(values[i - 1]), 1), i);
      Entry greater = entry(ranker.rank(document(values[i]), 1), i);
      assertTrue(
          values[i - 1] + " before " + values[i], ranker.comparator().compare(less, greater) < 0);
    }
  }

  private static Document document(String value) {
    Document document = new Document();
    if (value != null) {
      document.add(new StringField("f", value, Field.Store.NO));
    }
    return document;
  }

  private static Entry entry(byte[] rank, long order) {
    return new Entry("id", order, null, rank, 0, Entry.PENDING);
  }

  public void testLargeWholeNumbersAreToldApart() {
    Ranker ranker = new Ranker(Preference.parse("max:f"));
    Document less = new Document();
    less.add(new LongField("f", Long.MAX_VALUE - 1, Field.Store.NO));
    Document greater = new Document();
    greater.add(new LongField("f", Long.MAX_VALUE, Field.Store.NO));
    assertTrue(
        ranker
                .comparator()
                .compare(entry(ranker.rank(less, 1), 0), entry(ranker.rank(greater, 1), 1))
            < 0);
  }

  public void testTiesGoToTheOrderOfArrival() {
    Entry early = entry(new byte[0], 1);
    Entry late = entry(new byte[0], 2);
    assertTrue(new Ranker(Preference.FIRST).comparator().compare(early, late) > 0);
    assertTrue(new Ranker(Preference.LAST).comparator().compare(early, late) < 0);
  }
}
