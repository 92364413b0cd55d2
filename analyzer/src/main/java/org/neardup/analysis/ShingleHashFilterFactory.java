// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

/**
 * Makes {@link ShingleHashFilter}s for {@code CustomAnalyzer}, Solr and OpenSearch.
 *
 * <p>Arguments, all optional: {@code shingleSize} (5), {@code step} (1), {@code tail} ({@code
 * drop}, {@code keep}, {@code wrap}; {@code keep}), {@code gaps} ({@code ignore}, {@code fill};
 * {@code ignore}), {@code occurrences} (false), {@code modulo} (1), {@code seed} (0). Their
 * meaning: {@link Shingling}. A seed is a decimal number in the range of a long, or up to 16
 * hexadecimal digits after {@code 0x}.
 */
public final class ShingleHashFilterFactory extends TokenFilterFactory {
  /** The SPI name. */
  public static final String NAME = "shingleHash";

  private final Shingling shingling;

  /**
   * Called by Lucene.
   *
   * @throws IllegalArgumentException if an argument is unknown or out of range
   */
  public ShingleHashFilterFactory(Map<String, String> args) {
    super(args);
    shingling = ShinglingArguments.take(args, Shingling.words(5));
  }

  /** Only for Lucene's service loader, which never calls it. */
  public ShingleHashFilterFactory() {
    throw defaultCtorException();
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new ShingleHashFilter(input, shingling);
  }
}
