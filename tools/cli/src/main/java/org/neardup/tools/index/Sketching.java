// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.neardup.tools.console.ExitCode.INDEX;
import static org.neardup.tools.console.ExitCode.INPUT_FAILED;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.Verification;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.tools.console.ToolException;

/**
 * Sketches texts with the settings of an index, to compare them with its documents. For one thread.
 *
 * @param config what the index was made with
 */
public record Sketching(NeardupIndex index, CollapseConfig config, TextSketcher sketcher) {

  /** Refuses an index whose sketches this command line cannot make. */
  public static Sketching of(NeardupIndex index) throws IOException {
    CollapseConfig config = index.config();
    TextSketcher sketcher = config.textSketcher(index.analyzer());
    for (LeafReaderContext leaf : index.all().leaves()) {
      SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      if (sketches != null) {
        requireSame(sketcher, sketches);
      }
    }
    return new Sketching(index, config, sketcher);
  }

  private static void requireSame(TextSketcher sketcher, SketchReader sketches) {
    try {
      sketcher.parameters().format().requireSame(sketches.parameters().format());
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          INDEX, "the index was not made by 'neardup index': " + e.getMessage());
    }
  }

  /**
   * The field whose analyzer a text without fields gets: of those compared, rather not the title.
   */
  private String textField() {
    List<String> fields = config.textFields();
    return fields.contains(Fields.TEXT)
        ? Fields.TEXT
        : fields.stream()
            .filter(field -> !field.equals(Fields.TITLE))
            .findFirst()
            .orElse(Fields.TITLE);
  }

  /** Sketches a text without fields; of an index of sets, its lines. */
  public SketchedText sketch(String text, long scope) throws IOException {
    if (config.comparesValues()) {
      return sketcher.sketch(text, scope);
    }
    sketcher.reset();
    sketcher.add(textField(), text);
    return sketcher.finish(scope);
  }

  /** Finds the documents that resemble a text without fields; none if it has no words. */
  public Query resembling(SketchedText text, double minimum) {
    return text.value() == null
        ? new MatchNoDocsQuery("a text without words")
        : new NearDuplicateQuery(
            DocumentRecord.SKETCH_FIELD, sketcher.parameters().format(), text.value(), minimum);
  }

  /** How sketches are stored and compared. */
  public SlotPacking packing() {
    return sketcher.parameters().format().packing();
  }

  /** The least estimate of texts that a rule may take for near-duplicates; above 0. */
  public double leastEstimate(ResemblanceRule rule) {
    return Math.max(
        Double.MIN_NORMAL, new SketchComparer(sketcher.parameters(), rule).leastEstimate());
  }

  /** Explains by the rule of a verification. */
  public Explainer explainer(Verification verification) throws IOException {
    return Explainer.of(index.all(), config.withVerification(verification), sketcher.analyzer());
  }

  /** Where two texts differ, by the words that are compared. */
  public TextDifference difference(String a, String b) {
    return TextDifference.of(a, b, this::tokens);
  }

  /** The same with all that is in both texts. */
  public TextDifference wholeDifference(String a, String b) {
    return TextDifference.whole(a, b, this::tokens);
  }

  private TokenStream tokens(String text) {
    return sketcher.analyzer().tokenStream(textField(), text);
  }

  /** Compares the documents of two ids, by the rule of a verification. */
  public Comparison compare(Verification verification, String a, String b) throws IOException {
    Explainer explainer = explainer(verification);
    return explainer.compare(find(explainer, a), find(explainer, b));
  }

  /** The document of an id; ends the command if there is none, or if another program wrote it. */
  public int find(Explainer explainer, String id) throws IOException {
    int doc =
        explainer
            .find(id)
            .orElseThrow(() -> new ToolException(INPUT_FAILED, "no document with id " + id));
    if (!index.groups().hasGroup(doc)) {
      throw new ToolException(
          INDEX, "another program wrote document " + id + "; 'neardup check --repair' takes it in");
    }
    return doc;
  }
}
