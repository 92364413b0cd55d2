// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A document of a {@link Corpus}.
 *
 * @param fields without the text
 */
record CorpusDocument(String id, String text, Map<String, Object> fields) {

  /** As the server is given it. */
  Map<String, Object> source() {
    Map<String, Object> source = new LinkedHashMap<>(fields);
    source.put("key", id);
    source.put("text", text);
    return source;
  }

  CorpusDocument withId(String otherId) {
    return new CorpusDocument(otherId, text, fields);
  }

  CorpusDocument with(String field, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(field, value);
    return new CorpusDocument(id, text, more);
  }
}
