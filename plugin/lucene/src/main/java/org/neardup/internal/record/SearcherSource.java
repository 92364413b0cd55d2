// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;

/** A reader that is best searched by a searcher of its own kind. */
public interface SearcherSource {
  /** A new searcher over this reader. */
  IndexSearcher newSearcher() throws IOException;
}
