// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.store.Directory;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.cluster.text.RecordFile;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.input.ByteOrderMark;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.page.Numbers;

/**
 * A file that {@code neardup cluster} wrote, and the documents that were clustered, if they are
 * there. An id may be that of several documents, such as one address crawled twice: the file does
 * not say which it means, so the text of none is shown. Memory: the clusters; texts are in a
 * temporary file.
 */
final class ClusterSource implements GroupSource, Closeable {
  private static final Map<String, String> UNKNOWN = Map.of("title", "", "date", "", "url", "");
  private static final int NO_TEXT = -1;
  private static final int SEVERAL = -2;
  private static final int SHOWN_OF_LINE = 80; // characters
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Path path;
  private final String dateField;
  private JsonNode settings = MAPPER.createObjectNode(); // of the first line, if it has any
  private final Map<String, Integer> numbers = new HashMap<>(); // of documents in clusters, by id
  private final List<String> ids = new ArrayList<>(); // by number
  private final List<Integer> places = new ArrayList<>(); // in the file of texts, by number
  private final List<Grouped> groups = new ArrayList<>();
  private final Analyzer analyzer = Analyzers.named(Analyzers.DEFAULT);
  private final RecordFile texts;
  private RecordFile.Reader reader; // null until a text is read
  private int kept;
  private int documents;
  private int variants;

  /**
   * Reads the clusters.
   *
   * @param directory for a temporary file
   */
  ClusterSource(Path path, String dateField, Directory directory) throws IOException {
    this.path = path;
    this.dateField = dateField;
    long number = 0;
    try (BufferedReader lines = ByteOrderMark.reader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!take(line, ++number == 1)) {
          String got = Excerpt.shortened(line, SHOWN_OF_LINE);
          throw bad(":" + number + ": must be a cluster by resemblance, got " + got);
        }
      }
    } catch (IOException e) {
      boolean isText = !(e instanceof CharacterCodingException);
      throw bad(": cannot be read: " + (isText ? Failures.describe(e) : "it is not UTF-8"));
    }
    texts = new RecordFile(directory, "texts");
  }

  private ToolException bad(String problem) {
    return new ToolException(ExitCode.INPUT_FAILED, path + problem);
  }

  /** Whether a line is what it must be. */
  private boolean take(String line, boolean isFirst) {
    JsonNode json;
    try {
      json = MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      return false;
    }
    if (isFirst && json.path("settings").isObject()) {
      settings = json.get("settings");
      return !settings.has("relation"); // of containment
    }
    JsonNode members = json.path("members");
    return json.path("representative").isTextual()
        && !members.isEmpty()
        && json.path("documents").asInt() == members.size() + 1
        && add(json, members);
  }

  private boolean add(JsonNode cluster, JsonNode members) {
    List<Integer> copies = new ArrayList<>();
    List<Grouped.Near> near = new ArrayList<>();
    int representative = number(cluster.get("representative").textValue());
    for (JsonNode member : members) {
      double resemblance = member.path("resemblance").asDouble(Double.NaN);
      if (!member.path("id").isTextual() || !(resemblance >= 0 && resemblance <= 1)) {
        return false;
      }
      int variant = number(member.get("id").textValue());
      if (member.path("wholeBy").asText(member.path("by").asText()).equals("same_text")) {
        copies.add(variant);
      } else {
        near.add(new Grouped.Near(variant, resemblance, note(member)));
      }
    }
    near.sort(Grouped.Near.LEAST_SIMILAR_FIRST);
    String kind = words(cluster, "kind") + ": " + words(cluster, "reason");
    groups.add(new Grouped(groups.size(), representative, kind, copies, near));
    variants += members.size();
    return true;
  }

  private int number(String id) {
    return numbers.computeIfAbsent(
        id,
        absent -> {
          ids.add(id);
          places.add(NO_TEXT);
          return ids.size() - 1;
        });
  }

  private static String note(JsonNode member) {
    String main = "Resemblance " + share(member, "resemblance", "by");
    String whole = share(member, "wholeResemblance", "wholeBy");
    return main + (member.has("wholeBy") ? " of main texts; " + whole + " of whole texts." : ".");
  }

  private static String share(JsonNode member, String resemblance, String by) {
    return Numbers.decimal(member.path(resemblance).asDouble()) + " by " + words(member, by);
  }

  private static String words(JsonNode of, String key) {
    return of.path(key).asText().replace('_', ' ');
  }

  /** The fields that a setting names; none if it is not there. */
  List<String> fields(String setting) {
    String names = settings.path(setting).asText();
    return names.isEmpty() ? List.of() : List.of(names.split(","));
  }

  /** The sets that the clusters were made of; none if of texts. */
  SetFields sets() {
    boolean areBags = settings.path("shingle").asText().contains("occurrences=true");
    return new SetFields(Set.copyOf(fields("set-field")), areBags);
  }

  /** Takes the next of the documents that were clustered. */
  void add(InputDocument document) throws IOException {
    documents++;
    Integer number = numbers.get(document.id());
    if (number != null && places.get(number) != NO_TEXT) {
      places.set(number, SEVERAL);
    } else if (number != null) {
      places.set(number, kept++);
      Map<String, String> values =
          Map.of(
              "title", document.title(),
              "url", document.first("url"),
              "date", document.first(dateField),
              "text", document.text());
      texts.add(out -> out.writeMapOfStrings(values));
    }
  }

  /** What is kept of a document. */
  private Map<String, String> values(int doc) throws IOException {
    int place = places.get(doc);
    if (place < 0) {
      return UNKNOWN;
    } else if (reader == null) {
      texts.finish();
      reader = texts.reader();
    }
    return reader.at(place).readMapOfStrings();
  }

  @Override
  public IndexCounts counts() {
    int all = Math.max(documents + withoutText(), groups.size() + variants);
    return new IndexCounts(all, all - variants, variants, groups.size());
  }

  @Override
  public Compared compared() {
    return Compared.by(!fields("set-field").isEmpty());
  }

  @Override
  public List<Grouped> groups() {
    return groups;
  }

  @Override
  public DocumentCard card(int doc) throws IOException {
    Map<String, String> values = values(doc);
    return DocumentCard.of(
        ids.get(doc), values.get("title"), values.get("date"), values.get("url"));
  }

  @Override
  public String text(int doc) throws IOException {
    return values(doc).get("text");
  }

  @Override
  public TextDifference difference(String a, String b) {
    return TextDifference.of(a, b, text -> analyzer.tokenStream("text", text));
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) {
    return variant.note();
  }

  @Override
  public String measure() {
    return "resemblance";
  }

  /** Refuses documents none of which is in the clusters, naming one that is. */
  void requireTexts() {
    if (!ids.isEmpty() && kept == 0) {
      String one = Excerpt.shortened(ids.getFirst(), SHOWN_OF_LINE);
      throw bad(
          String.format(
              Locale.ROOT,
              ": --texts has none of its documents, such as %s: %,d others",
              one,
              documents));
    }
  }

  @Override
  public String note() {
    if (documents == 0) {
      return "The documents are those in clusters; --texts gives the others, and what differs.";
    }
    List<String> notes = new ArrayList<>();
    if (places.contains(SEVERAL)) {
      notes.add("Several documents have one id, so their texts are not compared.");
    }
    int absent = withoutText();
    if (absent > 0) {
      notes.add(Numbers.count(absent, "document") + " in clusters had no text.");
    }
    return String.join(" ", notes);
  }

  /** Documents in clusters that were not among those given. */
  private int withoutText() {
    return Collections.frequency(places, NO_TEXT);
  }

  @Override
  public void close() throws IOException {
    texts.close();
  }
}
