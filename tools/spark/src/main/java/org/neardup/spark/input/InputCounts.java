// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.util.Set;
import org.neardup.tools.input.ProblemCounts;

/**
 * What was read, once an action has read all of it.
 *
 * @param documents accepted
 * @param failed pieces of input that could not be used
 * @param bytes size of the accepted documents, uncompressed
 * @param problems failures and notes, in the order of the input
 * @param names of the fields that documents have; empty unless asked for
 */
public record InputCounts(
    long documents, long failed, long bytes, ProblemCounts problems, Set<String> names) {}
