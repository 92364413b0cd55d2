// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Locale;
import java.util.Map;
import org.neardup.spark.Counts;

/**
 * What a run did. Component names are the keys of the JSON, those of {@code neardup cluster} where
 * they mean the same.
 *
 * @param documents read and accepted
 * @param failed records that could not be used
 * @param inputBytes size of the accepted documents, uncompressed; 0 for Parquet
 * @param written clusters or documents
 * @param seconds time of all, output included
 * @param settings what decided about the result
 * @param found what was found
 */
record SparkReport(
    long documents,
    long failed,
    long inputBytes,
    long written,
    double seconds,
    Map<String, String> settings,
    Counts found) {

  String json() throws JsonProcessingException {
    return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this);
  }

  /** For people. */
  String text() {
    StringBuilder rows = new StringBuilder();
    row(rows, "documents", documents);
    row(rows, "without text", found.withoutText());
    row(rows, "failed", failed);
    row(rows, "texts", found.texts());
    row(rows, "candidates", found.candidates());
    row(rows, "in doubt", found.inDoubt());
    row(rows, "of them near", found.nearDuplicates());
    row(rows, "clusters", found.clusters());
    row(rows, "documents in", found.clustered());
    found.kinds().forEach((kind, count) -> row(rows, "  " + kind, count));
    row(rows, "rounds", found.rounds());
    if (found.hotBuckets() > 0) {
      row(rows, "hot buckets", found.hotBuckets());
      row(rows, "pairs skipped", found.skippedPairs());
    }
    row(rows, "MB shuffled", found.shuffledBytes() * 1e-6);
    found.stageSeconds().forEach((stage, taken) -> row(rows, "s " + stage, taken));
    row(rows, "written", written);
    row(rows, "seconds", seconds);
    return rows.toString().stripTrailing();
  }

  private static void row(StringBuilder rows, String name, long value) {
    rows.append(String.format(Locale.ROOT, "%-16s%,13d%n", name, value));
  }

  private static void row(StringBuilder rows, String name, double value) {
    rows.append(String.format(Locale.ROOT, "%-16s%,13.2f%n", name, value));
  }
}
