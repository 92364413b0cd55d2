// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatDocValuesField;
import org.apache.lucene.document.FloatField;
import org.apache.lucene.document.FloatPoint;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.upkeep.Ranker;

public class TestPreference extends LuceneTestCase {

  public void testParsesAndPrints() {
    assertEquals("first", Preference.parse("first").toString());
    assertEquals("longest,first", Preference.parse("longest").toString());
    assertEquals(
        "max:date,min:url,longest,last",
        Preference.parse("max:date, min:url,longest,last").toString());
    assertEquals(
        new Preference.Criterion(Preference.Kind.MAX, " :date"),
        Preference.parse("max: :date").criteria().getFirst());
    assertEquals(Preference.FIRST, Preference.parse("first"));
  }

  public void testRefusesOtherTexts() {
    for (String text :
        List.of("", "best", "max", "max:", "first:x", "longest:x", "first,longest")) {
      expectThrows(IllegalArgumentException.class, () -> Preference.parse(text));
    }
  }

  public void testRefusesFieldsThatWouldNotBeReadBack() {
    for (String field : List.of("a,b", ",", "date ", "date\n", " ")) {
      IllegalArgumentException refusal =
          expectThrows(
              IllegalArgumentException.class,
              () -> new Preference.Criterion(Preference.Kind.MIN, field));
      assertEquals(
          "fields of preference must not contain a comma or end with a blank, got \""
              + field
              + "\"",
          refusal.getMessage());
    }
  }

  public void testLargerValuesRankHigher() {
    assertAscending("max:f", null, "-7", "0", "0.5", "9", "10", "", "2023-01-01", "2023-02", "b");
    assertAscending("min:f", null, "b", "ab", "a", "10", "9", "-1.5");
    assertAscending(
        "max:f",
        "-9223372036854775808",
        "-9223372036854775807",
        "-20240630120000002",
        "-20240630120000001",
        "9007199254740992",
        "9007199254740993",
        "+20240630120000001",
        "20240630120000002",
        "20240630120000003",
        "9223372036854775806",
        "9223372036854775807",
        "10000000000000000000");
    assertAscending("min:f", null, "x", "20240630120000002", "20240630120000001");
  }

  public void testExponentsAreNumbers() {
    assertAscending(
        "max:f", null, "-1e3", "-500", "-5E-1", "1e-2", "0.5", "99", "1e2", "500", "1.5e+3", "2e3");
    assertAscending("min:f", null, "x", "500", "1e2", "99", "1e-2", "-1e3");
    assertAscending("max:f", "9007199254740993e0", "9007199254740994", "9007199254740.995e3");
    assertAscending("max:f", "1e18", "1000000000000000001", "1e308", "1e400", "1e", "e5");
    assertArrayEquals(rank(new LongField("f", 100, Field.Store.NO)), textRank("1e2"));
    assertArrayEquals(textRank("1000000000000000000"), textRank("1e18"));
    assertArrayEquals(textRank("0"), textRank("-0"));
    assertArrayEquals(textRank("0"), textRank("-0e99999999999"));
  }

  public void testLongNumbersAreReadInTheirLength() {
    String digits = "9".repeat(1_000_000); // exactly, that would be a number of a million digits
    assertAscending("max:f", "1e300", digits, "x");
    assertAscending("max:f", "1e99999999999", "x");
  }

  private static byte[] textRank(String text) {
    return rank(new StringField("f", text, Field.Store.NO));
  }

  public void testNaNIsNoValue() {
    byte[] none = rank();
    for (IndexableField field : doubles(Double.NaN)) {
      assertArrayEquals(field.toString(), none, rank(field));
    }
    for (IndexableField field : floats(Float.NaN)) {
      assertArrayEquals(field.toString(), none, rank(field));
    }
    IndexableField infinity = new DoubleField("f", Double.NEGATIVE_INFINITY, Field.Store.YES);
    assertArrayEquals(
        rank(infinity), rank(new DoubleField("f", Double.NaN, Field.Store.YES), infinity));
    assertTrue(compare(none, rank(infinity)) < 0);
  }

  private static void assertAscending(String preference, String... values) {
    Ranker ranker = new Ranker(Preference.parse(preference));
    for (int i = 1; i < values.length; i++) {
      LiveDocument less = entry(ranker.rank(document(values[i - 1]), 1), i);
      LiveDocument greater = entry(ranker.rank(document(values[i]), 1), i);
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

  private static LiveDocument entry(byte[] rank, long order) {
    return new LiveDocument("id", order, null, rank, 0, LiveDocument.PENDING);
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

  public void testWholeNumbersRankTheSameAsTexts() {
    for (long number :
        new long[] {
          Long.MIN_VALUE, -1, 0, 7, 20240630120000001L, Long.MAX_VALUE, random().nextLong()
        }) {
      assertArrayEquals(
          rank(new LongField("f", number, Field.Store.NO)),
          rank(new StringField("f", Long.toString(number), Field.Store.NO)));
    }
  }

  public void testRanksMeanTheNumberHoweverItIsWritten() {
    double[] numbers = {Double.NEGATIVE_INFINITY, -1e300, -2.5, -1, 0, 0.1f, 0.5, 1, 3, 1e300};
    for (int i = 1; i < numbers.length; i++) {
      for (IndexableField less : doubles(numbers[i - 1])) {
        for (IndexableField greater : doubles(numbers[i])) {
          assertTrue(less + " before " + greater, compare(rank(less), rank(greater)) < 0);
        }
      }
    }
    float[] floats = {Float.NEGATIVE_INFINITY, -2.5f, -0.1f, 0, 0.1f, 0.5f, 1, 3, 1e30f};
    for (int i = 1; i < floats.length; i++) {
      for (IndexableField less : floats(floats[i - 1])) {
        for (IndexableField greater : floats(floats[i])) {
          assertTrue(less + " before " + greater, compare(rank(less), rank(greater)) < 0);
        }
      }
    }
  }

  public void testRanksAreThoseOfTheStoredFields() {
    double number = random().nextGaussian();
    for (IndexableField field : doubles(number)) {
      assertArrayEquals(rank(new StoredField("f", number)), rank(field));
    }
    for (IndexableField field : floats((float) number)) {
      assertArrayEquals(rank(new StoredField("f", (float) number)), rank(field));
    }
  }

  private static List<IndexableField> doubles(double number) {
    return List.of(
        new StoredField("f", number),
        new DoubleField("f", number, Field.Store.YES),
        new DoubleField("f", number, Field.Store.NO),
        new DoublePoint("f", number),
        new DoubleDocValuesField("f", number));
  }

  private static List<IndexableField> floats(float number) {
    return List.of(
        new StoredField("f", number),
        new FloatField("f", number, Field.Store.YES),
        new FloatField("f", number, Field.Store.NO),
        new FloatPoint("f", number),
        new FloatDocValuesField("f", number),
        new StoredField("f", (double) number));
  }

  public void testTheFirstFieldWithAValueCounts() {
    IndexableField date = new StringField("f", "2024", Field.Store.NO);
    IndexableField bytes = new SortedDocValuesField("f", new BytesRef("2024"));
    IndexableField later = new StringField("f", "2025", Field.Store.NO);
    byte[] rank = rank(date);
    assertArrayEquals(rank, rank(bytes, date));
    assertArrayEquals(rank, rank(date, bytes));
    assertArrayEquals(rank, rank(bytes, bytes, date, later));
    assertArrayEquals(rank(), rank(bytes));
  }

  private static byte[] rank(IndexableField... fields) {
    Document document = new Document();
    List.of(fields).forEach(document::add);
    return new Ranker(Preference.parse("max:f")).rank(document, 1);
  }

  private static int compare(byte[] a, byte[] b) {
    return new Ranker(Preference.parse("max:f")).comparator().compare(entry(a, 0), entry(b, 0));
  }

  public void testTiesGoToTheOrderOfArrival() {
    LiveDocument early = entry(new byte[0], 1);
    LiveDocument late = entry(new byte[0], 2);
    assertTrue(new Ranker(Preference.FIRST).comparator().compare(early, late) > 0);
    assertTrue(new Ranker(Preference.LAST).comparator().compare(early, late) < 0);
  }
}
