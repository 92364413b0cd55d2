// SPDX-License-Identifier: Apache-2.0
/**
 * What do the near-duplicates of an index or a corpus look like, and what do they cost? {@link
 * org.neardup.tools.report.ReportRun} finds out, and writes one HTML page that needs nothing else.
 *
 * <p>A survey makes findings of an index or of a file of clusters, the page shows them; neither
 * knows the other.
 */
package org.neardup.tools.report;
