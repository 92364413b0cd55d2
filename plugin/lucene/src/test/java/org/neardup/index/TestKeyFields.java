// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.StringReader;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.record.KeyFields;

public class TestKeyFields extends LuceneTestCase {
  private static KeyFields keys(CollapseConfig config) {
    return new KeyFields(config.idField(), config.scopeField());
  }

  private static final BytesRef BYTES = new BytesRef("x");
  private static final KeyFields KEYS = keys(CollapseConfig.defaults().withScopeField("tenant"));

  private static Document document(IndexableField... fields) {
    Document document = new Document();
    List.of(fields).forEach(document::add);
    return document;
  }

  private static String id(IndexableField... fields) {
    return KEYS.id(document(fields));
  }

  public void testTheIdIsTheTermOfItsField() {
    assertEquals("x", id(new StringField("id", "x", Store.NO)));
    assertEquals("x", id(new KeywordField("id", "x", Store.YES)));
    FieldType ofOurOwn = new FieldType();
    ofOurOwn.setIndexOptions(IndexOptions.DOCS);
    ofOurOwn.setTokenized(false);
    assertEquals("x", id(new Field("id", "x", ofOurOwn)));
    assertEquals("x", id(new StringField("id", BYTES, Store.YES), new StoredField("id", "y")));
    assertEquals("x", id(new KeywordField("id", BYTES, Store.YES)));
  }

  public void testAnIdMayStandThereInOtherForms() {
    StringField string = new StringField("id", "007", Store.NO);
    assertEquals("007", id(string, new NumericDocValuesField("id", 7)));
    assertEquals("007", id(new LongField("id", 7, Store.YES), string));
    assertEquals("007", id(new StoredField("id", "Bond"), string));
    assertEquals("007", id(string, new StringField("id", "007", Store.YES)));
    assertEquals("007", id(string, new SortedDocValuesField("id", BYTES)));
  }

  public void testAnIdThatIsNoTermIsRefused() {
    String constraint = "a document must have a string value indexed as one term in id field id";
    for (IndexableField field :
        List.of(
            new LongField("id", 5, Store.YES),
            new StoredField("id", "5"),
            new SortedDocValuesField("id", BYTES),
            new StringField("id", new BytesRef(new byte[] {-1}), Store.YES),
            new TextField("id", "5", Store.YES),
            new TextField("id", new StringReader("5")))) {
      assertIdRefused(constraint + ", got " + field, field);
    }
    assertIdRefused(constraint + ", got none");
    assertIdRefused(constraint + ", got none", new StringField("other", "5", Store.YES));
  }

  /** They would find the document, and delete it, by ids of others. */
  public void testOtherTermsBesideTheIdAreRefused() {
    StringField id = new StringField("id", "1", Store.NO);
    TextField words = new TextField("id", "1", Store.NO);
    assertIdRefused(
        "a document must have a string value indexed as one term in id field id, got "
            + id
            + ", "
            + words,
        id,
        words);
    assertIdRefused(
        "a document must have one value in id field id, got 1 and 2",
        id,
        new StringField("id", "2", Store.NO));
  }

  private static void assertIdRefused(String message, IndexableField... fields) {
    assertEquals(
        message, expectThrows(IllegalArgumentException.class, () -> id(fields)).getMessage());
  }

  private static String scopeName(IndexableField... fields) {
    return KEYS.scopeName(document(fields));
  }

  public void testTheScopeIsTheStringOfItsField() {
    assertEquals("x", scopeName(new StringField("tenant", "x", Store.NO)));
    assertEquals("x", scopeName(new KeywordField("tenant", "x", Store.NO)));
    assertEquals("x", scopeName(new TextField("tenant", "x", Store.NO)));
    assertEquals("x", scopeName(new StoredField("tenant", "x")));
    assertEquals("7", scopeName(new LongField("tenant", 7, Store.NO)));
    assertEquals("7", scopeName(new NumericDocValuesField("tenant", 7)));
  }

  public void testADocumentWithoutTheFieldHasNoScope() {
    assertNull(scopeName());
    assertNull(scopeName(new StringField("other", "x", Store.NO)));
    assertNull(keys(CollapseConfig.defaults()).scopeName(document()));
  }

  public void testAScopeMayStandThereInSeveralForms() {
    StringField string = new StringField("tenant", "x", Store.NO);
    assertEquals("x", scopeName(string, new SortedDocValuesField("tenant", BYTES)));
    assertEquals("x", scopeName(new SortedDocValuesField("tenant", BYTES), string));
    assertEquals("x", scopeName(string, new StoredField("tenant", "x")));
    assertEquals(
        "x", scopeName(new StoredField("tenant", "x"), new KeywordField("tenant", "x", Store.NO)));
    assertEquals(
        "7",
        scopeName(
            new StringField("tenant", "7", Store.NO),
            new NumericDocValuesField("tenant", 7),
            new LongPoint("tenant", 7)));
  }

  public void testAScopeWithoutStringIsRefused() {
    for (IndexableField field :
        List.of(
            new LongPoint("tenant", 7),
            new StringField("tenant", BYTES, Store.NO),
            new KeywordField("tenant", BYTES, Store.NO),
            new SortedDocValuesField("tenant", BYTES),
            new TextField("tenant", new StringReader("x")))) {
      assertScopeRefused(field.toString(), field);
    }
    assertScopeRefused(
        "LongPoint <tenant:7>, LongPoint <tenant:7>",
        new LongPoint("tenant", 7),
        new LongPoint("tenant", 7));
  }

  public void testSeveralScopesAreRefused() {
    assertScopeRefused(
        "x and y",
        new StringField("tenant", "x", Store.NO),
        new StringField("tenant", "x", Store.NO),
        new StringField("tenant", "y", Store.NO));
    assertScopeRefused(
        "x and 7", new StoredField("tenant", "x"), new NumericDocValuesField("tenant", 7));
  }

  private static void assertScopeRefused(String got, IndexableField... fields) {
    assertEquals(
        "a document must have one string value in scope field tenant, or not have that field, got "
            + got,
        expectThrows(IllegalArgumentException.class, () -> scopeName(fields)).getMessage());
  }
}
