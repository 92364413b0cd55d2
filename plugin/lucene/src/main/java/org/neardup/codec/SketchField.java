// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Guard;
import org.neardup.compare.SketchSettings;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;

/**
 * A field of sketches in documents that any {@link org.apache.lucene.index.IndexWriter} writes. A
 * sketch depends on the text and the scope of its document alone.
 *
 * <pre>{@code
 * SketchField sketches = new SketchField("text_sketch", SketchSettings.DEFAULTS, analyzer);
 * IndexWriterConfig config = new IndexWriterConfig(analyzer);
 * config.setCodec(sketches.codec(config.getCodec()));
 * …
 * sketches.of(new TextField("text", "…", Store.YES), null).forEach(document::add);
 * }</pre>
 *
 * <p>Safe for threads.
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public final class SketchField {
  private final String name;
  private final String textField;
  private final SketchSettings settings;
  private final Analyzer analyzer;
  private final SketchParameters parameters;
  private final Queue<SoftReference<TextSketcher>> idle = new ConcurrentLinkedQueue<>();

  /**
   * Makes sketches for one field.
   *
   * @param name of the field; the analyzer sees texts as if they were of a field of this name
   * @param settings with guards that look at texts, or none; of {@link Guard#LOSSLESS} only the
   *     same text passes, as sketches cannot tell more
   * @param analyzer of the texts
   */
  public SketchField(String name, SketchSettings settings, Analyzer analyzer) throws IOException {
    this(name, name, settings, analyzer);
  }

  /**
   * The same, if texts of fields of other names are to be compared.
   *
   * @param textField a name for the texts of all of them, which the analyzer sees
   */
  public SketchField(String name, String textField, SketchSettings settings, Analyzer analyzer)
      throws IOException {
    this.name = Objects.requireNonNull(name, "name");
    this.textField = textField;
    Guard.withoutFields(settings.guards());
    this.settings = settings;
    this.analyzer = analyzer;
    parameters = settings.parametersWithoutTexts(analyzer, List.of(textField));
  }

  /** The name of the field. */
  public String name() {
    return name;
  }

  /** How the sketches are made. */
  public SketchSettings settings() {
    return settings;
  }

  /** What the sketches share. */
  public SketchParameters parameters() {
    return parameters;
  }

  /**
   * Makes a codec write the field. Wrap again for a second one.
   *
   * @throws IllegalArgumentException if it has one doc values format for all fields
   */
  public Codec codec(Codec delegate) {
    return NearDupCodec.wrap(delegate, name, parameters);
  }

  /**
   * The field of a document; nothing if the text has no tokens.
   *
   * @param scope name of the scope that the document is in, null for none: documents of different
   *     scopes are never near-duplicates
   */
  public Optional<IndexableField> of(String text, String scope) throws IOException {
    return field(sketch(text, scope));
  }

  private Optional<IndexableField> field(SketchedText sketched) {
    byte[] sketch = sketched.value();
    return sketch == null
        ? Optional.empty()
        : Optional.of(new BinaryDocValuesField(name, new BytesRef(sketch)));
  }

  /**
   * The fields of a document whose text is indexed, too: so the text is analyzed once for both.
   *
   * @param text which the index writer analyzes as this field does; a field that the analyzer does
   *     not see, such as one that is stored only, is returned as it is
   * @return the field to index in the place of this one, which gives the index the same tokens, and
   *     if there are tokens, the sketch
   */
  public List<IndexableField> of(IndexableField text, String scope) throws IOException {
    TextSketcher sketcher = sketcher();
    sketcher.reset();
    IndexableField indexed = sketcher.addReplayableText(text);
    Optional<IndexableField> sketch = field(sketcher.finish(sketcher.scope(scope)));
    idle.add(new SoftReference<>(sketcher)); // unless it threw, and its state is unknown
    return Stream.concat(Stream.of(indexed), sketch.stream()).toList();
  }

  /** What makes the tokens of texts. */
  public Analyzer analyzer() {
    return analyzer;
  }

  /** Sketches a text, as {@link #of} does. */
  public SketchedText sketch(String text, String scope) throws IOException {
    TextSketcher sketcher = sketcher();
    SketchedText sketched = sketcher.sketch(text, sketcher.scope(scope));
    idle.add(new SoftReference<>(sketcher)); // unless it threw, and its state is unknown
    return sketched;
  }

  /** One that is idle, or a new one. Idle ones keep words and scratch arrays, megabytes maybe. */
  private TextSketcher sketcher() {
    for (SoftReference<TextSketcher> next = idle.poll(); next != null; next = idle.poll()) {
      TextSketcher known = next.get();
      if (known != null) {
        return known;
      }
    }
    return settings.textSketcher(analyzer, List.of(textField), parameters);
  }
}
