// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

/**
 * What a group is.
 *
 * @param reason in words, with numbers
 */
public record Classification(Kind kind, String reason) {}
