// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.InputDocument;

/** Groups of which it is known what they are. */
public class TestKinds extends ClusterTestCase {
  private static final String TEXT = words("w", 60);

  private final List<InputDocument> documents = new ArrayList<>();

  private static String words(String prefix, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(prefix).append(i).append(' ');
    }
    return text.toString().strip();
  }

  private void add(String id, String text, String... fields) {
    documents.add(new InputDocument(id, "", text, Corpora.fields(fields)));
  }

  private void addPage(String url, String text) {
    add(url, text, "url", url);
  }

  public void testSameText() throws Exception {
    add("a", TEXT);
    add("b", TEXT.toUpperCase(Locale.ROOT));
    assertKinds("exact: 2 documents with the same text");
  }

  public void testTextsThatResembleEachOther() throws Exception {
    add("a", TEXT);
    add("b", TEXT + " more");
    add("c", TEXT);
    assertKinds("near: texts that resemble each other");
  }

  public void testVersions() throws Exception {
    add("a1", TEXT, "path", "terms", "date", "2024-01-01");
    add("a2", TEXT + " more", "path", "terms", "date", "2024-02-01");
    addPage("http://x/", words("v", 60));
    documents.add(
        new InputDocument(
            "later", "", words("v", 61), Corpora.fields("url", "http://x/", "version", "2")));
    assertKinds("versions: one path, 2 dates", "versions: one path, 2 dates");
  }

  public void testOneDateOrTwoPathsAreNoVersions() throws Exception {
    add("a1", TEXT, "path", "terms", "date", "2024-01-01");
    add("a2", TEXT + " more", "path", "terms", "date", "2024-01-01");
    add("b1", words("v", 60), "path", "terms", "date", "2024-01-01");
    add("b2", words("v", 61), "path", "privacy", "date", "2024-02-01");
    add("c1", words("u", 60), "date", "2024-01-01");
    add("c2", words("u", 61), "date", "2024-02-01");
    assertKinds("near", "near", "near");
  }

  public void testFrames() throws Exception {
    documents.add(new InputDocument("a", "", "home " + TEXT, TEXT, Map.of()));
    documents.add(new InputDocument("b", "", TEXT + " imprint", TEXT, Map.of()));
    documents.add(new InputDocument("c", "", words("v", 60), words("v", 59), Map.of()));
    documents.add(new InputDocument("d", "", words("v", 61), words("v", 60), Map.of()));
    assertKinds("frames: the same main text in different pages", "near");
  }

  public void testSoftErrors() throws Exception {
    for (int i = 0; i < 6; i++) {
      addPage("http://shop/item" + i, "Sorry, this page could not be found on our server");
    }
    assertKinds("soft_errors: 6 addresses of shop with one short text of an error page");
  }

  public void testWhatIsNoSoftError() throws Exception {
    for (int i = 0; i < 6; i++) {
      addPage(
          "http://shop/item" + i, "a page of eight words about our nice shop"); // no error words
      addPage("http://shop" + i + "/", "another page could not be found on this server"); // hosts
      addPage("http://shop/item" + i % 4, "the third page of these is forbidden to all"); // few
      addPage("http://shop/item" + i, "error " + words("long", 200)); // long
      add("id" + i, "the last page here is no longer available either"); // no address
    }
    assertKinds("exact", "exact", "exact", "exact", "exact");
  }

  public void testMirrors() throws Exception {
    for (int i = 0; i < 20; i++) {
      addPage("http://one/" + i, words("p" + i + "x", 50));
      addPage("https://user@Two:8080/" + i, words((i < 17 ? "p" : "q") + i + "x", 50));
    }
    List<String> kinds = kinds();
    assertEquals(17, kinds.size());
    for (String kind : kinds) {
      assertEquals("mirrors: 2 hosts that have nearly all pages in common", kind);
    }
  }

  public void testHostsThatShareTooFewPagesAreNoMirrors() throws Exception {
    for (int i = 0; i < 4; i++) { // all of its pages, and few of the other's
      addPage("http://part/" + i, words("r" + i + "x", 50));
      addPage("http://large/" + i, words("s" + i + "x", 50));
      addPage("http://tiny/" + i, words("s" + i + "x", 50));
    }
    for (int i = 0; i < 20; i++) {
      addPage("http://one/" + i, words("p" + i + "x", 50));
      addPage("http://two/" + i, words((i < 16 ? "p" : "q") + i + "x", 50));
      addPage("http://whole/" + i, words("r" + i + "x", 50));
      addPage("http://large/more" + i, words("t" + i + "x", 50));
    }
    List<String> kinds = kinds();
    assertEquals(16 + 4 + 4, kinds.size());
    for (String kind : kinds) {
      assertEquals("exact: 2 documents with the same text", kind);
    }
  }

  public void testHostsOfTwoPagesAreNoMirrors() throws Exception {
    for (int i = 0; i < 2; i++) {
      addPage("http://one/" + i, words("p" + i + "x", 50));
      addPage("http://two/" + i, words("p" + i + "x", 50));
    }
    assertKinds("exact", "exact");
  }

  private void assertKinds(String... expected) throws Exception {
    List<String> kinds = kinds();
    assertEquals(expected.length, kinds.size());
    for (int i = 0; i < expected.length; i++) {
      assertTrue(kinds.get(i), kinds.get(i).startsWith(expected[i]));
    }
  }

  private List<String> kinds() throws Exception {
    Result result = cluster(ClusterConfig.defaults(), documents);
    List<String> kinds = new ArrayList<>();
    for (String line : result.output().lines().toList()) {
      JsonNode cluster = new JsonMapper().readTree(line);
      kinds.add(cluster.get("kind").asText() + ": " + cluster.get("reason").asText());
    }
    return kinds;
  }
}
