// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DocumentStoredFieldVisitor;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.report.DocumentCard.StoredValue;

/**
 * Makes the cards of the documents of an index.
 *
 * @param dateField a stored field to show with each document
 * @param fields others of these
 * @param links what an id leads to; null for the document itself
 */
public record Cards(String dateField, List<String> fields, UnaryOperator<String> links) {
  private static final int MAX_VALUE_CHARACTERS = 100;

  /** The card of one document. */
  public DocumentCard of(NeardupIndex index, int doc) throws IOException {
    String idField = index.config().idField();
    Set<String> shown = new HashSet<>(List.of(idField, Fields.TITLE, dateField, Fields.URL));
    shown.addAll(fields);
    Document stored = index.all().storedFields().document(doc, shown);
    String id = Fields.value(stored, idField);
    DocumentCard card =
        DocumentCard.of(
                id,
                Fields.value(stored, Fields.TITLE),
                Fields.value(stored, dateField),
                Fields.value(stored, Fields.URL))
            .with(
                fields.stream()
                    .map(field -> new StoredValue(field, values(stored, field)))
                    .filter(field -> !field.value().isEmpty())
                    .toList());
    return links == null ? card : card.leading(links.apply(id));
  }

  private static String values(Document stored, String field) {
    return Excerpt.shortened(String.join(", ", stored.getValues(field)), MAX_VALUE_CHARACTERS);
  }

  /**
   * The cards of documents in one list. Those with the same title also have the stored field that
   * tells them apart, if their sites do not.
   */
  public List<DocumentCard> of(NeardupIndex index, List<Integer> docs) throws IOException {
    List<DocumentCard> cards = new ArrayList<>();
    Map<String, List<Integer>> places = new TreeMap<>(); // in the list, by title
    for (int i = 0; i < docs.size(); i++) {
      cards.add(of(index, docs.get(i)));
      places.computeIfAbsent(cards.get(i).title(), title -> new ArrayList<>()).add(i);
    }
    for (Map.Entry<String, List<Integer>> same : places.entrySet()) {
      if (!same.getKey().isBlank() && same.getValue().size() > 1) {
        tellApart(index, docs, same.getValue(), cards);
      }
    }
    return cards;
  }

  private void tellApart(
      NeardupIndex index, List<Integer> docs, List<Integer> places, List<DocumentCard> cards)
      throws IOException {
    List<Map<String, String>> values = new ArrayList<>();
    for (int place : places) {
      values.add(telling(index, docs.get(place)));
    }
    long shown = different(places, place -> cards.get(place).site());
    Set<String> names = new TreeSet<>();
    values.forEach(each -> names.addAll(each.keySet()));
    String best =
        names.stream()
            .filter(name -> different(values, each -> each.get(name)) > shown)
            .max(
                Comparator.comparingLong((String name) -> different(values, each -> each.get(name)))
                    .thenComparingLong(name -> -characters(values, name))
                    .thenComparing(Comparator.reverseOrder()))
            .orElse(null);
    IntStream.range(0, best == null ? 0 : places.size())
        .filter(i -> values.get(i).containsKey(best))
        .forEach(
            i ->
                cards.set(
                    places.get(i),
                    cards
                        .get(places.get(i))
                        .with(List.of(new StoredValue(best, values.get(i).get(best))))));
  }

  private static <T> long different(List<T> of, Function<T, String> value) {
    return of.stream().map(each -> String.valueOf(value.apply(each))).distinct().count();
  }

  private static long characters(List<Map<String, String>> values, String name) {
    return values.stream().mapToLong(each -> each.getOrDefault(name, "").length()).sum();
  }

  /** The short values of a document that its card has not, by field. */
  private Map<String, String> telling(NeardupIndex index, int doc) throws IOException {
    Set<String> others = new HashSet<>(index.config().textFields());
    others.addAll(index.words());
    others.addAll(fields);
    others.addAll(List.of(index.config().idField(), Fields.TITLE, Fields.URL, dateField));
    DocumentStoredFieldVisitor visitor =
        new DocumentStoredFieldVisitor() {
          @Override
          public Status needsField(FieldInfo field) {
            return others.contains(field.name) ? Status.NO : Status.YES;
          }
        };
    index.all().storedFields().document(doc, visitor);
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (IndexableField field : visitor.getDocument()) {
      if (field.stringValue() != null) {
        values.computeIfAbsent(field.name(), name -> new ArrayList<>()).add(field.stringValue());
      }
    }
    Map<String, String> joined = new TreeMap<>();
    values.forEach((name, each) -> joined.put(name, String.join(", ", each)));
    joined.values().removeIf(value -> value.isBlank() || value.length() > MAX_VALUE_CHARACTERS);
    return joined;
  }
}
