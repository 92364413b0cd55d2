// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.grouping;

import java.io.IOException;
import java.util.Arrays;
import org.neardup.tools.cluster.text.Documents;

/** The documents of each group of at least two, group by group. 8 bytes a text. */
public final class GroupMembers {
  private final Documents documents;

  /** Representative and text; ascending. */
  private final long[] texts;

  public GroupMembers(Documents documents, Groups groups, int textCount) {
    this.documents = documents;
    texts = new long[textCount];
    Arrays.setAll(texts, text -> (long) groups.representative(text) << 32 | text);
    Arrays.parallelSort(texts);
  }

  /** Takes each group. */
  @FunctionalInterface
  public interface Action {
    /**
     * Takes a group.
     *
     * @param representative the text that stands for it
     * @param members the first document with that text, then the others in the order of the input
     */
    void accept(int representative, int[] members) throws IOException;
  }

  /** Gives all groups in the order of the texts that stand for them. */
  public void forEach(Action action) throws IOException {
    for (int start = 0, end; start < texts.length; start = end) {
      int representative = (int) (texts[start] >>> 32);
      int count = 0;
      for (end = start; end < texts.length && texts[end] >>> 32 == representative; end++) {
        count += documents.copies((int) texts[end]);
      }
      if (count > 1) {
        int[] members = members(start, end, count);
        moveToFront(documents.copy(representative, 0), members);
        action.accept(representative, members);
      }
    }
  }

  private static void moveToFront(int document, int[] ascending) {
    int place = Arrays.binarySearch(ascending, document);
    System.arraycopy(ascending, 0, ascending, 1, place);
    ascending[0] = document;
  }

  private int[] members(int start, int end, int count) {
    int[] members = new int[count];
    int size = 0;
    for (int i = start; i < end; i++) {
      int text = (int) texts[i];
      for (int copy = 0; copy < documents.copies(text); copy++) {
        members[size++] = documents.copy(text, copy);
      }
    }
    Arrays.sort(members);
    return members;
  }
}
