// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;

/**
 * A commit of an index, and what tells whether Neardup alone wrote it: every segment has a {@link
 * SegmentMark}, and there are as many live documents as the last commit of Neardup's left, which
 * {@link CommitData#DOCUMENTS} says. Doc values that another writer updated do not show.
 *
 * @param userData of the commit
 * @param changes of another writer, in words: one for each segment that it wrote, and one if the
 *     number of documents is another one
 */
public record LastCommit(Map<String, String> userData, List<String> changes) {
  /** Takes copies. */
  public LastCommit {
    userData = Map.copyOf(userData);
    changes = List.copyOf(changes);
  }

  /** The commit that a reader was opened of. */
  public static LastCommit of(DirectoryReader reader) throws IOException {
    String file = reader.getIndexCommit().getSegmentsFileName();
    return of(SegmentInfos.readCommit(reader.directory(), file));
  }

  /** The commit that some segments are of. */
  public static LastCommit of(SegmentInfos segments) {
    List<String> changes = new ArrayList<>();
    long documents = 0;
    for (SegmentCommitInfo segment : segments) {
      documents += segment.info.maxDoc() - segment.getDelCount();
      if (!SegmentMark.isOn(segment.info)) {
        changes.add("segment " + segment.info.name + " was not written by Neardup");
      }
    }
    String left = segments.getUserData().get(CommitData.PREFIX + CommitData.DOCUMENTS);
    if (left != null && !left.equals(Long.toString(documents))) {
      changes.add("it has " + documents + " documents, where Neardup left " + left);
    }
    return new LastCommit(segments.getUserData(), changes);
  }
}
