// SPDX-License-Identifier: Apache-2.0

/**
 * One version of each text over lists of hits, whatever engine found them: {@link
 * org.neardup.group.CollapsedRanking}.
 *
 * <p>Experimental: may change with a minor release.
 */
package org.neardup.group;
