// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neardup.analysis.Shingling;
import org.neardup.index.Verification;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.input.InputDocument;

/** Clustering by main texts: the same pairs as of these alone, and both resemblances told. */
public class TestContent extends ClusterTestCase {
  private final List<InputDocument> mainTexts = new ArrayList<>();
  private final List<InputDocument> pages = new ArrayList<>();

  private static ClusterConfig config(Content content, OutputFormat format) {
    return new ClusterConfig(
        Relation.RESEMBLANCE,
        CandidateMethod.EXACT,
        SketchKind.parse("fast:128"),
        Shingling.words(2),
        content,
        0.7,
        Verification.EXACT,
        Grouping.ANCHORED,
        format,
        1,
        1,
        "standard",
        List.of());
  }

  /** Main texts with something around them, but for one in five documents, which has no frame. */
  @Override
  public void setUp() throws Exception {
    super.setUp();
    List<InputDocument> frames = Corpora.random(random(), 100);
    for (InputDocument main : Corpora.random(random(), 100)) {
      boolean isPage = random().nextInt(5) > 0;
      String frame = frames.get(random().nextInt(frames.size())).text();
      String whole = isPage ? main.text() + ' ' + frame : main.text();
      mainTexts.add(main);
      pages.add(new InputDocument(main.id(), "", whole, isPage ? main.text() : "", Map.of()));
    }
  }

  public void testPairsAreThoseOfTheMainTexts() throws Exception {
    for (CandidateMethod method : CandidateMethod.values()) {
      ClusterConfig main =
          config(Content.MAIN, OutputFormat.PAIRS)
              .withCandidates(method, SketchKind.parse("fast:128"));
      ClusterConfig full =
          config(Content.FULL, OutputFormat.PAIRS)
              .withCandidates(method, SketchKind.parse("fast:128"));
      String expected = cluster(full, mainTexts).output();
      assertFalse(expected.isEmpty());
      assertEquals(expected, cluster(main, pages).output());
      assertNotEquals(expected, cluster(full, pages).output());
    }
  }

  public void testClustersTellTheResemblanceOfWholeTextsToo() throws Exception {
    Model wholes = new Model(pages, ANALYZER, Shingling.words(2));
    Set<String> kinds = new HashSet<>();
    String output = cluster(config(Content.MAIN, OutputFormat.CLUSTERS), pages).output();
    for (String line : output.lines().toList()) {
      JsonNode cluster = new JsonMapper().readTree(line);
      int first = wholes.ids().indexOf(cluster.get("representative").asText());
      int unlike = 0;
      boolean same = true;
      for (JsonNode member : cluster.get("members")) {
        int other = wholes.ids().indexOf(member.get("id").asText());
        double resemblance = wholes.resemblance(first, other);
        assertEquals(resemblance, member.get("wholeResemblance").asDouble(), 0.00006);
        boolean copy = wholes.firstCopy(first) == wholes.firstCopy(other);
        assertEquals(copy ? "same_text" : "exact", member.get("wholeBy").asText());
        unlike += resemblance < 0.7 ? 1 : 0;
        same &= copy;
      }
      String kind = cluster.get("kind").asText();
      assertEquals(line, same, kind.equals("exact"));
      if (unlike > 0) {
        assertEquals("frames", kind);
        String reason = cluster.get("reason").asText();
        assertTrue(
            reason,
            reason.startsWith("the same main text") || reason.contains("text of " + unlike));
      }
      kinds.add(kind);
    }
    assertTrue(kinds.toString(), kinds.contains("frames"));
  }

  public void testAMainTextWithoutWordsIsNone() throws Exception {
    List<InputDocument> signs = new ArrayList<>();
    for (String id : List.of("a", "b")) {
      signs.add(new InputDocument(id, "", "some words of a page", "\u00a0 . -", Map.of()));
    }
    assertEquals(
        "a\tb\t1.0000\tsame_text\t0.0000\n",
        cluster(config(Content.MAIN, OutputFormat.PAIRS), signs).output());
  }

  public void testWholeTextsAreNotToldWhereTheyWereCompared() throws Exception {
    String output = cluster(config(Content.FULL, OutputFormat.CLUSTERS), pages).output();
    assertFalse(output.contains("whole"));
  }
}
