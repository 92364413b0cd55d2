// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.neardup.compare.Overlap;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.opensearch.query.DocumentGroupPhase;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** Two documents a and b of one index, compared in every way there is. */
final class DocumentComparison implements ToXContentObject {
  private final Told a;
  private final Told b;
  private final SketchParameters parameters;
  private final SketchComparer comparer;

  /** What {@link DocumentGroupPhase} tells of a document, by name. */
  private record Told(Map<String, Object> values) {
    Object get(String name) {
      return values.get(name);
    }

    /** Null if the document has no text. */
    byte[] sketch() {
      return (byte[]) get("sketch");
    }

    /** Null if {@code _source} does not have it. */
    String text() {
      return (String) get("text");
    }

    ElementSet elements() {
      long[] elements = (long[]) get("elements");
      return ElementSet.of(elements, elements.length);
    }
  }

  DocumentComparison(Map<String, Object> ofA, Map<String, Object> ofB) {
    a = new Told(ofA);
    b = new Told(ofB);
    if (!a.get("_index").equals(b.get("_index"))) {
      throw new IllegalArgumentException(
          "documents must be of one index, got ["
              + a.get("_index")
              + "] and ["
              + b.get("_index")
              + "]");
    }
    parameters = SketchParameters.parse((String) a.get("parameters"));
    comparer = new SketchComparer(parameters, ResemblanceRule.sketch((double) a.get("threshold")));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    RuleDecision decision = comparer.decision(a.sketch(), b.sketch(), Optional::empty);
    to.startObject();
    to.field("_index", a.get("_index"));
    to.field("field", a.get("field"));
    to.field("threshold", comparer.threshold());
    to.field("deriving", (boolean) a.get("deriving") || (boolean) b.get("deriving"));
    writeDocument("a", a, to);
    writeDocument("b", b, to);
    boolean isSameShard = a.get("_shard").equals(b.get("_shard"));
    to.field("same_group", isSameShard && a.get("representative").equals(b.get("representative")));
    to.field("near_duplicates", decision.isNear());
    to.field("because", because(decision));
    if (a.sketch() != null && b.sketch() != null) {
      writeEstimate(to);
    }
    if (a.text() != null && b.text() != null) {
      writeExact(to);
      writeDifferences(to);
    }
    return to.endObject();
  }

  /** Sketches tell neither why there is none, nor of what scope they are. */
  private String because(RuleDecision decision) {
    if (a.sketch() == null || b.sketch() == null) {
      return "no_sketch";
    }
    boolean isSameScope = Objects.equals(a.get("scope"), b.get("scope"));
    Basis basis = isSameScope ? decision.basis() : Basis.OTHER_SCOPE;
    return basis.name().toLowerCase(Locale.ROOT);
  }

  private static void writeDocument(String name, Told of, XContentBuilder to) throws IOException {
    to.startObject(name);
    to.field("_id", of.get("_id"));
    to.field("_shard", of.get("_shard"));
    to.field("hidden", !of.get("_id").equals(of.get("representative")));
    to.field("representative", of.get("representative"));
    to.field("versions", of.get("total"));
    to.field("elements", of.sketch() == null ? 0 : SketchValue.elements(of.sketch(), 0));
    to.endObject();
  }

  private void writeEstimate(XContentBuilder to) throws IOException {
    Resemblance estimated = comparer.estimated(a.sketch(), b.sketch());
    BandKeys keysOfA = new BandKeys(parameters, a.sketch());
    BandKeys keysOfB = new BandKeys(parameters, b.sketch());
    to.startObject("estimate");
    to.field("resemblance", estimated.value());
    to.field("standard_error", estimated.standardError());
    to.field("equal_slots", comparer.agreeingSlots(a.sketch(), b.sketch()));
    to.field("slots", parameters.format().slots());
    to.field("shared_bands", keysOfA.only(keysOfB::contains).count());
    to.field("bands", parameters.bands().bands());
    to.endObject();
  }

  private void writeExact(XContentBuilder to) throws IOException {
    Overlap overlap = Overlap.of(a.elements(), b.elements());
    to.startObject("exact");
    writeShare("resemblance", overlap.resemblance(), to);
    writeShare("containment_of_a", overlap.containmentOfA(), to);
    writeShare("containment_of_b", overlap.containmentOfB(), to);
    to.field("elements_of_a", overlap.elementsOfA());
    to.field("elements_of_b", overlap.elementsOfB());
    to.field("common_elements", overlap.common());
    to.endObject();
  }

  /** A share of nothing is null. */
  private static void writeShare(String name, double share, XContentBuilder to) throws IOException {
    to.field(name, Double.isNaN(share) ? null : (Double) share);
  }

  private void writeDifferences(XContentBuilder to) throws IOException {
    TextDifference difference = TextDifference.of(a.text(), b.text());
    to.startObject("differences");
    to.field("complete", difference.complete());
    to.startArray("passages");
    for (Passage passage : difference.passages()) {
      to.startObject();
      to.field("word_of_a", passage.wordOfA());
      to.field("word_of_b", passage.wordOfB());
      to.startArray("parts");
      for (Part part : passage.parts()) {
        to.startObject();
        to.field("in", part.in().name().toLowerCase(Locale.ROOT));
        to.field("words", part.words());
        to.endObject();
      }
      to.endArray().endObject();
    }
    to.endArray().endObject();
  }
}
