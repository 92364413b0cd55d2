// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.Comparator;
import java.util.OptionalDouble;
import org.neardup.compare.ResemblanceRule;

/**
 * What decisions depend on.
 *
 * @param idField the indexed field that identifies a document
 * @param drops whether variants are dropped
 * @param rule which documents are near-duplicates
 * @param preference which of them represents the others: the greater one
 * @param leastContainment of a visible document in another one that hides it; empty if none does
 * @param maxPending documents that may be pending before a refresh is due
 * @param maxPendingBytes of the heap that they may take before
 */
public record GroupSettings(
    String idField,
    boolean drops,
    ResemblanceRule rule,
    Comparator<RankedDocument> preference,
    OptionalDouble leastContainment,
    int maxPending,
    double maxPendingBytes) {}
