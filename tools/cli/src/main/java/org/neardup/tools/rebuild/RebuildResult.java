// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.util.List;
import org.neardup.index.WriterStatistics.OutcomeCounts;
import org.neardup.tools.rebuild.RebuildReport.FieldReport;

/**
 * What a rebuild did.
 *
 * @param documents in the source
 * @param resumedAt number of the document of the source that this run began with, 0 if it was the
 *     first
 * @param outcomes what became of the documents of this run
 * @param failed documents that could not be written, in the runs before this one too; each was
 *     named when it was tried
 * @param fields what became of each field
 * @param notes what was not carried over, other than fields, in words
 */
public record RebuildResult(
    int documents,
    int resumedAt,
    OutcomeCounts outcomes,
    long failed,
    List<FieldReport> fields,
    List<String> notes) {}
