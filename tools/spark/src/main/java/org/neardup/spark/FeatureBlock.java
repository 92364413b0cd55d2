// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/**
 * What was read of some rows.
 *
 * @param data {@link DocumentEntry}s of the documents with text
 * @param documents rows that were accepted
 * @param withText of these, documents with text
 * @param rejected rows that were not
 * @param bytes of the data
 * @param sample some of the keys to sort by
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record FeatureBlock(
    byte[] data, long documents, long withText, long rejected, long bytes, byte[][] sample)
    implements Serializable {

  /** What counts are made of, without the rest. */
  FeatureBlock withoutData() {
    return new FeatureBlock(DocumentEntry.NONE, documents, withText, rejected, bytes, sample);
  }
}
