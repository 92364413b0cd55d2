// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.IOException;
import org.neardup.tools.report.ReportFindings.Name;

/** The documents that are in groups, by number. For one thread. */
interface GroupDocuments {
  /** How people know a document. */
  Name name(int doc) throws IOException;

  /** Its text; null if it is not known. */
  String text(int doc) throws IOException;

  /** How much two resemble each other, and how that was found, in words. */
  String resemblance(int representative, Grouped.Near variant) throws IOException;
}
