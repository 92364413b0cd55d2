// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.grouping.GroupMembers;
import org.neardup.tools.cluster.grouping.Kind;
import org.neardup.tools.cluster.grouping.Kinds;
import org.neardup.tools.cluster.grouping.Kinds.Classification;
import org.neardup.tools.cluster.grouping.LinkFarms;
import org.neardup.tools.cluster.grouping.MirrorRule;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.console.Compared;
import org.neardup.tools.console.Json;

/** Writes a line of JSON with the settings, then one for each group. For one thread. */
final class ClusterWriter implements GroupMembers.Action {
  private final ClusterConfig config;
  private final Documents documents;
  private final Documents.Reader reader;
  private final PairRule rule;
  private final TextComparer comparer;
  private final TextComparer wholes; // null unless whole texts are compared, too
  private final MirrorRule.Hosts mirrors;
  private final LinkFarms farms; // null unless links are compared
  private final ClusterLines lines;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private long grouped;

  ClusterWriter(
      ClusterConfig config,
      Documents documents,
      PairRule rule,
      TextComparer comparer,
      TextComparer wholes,
      MirrorRule.Hosts mirrors,
      LinkFarms farms,
      Map<String, String> settings,
      OutputStream out)
      throws IOException {
    this.config = config;
    this.documents = documents;
    this.reader = documents.reader();
    this.rule = rule;
    this.comparer = comparer;
    this.wholes = wholes;
    this.mirrors = mirrors;
    this.farms = farms;
    lines = new ClusterLines(out, Json.lower(config.relation()));
    if (!settings.isEmpty()) {
      lines.settings(settings);
    }
  }

  @Override
  public void accept(int representative, int[] members) throws IOException {
    PairResemblance[] ofWholes = new PairResemblance[wholes == null ? 0 : members.length];
    for (int i = 0; i < ofWholes.length; i++) {
      int first = documents.whole(members[0]);
      ofWholes[i] = compare(wholes, first, documents.whole(members[i]));
    }
    Classification classification = kind(members, ofWholes);
    lines.begin(
        reader.id(members[0]),
        members.length,
        Json.lower(classification.kind()),
        classification.reason());
    for (int i = 1; i < members.length; i++) {
      write(representative, members[i], ofWholes.length == 0 ? null : ofWholes[i]);
    }
    lines.end();
    counts.merge(classification.kind(), 1L, Long::sum);
    grouped += members.length;
  }

  private Classification kind(int[] members, PairResemblance[] ofWholes) throws IOException {
    PageTraits[] pages = pages(members);
    Classification farm = farms == null ? null : farms.of(members, pages);
    if (farm != null) {
      return farm;
    }
    Compared compared = Compared.by(config.comparesValues());
    Kinds kinds = new Kinds(pages, texts(members), differing(ofWholes), mirrors, compared);
    return config.relation() == Relation.CONTAINMENT
        ? kinds.kindOfContained(config.content() == Content.MAIN)
        : kinds.kind();
  }

  private PageTraits[] pages(int[] members) throws IOException {
    PageTraits[] pages = new PageTraits[members.length];
    for (int i = 0; i < members.length; i++) {
      pages[i] = reader.page(members[i]);
    }
    return pages;
  }

  private long texts(int[] members) {
    return Arrays.stream(members).map(documents::whole).distinct().count();
  }

  /** How many documents have a whole text unlike that of the first. */
  private long differing(PairResemblance[] ofWholes) {
    return Arrays.stream(ofWholes).filter(pair -> !rule.passes(pair.decisive())).count();
  }

  private void write(int representative, int document, PairResemblance ofWhole) throws IOException {
    PairResemblance pair = compare(comparer, representative, documents.text(document));
    lines.member(reader.id(document), pair.value(), Json.lower(pair.basis()), ofWhole);
  }

  private static PairResemblance compare(TextComparer by, int a, int b) throws IOException {
    return a == b ? PairResemblance.SAME_TEXT : by.compare(a, b);
  }

  /** Documents in them. */
  long grouped() {
    return grouped;
  }

  /** Groups of each kind that there is. */
  Map<Kind, Long> counts() {
    return counts;
  }

  /** Writes what is still held. */
  void finish() throws IOException {
    lines.close();
  }
}
