// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.Directory;
import org.neardup.compare.PairVerdict;

/**
 * What an index says of itself, as of its latest commit.
 *
 * @param config that it was made with, but for its seed, which an index does not tell: it is the
 *     default one
 * @param settings the same by name, for people to read, with the algorithm, the bands, and hashes
 *     of analyzer and seed
 * @param verdicts those that hold, by their ids
 */
public record IndexInfo(
    CollapseConfig config, SortedMap<String, String> settings, List<PairVerdict> verdicts) {
  /** Copies, and checks that nothing is null. */
  public IndexInfo {
    Objects.requireNonNull(config, "config");
    settings = Collections.unmodifiableSortedMap(Objects.requireNonNull(settings, "settings"));
    verdicts = List.copyOf(Objects.requireNonNull(verdicts, "verdicts"));
  }

  /**
   * Reads what an index says.
   *
   * @throws IndexSettingsException if there is no index, or something else made it
   * @throws CorruptIndexException if what the commit says is damaged
   */
  public static IndexInfo read(Directory index) throws IOException {
    return CommitSettings.info(Objects.requireNonNull(index, "index"));
  }
}
