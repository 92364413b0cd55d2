// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;
import org.neardup.opensearch.SampleIndex;
import org.opensearch.Version;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.MetadataIndexUpgradeService;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;

/** What mappings and documents are accepted, and what is said about the others. */
public class TestNeardupMapping extends NodeTestCase {
  private static final String WITH_SKETCH = "{'exists': {'field': 'dup'}}";

  private static Reply create(String index, String properties) {
    return shared()
        .request(
            "PUT",
            "/" + index,
            "{'settings': {'index.codec': 'neardup', 'number_of_replicas': 0}, 'mappings': {'properties': {"
                + properties
                + "}}}");
  }

  private static void assertRefused(String properties, String message) {
    Reply reply = create("refused", properties);
    assertEquals(reply.text(), 400, reply.status());
    assertTrue(reply.text(), reply.text().contains(message));
  }

  private static void createField(String index, String field) {
    Reply reply = create(index, "'tag': {'type': 'keyword'}, 'dup': " + field);
    assertEquals(reply.text(), 200, reply.status());
  }

  private static Reply put(String index, String id, String json) {
    return shared().request("PUT", "/" + index + "/_doc/" + id + "?refresh=true", json);
  }

  private static int count(String index, String query) {
    return shared().ok("GET", "/" + index + "/_count", "{'query': " + query + "}").number("count");
  }

  /** As a node does that starts after an upgrade; else it does not start. */
  @Test
  public void testMappingsOfAnEarlierRelease() {
    for (String analyzer : List.of("", ", 'analyzer': 'whitespace'")) {
      createField("earlier", "{'type': 'neardup'" + analyzer + "}");
      IndexMetadata index =
          shared()
              .node(0)
              .injector()
              .getInstance(ClusterService.class)
              .state()
              .metadata()
              .index("earlier");
      Version earlier = Version.CURRENT.minimumIndexCompatibilityVersion();
      Settings settings =
          Settings.builder()
              .put(index.getSettings())
              .put(IndexMetadata.SETTING_VERSION_UPGRADED, earlier)
              .build();
      IndexMetadata upgraded =
          shared()
              .node(0)
              .injector()
              .getInstance(MetadataIndexUpgradeService.class)
              .upgradeIndexMetadata(
                  IndexMetadata.builder(index).settings(settings).build(), earlier);
      assertEquals(Version.CURRENT, upgraded.getUpgradedVersion());
      shared().ok("DELETE", "/earlier", null);
    }
  }

  @Test
  public void testOtherCodecsAreRefused() {
    for (String codec : List.of("default", "best_compression")) {
      Reply reply =
          shared()
              .request(
                  "PUT",
                  "/refused",
                  String.format(
                      Locale.ROOT,
                      "{'settings': {'index.codec': '%s'}, 'mappings': {'properties': {'dup': {'type': 'neardup'}}}}",
                      codec));
      assertEquals(400, reply.status());
      String message = "needs the index setting [index.codec: neardup], which is [" + codec + "]";
      assertTrue(reply.text(), reply.text().contains(message));
    }
  }

  @Test
  public void testParametersAreChecked() {
    assertRefused(
        "'dup': {'type': 'neardup', 'similarity': 0.8}", "unknown parameter [similarity]");
    assertRefused("'dup': {'type': 'neardup', 'index': true}", "unknown parameter [index]");
    assertRefused("'dup': {'type': 'neardup', 'copy_to': 'x'}", "unknown parameter [copy_to]");
    assertRefused("'dup': {'type': 'neardup', 'threshold': 1.5}", "at most 1, got 1.5");
    assertRefused(
        "'dup': {'type': 'neardup', 'threshold': 'high'}",
        "field [dup] of type [neardup]: threshold must be a number, got [high]");
    assertRefused("'dup': {'type': 'neardup', 'shingle': 'word'}", "word:K or char:K");
    assertRefused("'dup': {'type': 'neardup', 'shingle': 'word:0'}", "got 0");
    assertRefused("'dup': {'type': 'neardup', 'shingle': 'value'}", "word:K or char:K, got value");
    assertRefused("'dup': {'type': 'neardup', 'guard': 'number'}", "guard must be one of numbers");
    assertRefused(
        "'dup': {'type': 'neardup', 'guard': ['names', 'field:tag']}",
        "guards must be numbers, negations, names or lossless here, got field:tag; a scope keeps");
    assertRefused("'dup': {'type': 'neardup', 'analyzer': 'none'}", "analyzer [none]");
    assertRefused("'dup': {'type': 'neardup', 'order': ':desc'}", "order must be _seq_no");
    assertRefused("'dup': {'type': 'neardup', 'scope': null}", "must not have a [null] value");
  }

  @Test
  public void testScopeAndOrderNameFitFields() {
    assertRefused(
        "'dup': {'type': 'neardup', 'scope': 'tag'}",
        "[scope] of field [dup] must name an indexed keyword field without [ignore_above], in the"
            + " mapping and not in nested objects, got [tag]");
    assertRefused(
        "'tag': {'type': 'text'}, 'dup': {'type': 'neardup', 'scope': 'tag'}",
        "an indexed keyword field");
    assertRefused(
        "'tag': {'type': 'keyword', 'ignore_above': 9}, 'dup': {'type': 'neardup', 'scope': 'tag'}",
        "without [ignore_above]");
    assertRefused(
        "'tag': {'type': 'keyword'}, 'dup': {'type': 'neardup', 'order': 'tag'}",
        "a date or number field");
    assertRefused(
        "'n': {'type': 'long', 'doc_values': false}, 'dup': {'type': 'neardup', 'order': 'n:asc'}",
        "with doc values");
    assertRefused(
        "'n': {'type': 'unsigned_long'}, 'dup': {'type': 'neardup', 'order': 'n'}",
        "not an unsigned_long");
    assertRefused(
        "'list': {'type': 'nested', 'properties': {'dup': {'type': 'neardup'}}}",
        "must not be in nested objects");
  }

  @Test
  public void testTheMappingIsShownAndOnlyTheOrderChanges() {
    createField(
        "shown",
        "{'type': 'neardup', 'shingle': 'char:7', 'threshold': 0.9, 'scope': 'tag', 'meta': {'a': 'b'}}");
    Reply shown = shared().ok("GET", "/shown/_mapping", null);
    String field = "shown.mappings.properties.dup";
    assertEquals(
        "{meta={a=b}, scope=tag, seed_id=default, shingle=char:7, threshold=0.9, type=neardup}",
        new TreeMap<>((Map<?, ?>) shown.at(field)).toString());
    Reply other =
        shared()
            .request(
                "PUT",
                "/shown/_mapping",
                "{'properties': {'dup': {'type': 'neardup', 'shingle': 'char:8', 'threshold': 0.9, 'scope': 'tag'}}}");
    assertEquals(400, other.status());
    assertTrue(other.text(), other.text().contains("Cannot update parameter [shingle]"));
    shared()
        .ok(
            "PUT",
            "/shown/_mapping",
            "{'properties': {'dup': {'type': 'neardup', 'shingle': 'char:7', 'threshold': 0.9, 'scope': 'tag', 'order': '_seq_no:desc'}}}");
    assertEquals("_seq_no:desc", shared().ok("GET", "/shown/_mapping", null).at(field + ".order"));
  }

  @Test
  public void testAnUpdateThatGivesNoOrderKeepsIt() {
    String field = "kept.mappings.dup.mapping.dup.order";
    createField("kept", "{'type': 'neardup', 'order': '_seq_no:desc'}");
    assertEquals("_seq_no:desc", updatedOrder("{'type': 'neardup'}").at(field));
    assertEquals("_seq_no", updatedOrder("{'type': 'neardup', 'order': '_seq_no'}").at(field));
    assertEquals("_seq_no", updatedOrder("{'type': 'neardup'}").at(field));
  }

  private static Reply updatedOrder(String field) {
    shared().ok("PUT", "/kept/_mapping", "{'properties': {'dup': " + field + "}}");
    return shared().ok("GET", "/kept/_mapping/field/dup?include_defaults=true", null);
  }

  @Test
  public void testDocumentsThatCannotBeSketchedAreRefused() {
    createField("strict", "{'type': 'neardup', 'scope': 'tag'}");
    Reply object = put("strict", "1", "{'dup': {'a': 'b'}}");
    assertEquals(400, object.status());
    assertTrue(object.text(), object.text().contains("failed to parse field [dup]"));
    Reply scopes = put("strict", "2", "{'tag': ['a', 'b'], 'dup': 'some text'}");
    assertEquals(400, scopes.status());
    assertTrue(scopes.text(), scopes.text().contains("must have one value"));
    assertEquals(201, put("strict", "3", "{'tag': ['a', 'a'], 'dup': 'some text'}").status());
    assertEquals(1, count("strict", WITH_SKETCH));
  }

  @Test
  public void testMalformedTextsAreNotIgnored() {
    Reply created =
        shared()
            .request(
                "PUT",
                "/malformed",
                "{'settings': {'index.codec': 'neardup', 'index.mapping.ignore_malformed': true},"
                    + " 'mappings': {'properties': {'dup': {'type': 'neardup'}}}}");
    assertEquals(created.text(), 200, created.status());
    assertEquals(400, put("malformed", "1", "{'dup': {'a': 'b'}}").status());
  }

  @Test
  public void testWithoutTokensThereIsNoSketch() {
    createField("empty", "{'type': 'neardup'}");
    for (String json : List.of("{}", "{'dup': null}", "{'dup': ''}", "{'dup': '...'}")) {
      assertTrue(put("empty", "1", json).status() < 300);
      assertEquals(0, count("empty", WITH_SKETCH));
    }
    put("empty", "1", "{'dup': 42}");
    assertEquals(1, count("empty", WITH_SKETCH));
  }

  @Test
  public void testTextsCopiedAndListedAreOneText() {
    Reply created =
        create(
            "copied",
            "'title': {'type': 'text', 'copy_to': 'dup'}, 'body': {'type': 'text', 'copy_to': 'dup'},"
                + " 'dup': {'type': 'neardup'}");
    assertEquals(created.text(), 200, created.status());
    String text = SampleIndex.text(1, 1);
    int half = text.indexOf("topic1word30");
    String title = text.substring(0, half);
    String body = text.substring(half);
    put("copied", "1", String.format(Locale.ROOT, "{'title': '%s', 'body': '%s'}", title, body));
    put("copied", "2", String.format(Locale.ROOT, "{'body': ['%s', '%s']}", title, body));
    put("copied", "3", String.format(Locale.ROOT, "{'title': '%s'}", title));
    Reply found =
        shared()
            .ok(
                "GET",
                "/copied/_search",
                String.format(
                    Locale.ROOT,
                    "{'query': {'near_duplicate': {'field': 'dup', 'text': '%s', 'min': 1}}}",
                    text));
    assertEquals(List.of("1", "2"), found.sortedIds());
  }

  @Test
  public void testSearchesForTheFieldAreAnswered() {
    createField("fields", "{'type': 'neardup'}");
    put("fields", "1", "{'dup': 'some text'}");
    Reply all = shared().ok("GET", "/fields/_search", "{'fields': ['*']}");
    assertEquals(List.of("1"), all.ids());
    Reply term = shared().request("GET", "/fields/_search", "{'query': {'term': {'dup': 'some'}}}");
    assertEquals(400, term.status());
    assertTrue(term.text(), term.text().contains("search it with [near_duplicate]"));
  }
}
