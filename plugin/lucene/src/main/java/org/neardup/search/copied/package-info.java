// SPDX-License-Identifier: Apache-2.0

/**
 * Which documents hold what a text says, and which passages of it: {@link
 * org.neardup.search.copied.Containments}.
 *
 * <p>Experimental: may change with a minor release.
 */
package org.neardup.search.copied;
