// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/** Keeps what was used last, as far as there is room. For one thread at a time. */
public final class Lru<K, V> {
  private final ToLongBiFunction<K, V> size;
  private final long room;
  private final Map<K, V> values = new LinkedHashMap<>(16, .75f, true);
  private long used;

  /**
   * Without values.
   *
   * @param size of a key and its value, always the same for them, in the unit of the room
   */
  public Lru(long room, ToLongBiFunction<K, V> size) {
    this.room = room;
    this.size = size;
  }

  /** The value of a key, or null. */
  public V get(K key) {
    return values.get(key);
  }

  /** Keeps a value until others take its room. */
  public void put(K key, V value) {
    V replaced = values.put(key, value);
    used += size.applyAsLong(key, value);
    used -= replaced == null ? 0 : size.applyAsLong(key, replaced);
    shrink();
  }

  private void shrink() {
    Iterator<Map.Entry<K, V>> oldest = values.entrySet().iterator();
    while (used > room) {
      Map.Entry<K, V> entry = oldest.next();
      used -= size.applyAsLong(entry.getKey(), entry.getValue());
      oldest.remove();
    }
  }

  public void clear() {
    values.clear();
    used = 0;
  }

  /** How many values there are. */
  int count() {
    return values.size();
  }
}
