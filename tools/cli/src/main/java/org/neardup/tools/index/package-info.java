// SPDX-License-Identifier: Apache-2.0
/**
 * What do the commands do with an index? {@link org.neardup.tools.index.IndexFolder} finds it,
 * {@link org.neardup.tools.index.Indexer} adds documents, {@link org.neardup.tools.index.Upkeep}
 * deletes, checks, repairs and retunes, and {@link org.neardup.tools.index.NeardupIndex} reads.
 *
 * <p>What a run did is a report beside the class that did it, here and in the other packages: a
 * record whose component names are the keys of the JSON.
 */
package org.neardup.tools.index;
