// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.time.Instant;

/**
 * What a page is to show.
 *
 * @param top how many groups
 * @param dateField the field with the dates of documents
 * @param commandLine that asks for it, to be shown
 * @param made when, to be shown
 */
public record ReportRequest(int top, String dateField, String commandLine, Instant made) {}
