// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.List;
import org.neardup.search.explain.Contrast.Change;

/**
 * A group as a reader looks at it.
 *
 * @param representative the document that stands for the others
 * @param beginning of its text, if it has no title; empty if that is not known
 * @param about what a reader sees of the group while it is closed
 * @param changes in what the first version differs, the most telling first; none if that is not
 *     known
 * @param versions some of the others, those that differ alike as one
 * @param others how many there are of these besides
 * @param copies how many have the text of the representative
 * @param copyCards some of these
 */
public record ShownGroup(
    DocumentCard representative,
    String beginning,
    String about,
    List<Change> changes,
    List<Version> versions,
    int others,
    int copies,
    List<DocumentCard> copyCards) {}
