// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.Reader;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.CharFilterFactory;

/**
 * Makes the character filter of {@link NormalizedAnalyzer} for {@code CustomAnalyzer}, Solr and
 * OpenSearch. The argument {@code form} is {@code nfkc}, which is the default, or {@code nfc}.
 */
public final class NormalizingCharFilterFactory extends CharFilterFactory {
  /** The SPI name. */
  public static final String NAME = "normalizing";

  private final Form form;

  /**
   * Called by Lucene.
   *
   * @throws IllegalArgumentException if an argument is unknown or not one of its values
   */
  public NormalizingCharFilterFactory(Map<String, String> args) {
    super(args);
    String name = get(args, "form", List.of("nfkc", "nfc"), "nfkc");
    form = Form.valueOf(name.toUpperCase(Locale.ROOT));
    if (!args.isEmpty()) {
      throw new IllegalArgumentException("Unknown parameters: " + args);
    }
  }

  /** Only for Lucene's service loader, which never calls it. */
  public NormalizingCharFilterFactory() {
    throw defaultCtorException();
  }

  @Override
  public Reader create(Reader input) {
    return new NormalizingCharFilter(input, form);
  }

  @Override
  public Reader normalize(Reader input) {
    return create(input);
  }
}
