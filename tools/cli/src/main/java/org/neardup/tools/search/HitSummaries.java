// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.search.explain.GroupSummaries.Dated;
import org.neardup.search.explain.GroupSummaries.Summary;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.Counted;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Address;

/**
 * Summaries of the groups of hits.
 *
 * @param origin what to call an origin
 */
public record HitSummaries(GroupSummaries groups, String origin) {
  private static final String SITE = "site";

  /**
   * As somebody asks for them.
   *
   * @param origins name of a field; of {@code url}, the hosts are the origins; null for none
   * @param dates name of a field; null for none
   * @return null if neither is asked for
   * @throws org.neardup.tools.console.ToolException if no document has a field
   */
  public static HitSummaries of(NeardupIndex index, String origins, String dates) {
    if (origins == null && dates == null) {
      return null;
    }
    NamedFields known = NamedFields.of(index.all());
    HitSummaries summaries = new HitSummaries(groups(index), SITE);
    if (origins != null) {
      known.require("--origins", origins);
      summaries = summaries.withOrigins(origins, origins.equals(Fields.URL));
    }
    if (dates != null) {
      known.require("--dates", dates);
      summaries = summaries.withDates(dates);
    }
    return summaries;
  }

  /**
   * By the fields that the index has: the origin is the {@code site}, or else the host of the
   * address.
   */
  public static HitSummaries byDefault(NeardupIndex index, String dateField) {
    NamedFields known = NamedFields.of(index.all());
    HitSummaries summaries = new HitSummaries(groups(index), SITE);
    if (known.names().contains(SITE)) {
      summaries = summaries.withOrigins(SITE, false);
    } else if (known.names().contains(Fields.URL)) {
      summaries = summaries.withOrigins(Fields.URL, true);
    } else if (known.names().contains(index.config().idField())) {
      summaries = summaries.withOrigins(index.config().idField(), true);
    }
    return known.names().contains(dateField) ? summaries.withDates(dateField) : summaries;
  }

  private static GroupSummaries groups(NeardupIndex index) {
    return GroupSummaries.of(index.all(), index.config(), index.analyzer());
  }

  private HitSummaries withOrigins(String field, boolean areAddresses) {
    return areAddresses
        ? new HitSummaries(groups.withOrigins(field, HitSummaries::site), SITE)
        : new HitSummaries(groups.withOrigins(field), field);
  }

  private HitSummaries withDates(String field) {
    return new HitSummaries(groups.withDates(field), origin);
  }

  private static String site(String address) {
    String host = Address.host(address);
    return host.isEmpty() ? null : host;
  }

  /** As in {@code on 9 sites, first 2023-08-03 wire; 2 differ in numbers}, after the versions. */
  static String text(Summary summary, String origin) {
    StringBuilder text = new StringBuilder();
    if (hasOrigins(summary)) {
      text.append(" on ").append(Counted.of(summary.origins().size(), origin));
    }
    if (summary.first() != null) {
      text.append(", first ").append(summary.first().date()).append(' ');
      text.append(who(summary.first()));
    }
    if (summary.differences() != null) {
      differing(summary).forEach((kind, words) -> text.append("; ").append(words));
      text.append(notCompared(summary));
    }
    return text.toString();
  }

  /** As in {@code 2 differ in numbers}; in at least so many, if not all were compared. */
  public static SequencedMap<ChangeKind, String> differing(Summary summary) {
    String least = notCompared(summary).isEmpty() ? "" : "at least ";
    SequencedMap<ChangeKind, String> texts = new LinkedHashMap<>();
    summary
        .differences()
        .byKind()
        .forEach(
            (kind, ids) -> {
              String verb = ids.size() == 1 ? "differs" : "differ";
              texts.put(
                  kind,
                  String.format(
                      Locale.ROOT, "%s%,d %s in %s", least, ids.size(), verb, kind.label()));
            });
    return texts;
  }

  /** Whether any origin is known. */
  private static boolean hasOrigins(Summary summary) {
    return summary.origins() != null && !summary.origins().isEmpty();
  }

  /** What to call a version with a date: its origins if it has any, else its id. */
  public static String who(Dated version) {
    return version.origins().isEmpty() ? version.id() : String.join(", ", version.origins());
  }

  /** How many versions were compared, if not all were; else empty. */
  public static String notCompared(Summary summary) {
    int others = summary.versions() - 1;
    int compared = summary.differences() == null ? others : summary.differences().compared();
    return compared == others
        ? ""
        : String.format(Locale.ROOT, " (%,d of %,d compared)", compared, others);
  }
}
