// SPDX-License-Identifier: Apache-2.0

/**
 * One version of each text in an index built without Neardup, by the stored texts of what a search
 * finds: {@link org.neardup.search.stored.StoredTextCollapse}.
 *
 * <p>Experimental: may change with a minor release.
 */
package org.neardup.search.stored;
