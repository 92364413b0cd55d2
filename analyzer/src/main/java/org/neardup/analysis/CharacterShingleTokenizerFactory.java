// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Map;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.util.AttributeFactory;

/**
 * Makes {@link CharacterShingleTokenizer}s for {@code CustomAnalyzer}, Solr and OpenSearch.
 *
 * <p>The arguments are those of {@link ShingleHashFilterFactory}; {@code shingleSize} is 8 if
 * absent.
 */
public final class CharacterShingleTokenizerFactory extends TokenizerFactory {
  /** The SPI name. */
  public static final String NAME = "characterShingle";

  private final Shingling shingling;

  /**
   * Called by Lucene.
   *
   * @throws IllegalArgumentException if an argument is unknown or out of range
   */
  public CharacterShingleTokenizerFactory(Map<String, String> args) {
    super(args);
    shingling = ShinglingArguments.take(args, Shingling.characters(8));
  }

  /** Only for Lucene's service loader, which never calls it. */
  public CharacterShingleTokenizerFactory() {
    throw defaultCtorException();
  }

  @Override
  public Tokenizer create(AttributeFactory factory) {
    return new CharacterShingleTokenizer(factory, shingling);
  }
}
