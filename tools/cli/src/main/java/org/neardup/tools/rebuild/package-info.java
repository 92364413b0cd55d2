// SPDX-License-Identifier: Apache-2.0
/**
 * How does an index that others wrote become a collapsed one? {@link
 * org.neardup.tools.rebuild.Rebuild} reads its documents back, as far as Lucene lets it, and writes
 * them through the hook.
 */
package org.neardup.tools.rebuild;
