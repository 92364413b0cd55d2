// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Overlap;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.compare.RuleDecision;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** Two documents a and b of one index, compared in every way there is. */
final class DocumentComparison implements ToXContentObject {
  private final DocumentGroup a;
  private final DocumentGroup b;
  private final SketchParameters parameters;
  private final SketchComparer comparer;

  DocumentComparison(DocumentGroup a, DocumentGroup b) {
    this.a = a;
    this.b = b;
    parameters = a.field.parameters();
    parameters.requireSame(b.field.parameters());
    comparer = new SketchComparer(parameters, ResemblanceRule.sketch(a.field.threshold()));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder to, Params params) throws IOException {
    RuleDecision decision = comparer.decision(sketch(a), sketch(b), Optional::empty);
    to.startObject();
    to.field("_index", a.shard.getIndexName());
    to.field("field", a.field.name());
    to.field("threshold", comparer.threshold());
    to.field("deriving", a.field.isDeriving() || b.field.isDeriving());
    writeDocument("a", a, to);
    writeDocument("b", b, to);
    boolean isSameShard = a.shard.equals(b.shard);
    to.field("same_group", isSameShard && a.representative().id().equals(b.representative().id()));
    to.field("near_duplicates", decision.isNear());
    to.field("because", because(decision));
    if (sketch(a) != null && sketch(b) != null) {
      writeEstimate(to);
    }
    if (a.text != null && b.text != null) {
      writeExact(to);
      writeDifferences(to);
    }
    return to.endObject();
  }

  /** Sketches tell neither why there is none, nor of what scope they are. */
  private String because(RuleDecision decision) {
    if (sketch(a) == null || sketch(b) == null) {
      return "no_sketch";
    }
    Basis basis = Objects.equals(a.scope, b.scope) ? decision.basis() : Basis.OTHER_SCOPE;
    return basis.name().toLowerCase(Locale.ROOT);
  }

  private static byte[] sketch(DocumentGroup of) {
    BytesRef sketch = of.document.sketch();
    return sketch == null ? null : sketch.bytes;
  }

  private static void writeDocument(String name, DocumentGroup of, XContentBuilder to)
      throws IOException {
    byte[] sketch = sketch(of);
    to.startObject(name);
    to.field("_id", of.document.id());
    to.field("_shard", of.shard.id());
    to.field("hidden", !of.document.id().equals(of.representative().id()));
    to.field("representative", of.representative().id());
    to.field("versions", of.total);
    to.field("elements", sketch == null ? 0 : SketchValue.elements(sketch, 0));
    to.endObject();
  }

  private void writeEstimate(XContentBuilder to) throws IOException {
    Resemblance estimated = comparer.estimated(sketch(a), sketch(b));
    BandKeys keysOfA = new BandKeys(parameters, sketch(a));
    BandKeys keysOfB = new BandKeys(parameters, sketch(b));
    to.startObject("estimate");
    to.field("resemblance", estimated.value());
    to.field("standard_error", estimated.standardError());
    to.field("equal_slots", comparer.agreeingSlots(sketch(a), sketch(b)));
    to.field("slots", parameters.format().slots());
    to.field("shared_bands", keysOfA.only(keysOfB::contains).count());
    to.field("bands", parameters.bands().bands());
    to.endObject();
  }

  private void writeExact(XContentBuilder to) throws IOException {
    Overlap overlap = Overlap.of(a.text.elements(), b.text.elements());
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
    TextDifference difference = TextDifference.of(a.text.text(), b.text.text());
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
