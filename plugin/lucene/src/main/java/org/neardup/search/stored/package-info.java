// SPDX-License-Identifier: Apache-2.0

/**
 * One version of each text in an index built without Neardup, by the stored texts of what a search
 * finds: {@link org.neardup.search.stored.StoredTextCollapse}.
 */
package org.neardup.search.stored;
