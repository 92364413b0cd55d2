// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.lucene.util.IOConsumer;

/**
 * The groups that were asked for last, each with all its documents. It outlives refreshes, so that
 * a group whose representatives go one after the other is read once.
 */
final class GroupCache {
  private final Supplier<Group> emptyGroup;

  /** By number, those asked for last at the end; none is empty. */
  private final Map<Long, Group> groups = new LinkedHashMap<>(16, .75f, true);

  private long size; // documents in these groups
  private long keptSize; // those that the last refresh left

  GroupCache(Supplier<Group> emptyGroup) {
    this.emptyGroup = emptyGroup;
  }

  /**
   * Notes a refresh, which makes room.
   *
   * @param mostKept documents in groups to keep; those of groups asked for last
   */
  void refreshed(double mostKept) {
    Iterator<Group> oldest = groups.values().iterator();
    while (size > mostKept) {
      size -= oldest.next().size();
      oldest.remove();
    }
    keptSize = size;
  }

  /** Documents in memory. */
  long size() {
    return size;
  }

  /** Of these, those that came since the last refresh. */
  long readCount() {
    return size - keptSize;
  }

  /** A group, of which a source gives the documents if it is not in memory. */
  Group get(long number, IOConsumer<Consumer<RankedDocument>> source) throws IOException {
    Group group = groups.get(number);
    if (group == null) {
      group = emptyGroup.get();
      source.accept(group::add);
      if (group.size() > 0) {
        groups.put(number, group);
        size += group.size();
      }
    }
    return group;
  }

  /** Adds a document to a group, if that is in memory. */
  void add(long number, RankedDocument document) {
    change(number, group -> group.add(document));
  }

  /** Removes a document from a group, if that is in memory. */
  void remove(long number, RankedDocument document) {
    change(number, group -> group.remove(document));
  }

  private void change(long number, Consumer<Group> change) {
    Group group = groups.get(number);
    if (group != null) {
      size -= group.size();
      change.accept(group);
      size += group.size();
      if (group.size() == 0) {
        groups.remove(number);
      }
    }
  }
}
