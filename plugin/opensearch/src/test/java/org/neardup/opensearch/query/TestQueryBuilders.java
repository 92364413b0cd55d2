// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;
import org.neardup.codec.SketchField;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.opensearch.NodeTestCase;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.io.stream.NamedWriteableAwareStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;

/** Queries travel as JSON and between nodes. */
public class TestQueryBuilders extends NodeTestCase {

  private static QueryBuilder parse(String json) throws Exception {
    NamedXContentRegistry registry =
        shared().node(0).injector().getInstance(NamedXContentRegistry.class);
    try (XContentParser parser =
        XContentType.JSON
            .xContent()
            .createParser(
                registry, DeprecationHandler.IGNORE_DEPRECATIONS, json.replace('\'', '"'))) {
      return AbstractQueryBuilder.parseInnerQueryBuilder(parser);
    }
  }

  private static QueryBuilder send(QueryBuilder query) throws Exception {
    NamedWriteableRegistry registry =
        shared().node(0).injector().getInstance(NamedWriteableRegistry.class);
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeNamedWriteable(query);
    try (StreamInput in = new NamedWriteableAwareStreamInput(out.bytes().streamInput(), registry)) {
      return in.readNamedWriteable(QueryBuilder.class);
    }
  }

  @Test
  public void testQueriesAreWhatTheyWere() throws Exception {
    String of = "'of': {'term': {'tag': {'value': 'a', 'boost': 1.0}}}";
    String[] queries = {
      "{'one_version': {'field': 'f', 'boost': 1.0}}",
      "{'one_version': {'field': 'f', 'ignore_unmapped': true, 'boost': 1.0}}",
      "{'one_version': {'field': 'f', " + of + ", 'boost': 2.0, '_name': 'n'}}",
      "{'near_duplicate': {'field': 'f', 'text': 't', 'scope': 's', 'min': 0.5, 'boost': 1.0}}",
      "{'near_duplicate': {'field': 'f', 'index': 'i', 'id': '1', 'boost': 0.5, '_name': 'n'}}",
      "{'near_duplicate': {'field': 'f', 'text': 't', 'boost': 1.0}}",
      "{'near_duplicate': {'field': 'f', 'text': 't', 'ignore_unmapped': true, 'boost': 1.0}}",
      "{'near_duplicate': {'field': 'g', 'index': 'i', 'id': '1', 'boost': 0.5, '_name': 'n'}}",
    };
    QueryBuilder before = null;
    for (String json : queries) {
      QueryBuilder query = parse(json);
      QueryBuilder sent = send(query);
      assertEquals(query, sent);
      assertEquals(query.hashCode(), sent.hashCode());
      assertEquals(query, parse(query.toString()));
      assertEquals(
          json.replace('\'', '"').replace(" ", ""), query.toString().replaceAll("\\s", ""));
      assertNotEquals(before, query);
      before = query;
    }
  }

  /** As a slow log has it, so that it can be sent again. */
  @Test
  public void testWhatShardsLookUpIsNotPrinted() throws Exception {
    QueryBuilder query = parse("{'one_version': {'field': 'f'}}");
    OneVersionQueryBuilder resolved = (OneVersionQueryBuilder) send(query);
    resolved.put(PartsQueryBuilder.RESOLVED, "f _seq_no");
    assertEquals(query, parse(resolved.toString()));
    assertEquals(resolved, send(resolved));
    assertNotEquals(query, resolved);
  }

  @Test
  public void testSketchesAreWhatTheyWere() throws Exception {
    SketchField field = new SketchField("f", SketchSettings.DEFAULTS, new WhitespaceAnalyzer());
    byte[] sketch = field.sketch("a text of some words", null).value();
    PortableSketch portable = new PortableSketch(field.parameters(), new BytesRef(sketch));
    assertEquals(portable, PortableSketch.parse(portable.toString()));
    QueryBuilder query = NearDuplicateBuilder.of("f", portable, null);
    assertEquals(query, send(query));
    assertNotEquals(query, NearDuplicateBuilder.of("f", portable, .5));
  }
}
