// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import org.apache.lucene.util.BytesRef;

/**
 * A write to a simulated shard.
 *
 * @param number tells it from all others: after a failover, numbers of lost ones are given again
 * @param seqNo its place in the order of writes
 * @param sketch null if it deletes
 */
record SimulatedWrite(int number, String id, long seqNo, long date, BytesRef sketch) {}
