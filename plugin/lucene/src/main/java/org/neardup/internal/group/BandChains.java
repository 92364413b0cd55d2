// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IntsRef;

/**
 * Texts under the keys of their bands, in memory: each band has a hash table of chains, from the
 * latest text with a key to the earlier ones. Adding a text so takes one write a key beside its own
 * links, and nothing is moved; but no text can be removed. Keys are compared by 32 bits, so a
 * search may find texts that share no key. For one thread.
 */
final class BandChains {
  private static final int LEAST_BITS = 6;

  private final int bands;
  private final IntsRef found = new IntsRef();
  private int bits; // of a key's hash that choose a chain; there is room for as many texts
  private int[] latest; // by band and chain: the number of a text and 1; 0 if there is none
  private long[] links = {}; // by text and band: hash of the key, and the next text as in latest
  private int[] met = {}; // by text: the search that found it last
  private int search;
  private int count;

  /** Without texts, of which each has at most so many keys. */
  BandChains(int bands) {
    this.bands = bands;
    allocate(LEAST_BITS);
  }

  private void allocate(int newBits) {
    bits = newBits;
    latest = new int[bands << bits];
    links = Arrays.copyOf(links, bands << bits);
    met = Arrays.copyOf(met, 1 << bits);
  }

  /** Adds a text, whose number is that of texts before, under its keys, one a band. */
  void add(long[] keys) {
    if (count == met.length) {
      grow();
    }
    for (int band = 0; band < keys.length; band++) {
      link(count, band, hash(keys[band]));
    }
    count++;
  }

  private void link(int text, int band, int hash) {
    int chain = chain(band, hash);
    links[text * bands + band] = (long) hash << Integer.SIZE | latest[chain];
    latest[chain] = text + 1;
  }

  private static int hash(long key) {
    return (int) (key >>> Integer.SIZE) | 1; // so no link in use is 0
  }

  private int chain(int band, int hash) {
    return band << bits | hash >>> (Integer.SIZE - bits);
  }

  private void grow() {
    allocate(bits + 1);
    for (int i = 0; i < count * bands; i++) {
      if (links[i] != 0) {
        link(i / bands, i % bands, (int) (links[i] >>> Integer.SIZE));
      }
    }
  }

  /** The texts that have the same key in a band, each once; good until the next call. */
  IntsRef sharing(long[] keys) {
    search++;
    found.length = 0;
    int[] starts = new int[keys.length]; // first, as so memory is waited for once
    Arrays.setAll(starts, band -> latest[chain(band, hash(keys[band]))]);
    for (int band = 0; band < keys.length; band++) {
      find(starts[band], band, hash(keys[band]));
    }
    return found;
  }

  private void find(int start, int band, int hash) {
    int next = start;
    while (next != 0) {
      int text = next - 1;
      long link = links[text * bands + band];
      if ((int) (link >>> Integer.SIZE) == hash && met[text] != search) {
        met[text] = search;
        found.ints = ArrayUtil.grow(found.ints, found.length + 1);
        found.ints[found.length++] = text;
      }
      next = (int) link;
    }
  }
}
