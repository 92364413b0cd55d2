// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

/**
 * What a group is.
 *
 * @param reason in words, with numbers
 */
record Classification(Kind kind, String reason) {}
