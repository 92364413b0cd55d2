// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Weight;

/**
 * How a query was searched.
 *
 * @param weight of the query; null if it is not known
 * @param leaves that the weight was made for, which a reader that several threads ask first may
 *     give as other objects; null if no collector saw any
 */
record QueryExecution(Weight weight, List<LeafReaderContext> leaves) {}
