// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.Reader;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.InvertableType;
import org.apache.lucene.document.StoredValue;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * A field whose text is not analysed when it is indexed, since its tokens are known. Everything
 * else is as in the original field, so a text that is both stored and indexed stays one field.
 *
 * <p>The index becomes the same as with the original if the tokens are those that the index
 * writer's analyzer makes of the text; the writer itself adds the gaps between the values of a
 * field.
 */
public final class ReplayedField implements IndexableField {
  private final IndexableField original;
  private final PackedTokens tokens;

  /**
   * Joins a field and its tokens.
   *
   * @throws IllegalArgumentException if the field is neither {@linkplain #isReplayable replayable}
   *     nor {@linkplain #isStream a stream}
   */
  public ReplayedField(IndexableField original, PackedTokens tokens) {
    if (!isReplayable(original) && !isStream(original)) {
      throw new IllegalArgumentException(
          "a replayed field must be a string indexed as an analyzer's tokens, or a stream, got "
              + original);
    }
    this.original = original;
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * Whether a field is a string that the index writer's analyzer turns into tokens: not one with a
   * token stream, reader or vector of its own, or indexed whole, or not at all.
   */
  public static boolean isReplayable(IndexableField field) {
    return isTokenized(field)
        && field.stringValue() != null
        && field.readerValue() == null
        && !(field instanceof Field own && own.tokenStreamValue() != null);
  }

  /**
   * Whether a field is indexed from tokens that can be read only once, from a {@link Reader} or
   * {@link TokenStream}, and has no string value.
   */
  public static boolean isStream(IndexableField field) {
    return isTokenized(field)
        && field.stringValue() == null
        && (field.readerValue() != null
            || (field instanceof Field own && own.tokenStreamValue() != null));
  }

  private static boolean isTokenized(IndexableField field) {
    IndexableFieldType type = field.fieldType();
    return type.indexOptions() != IndexOptions.NONE
        && type.tokenized()
        && type.vectorDimension() == 0
        && field.invertableType() == InvertableType.TOKEN_STREAM;
  }

  /**
   * Whether a field is {@linkplain #isReplayable replayable}, and its tokens depend only on its
   * name, its string and the analyzer. Those of an application's own field class may depend on
   * more.
   */
  public static boolean isPlain(IndexableField field) {
    return (field.getClass() == TextField.class || field.getClass() == Field.class)
        && isReplayable(field);
  }

  /** The field that this one stands for. */
  public IndexableField original() {
    return original;
  }

  /** The tokens of the field. */
  public PackedTokens tokens() {
    return tokens;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    return tokens.replay(reuse);
  }

  @Override
  public String name() {
    return original.name();
  }

  @Override
  public IndexableFieldType fieldType() {
    return original.fieldType();
  }

  @Override
  public BytesRef binaryValue() {
    return original.binaryValue();
  }

  @Override
  public String stringValue() {
    return original.stringValue();
  }

  @Override
  public CharSequence getCharSequenceValue() {
    return original.getCharSequenceValue();
  }

  @Override
  public Reader readerValue() {
    return original.readerValue();
  }

  @Override
  public Number numericValue() {
    return original.numericValue();
  }

  @Override
  public StoredValue storedValue() {
    return original.storedValue();
  }

  @Override
  public InvertableType invertableType() {
    return original.invertableType();
  }

  @Override
  public String toString() {
    return "replayed " + original;
  }
}
