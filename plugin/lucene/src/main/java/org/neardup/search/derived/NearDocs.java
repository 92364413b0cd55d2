// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

/** Documents that resemble one and share a short key with it, and whether it has long keys. */
final class NearDocs {
  private final int[] docs;
  private final boolean hasLongKeys;

  NearDocs(int[] docs, boolean hasLongKeys) {
    this.docs = docs;
    this.hasLongKeys = hasLongKeys;
  }

  int[] docs() {
    return docs;
  }

  boolean hasLongKeys() {
    return hasLongKeys;
  }
}
