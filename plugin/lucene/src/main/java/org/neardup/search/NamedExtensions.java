// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.apache.lucene.queryparser.ext.Extensions;

/**
 * Extensions of Lucene's {@link org.apache.lucene.queryparser.ext.ExtendableQueryParser} that are
 * called as a field is, {@code name:"…"}, besides Lucene's own way, {@code \:name:"…"}. A field of
 * the same name is out of reach then.
 *
 * <pre>{@code
 * Extensions extensions = new NamedExtensions();
 * extensions.add("neardup", NearDuplicateExtension.ofDocument("id", 0.8));
 * QueryParser parser = new ExtendableQueryParser("text", analyzer, extensions);
 * parser.parse("neardup:\"42 0.7\" AND title:foo");
 * }</pre>
 */
public final class NamedExtensions extends Extensions {
  @Override
  public Pair<String, String> splitExtensionField(String defaultField, String field) {
    return getExtension(field) == null
        ? super.splitExtensionField(defaultField, field)
        : new Pair<>(defaultField, field);
  }
}
