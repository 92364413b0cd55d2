// SPDX-License-Identifier: Apache-2.0
/**
 * How does an index built without Neardup become a collapsed one? {@link
 * org.neardup.tools.rebuild.Rebuild} reads its documents back, as far as Lucene can, and writes
 * them through the hook; {@link org.neardup.tools.rebuild.Rebuilder} puts the new index in place.
 */
package org.neardup.tools.rebuild;
