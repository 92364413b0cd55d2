// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.grouping.Classification;
import org.neardup.tools.cluster.grouping.GroupMembers;
import org.neardup.tools.cluster.grouping.Kind;
import org.neardup.tools.cluster.grouping.Kinds;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.cluster.text.WholeTexts;
import org.neardup.tools.console.JsonEscapes;

/** Writes a line of JSON with the settings, then one for each group. For one thread. */
final class ClusterWriter implements GroupMembers.Action {
  private final String share; // of a member and the representative
  private final Documents documents;
  private final Documents.Reader reader;
  private final TextComparer.Session comparer;
  private final WholeTexts.Session wholes;
  private final Kinds kinds;
  private final JsonGenerator json;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private long groups;
  private long grouped;

  ClusterWriter(
      Relation relation,
      Documents documents,
      TextComparer.Session comparer,
      WholeTexts.Session wholes,
      Kinds kinds,
      OutputStream out)
      throws IOException {
    this.share = lower(relation);
    this.documents = documents;
    this.reader = documents.reader();
    this.comparer = comparer;
    this.wholes = wholes;
    this.kinds = kinds;
    json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
    json.setCharacterEscapes(new JsonEscapes()); // it may be printed
    json.setRootValueSeparator(null);
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
  }

  /** Writes the settings; to be called before the clusters. */
  void settings(Map<String, String> settings) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("settings");
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  @Override
  public void accept(int representative, int[] members) throws IOException {
    PairResemblance[] ofWholes = wholes.resemblances(members);
    Classification classification = kinds.of(members, differing(ofWholes));
    json.writeStartObject();
    json.writeStringField("representative", reader.id(members[0]));
    json.writeNumberField("documents", members.length);
    json.writeStringField("kind", lower(classification.kind()));
    json.writeStringField("reason", classification.reason());
    json.writeArrayFieldStart("members");
    for (int i = 1; i < members.length; i++) {
      write(representative, members[i], ofWholes.length == 0 ? null : ofWholes[i]);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    counts.merge(classification.kind(), 1L, Long::sum);
    groups++;
    grouped += members.length;
  }

  /** How many documents have a whole text unlike that of the first. */
  private long differing(PairResemblance[] ofWholes) {
    return Arrays.stream(ofWholes).filter(pair -> !wholes.passes(pair)).count();
  }

  private void write(int representative, int document, PairResemblance ofWhole) throws IOException {
    int text = documents.text(document);
    boolean same = text == representative;
    json.writeStartObject();
    json.writeStringField("id", reader.id(document));
    write(share, "by", same ? PairResemblance.SAME_TEXT : comparer.compare(representative, text));
    if (ofWhole != null) {
      write("wholeResemblance", "wholeBy", ofWhole);
    }
    json.writeEndObject();
  }

  private void write(String name, String by, PairResemblance pair) throws IOException {
    json.writeFieldName(name);
    json.writeNumber(digits(pair.resemblance()));
    json.writeStringField(by, lower(pair.basis()));
  }

  /** Most resemblances are 1. */
  private static String digits(double resemblance) {
    return resemblance == 1 ? "1.0000" : String.format(Locale.ROOT, "%.4f", resemblance);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Groups written. */
  long groups() {
    return groups;
  }

  /** Documents in them. */
  long grouped() {
    return grouped;
  }

  /** Groups of each kind that there is. */
  Map<Kind, Long> counts() {
    return counts;
  }

  /** Writes what is still held. */
  void finish() throws IOException {
    json.close();
  }
}
