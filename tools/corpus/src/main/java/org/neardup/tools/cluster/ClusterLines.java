// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.JsonEscapes;

/**
 * Clusters as lines of JSON: {@link #begin}, then each member, then {@link #end}. For one thread.
 */
public final class ClusterLines implements Closeable {
  private final JsonGenerator json;
  private final String share;

  /** Lines of clusters of texts that resemble their representative. */
  public ClusterLines(OutputStream out) throws IOException {
    this(out, "resemblance");
  }

  /**
   * Lines of clusters.
   *
   * @param share name of what is told of each member
   */
  ClusterLines(OutputStream out, String share) throws IOException {
    this.share = share;
    json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
    json.setCharacterEscapes(new JsonEscapes()); // it may be printed
    json.setRootValueSeparator(null);
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
  }

  /** Writes the settings; to be called before the clusters. */
  public void settings(Map<String, String> settings) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("settings");
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
    endLine();
  }

  /**
   * Begins a cluster.
   *
   * @param documents in it, the representative too
   */
  public void begin(String representative, long documents, String kind, String reason)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("representative", representative);
    json.writeNumberField("documents", documents);
    json.writeStringField("kind", kind);
    json.writeStringField("reason", reason);
    json.writeArrayFieldStart("members");
  }

  /**
   * Writes a member.
   *
   * @param by how the resemblance is known
   */
  public void member(String id, double resemblance, String by) throws IOException {
    member(id, resemblance, by, null);
  }

  /**
   * Writes a member.
   *
   * @param ofWhole how much whole texts resemble each other; null if these are not compared beside
   */
  void member(String id, double resemblance, String by, PairResemblance ofWhole)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    write(share, resemblance);
    json.writeStringField("by", by);
    if (ofWhole != null) {
      write("wholeResemblance", ofWhole.value());
      json.writeStringField("wholeBy", Json.lower(ofWhole.basis()));
    }
    json.writeEndObject();
  }

  private void write(String name, double resemblance) throws IOException {
    json.writeFieldName(name);
    json.writeNumber(digits(resemblance));
  }

  /** Most resemblances are 1. */
  private static String digits(double resemblance) {
    return resemblance == 1 ? "1.0000" : String.format(Locale.ROOT, "%.4f", resemblance);
  }

  /** Ends a cluster. */
  public void end() throws IOException {
    json.writeEndArray();
    endLine();
  }

  private void endLine() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Writes what is still held, and closes the stream. */
  @Override
  public void close() throws IOException {
    json.close();
  }
}
