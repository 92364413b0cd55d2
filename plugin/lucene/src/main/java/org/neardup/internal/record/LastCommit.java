// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/**
 * A commit of an index, and what tells whether Neardup alone wrote it: every segment has a {@link
 * SegmentMark}, and there are as many live documents as the last commit of Neardup's left, which
 * {@link CommitData#DOCUMENTS} says. Doc values that another writer updated do not show.
 *
 * @param data of the commit
 * @param changes of another writer, in words: one for each segment that it wrote, and one if the
 *     number of documents is another one
 */
public record LastCommit(CommitData data, List<String> changes) {
  /** Takes a copy. */
  public LastCommit {
    changes = List.copyOf(changes);
  }

  /** The commit that a reader was opened of. */
  public static LastCommit of(DirectoryReader reader) throws CorruptIndexException {
    // Its file may be gone: a writer deletes commits that readers still show.
    return of(((StandardDirectoryReader) reader).getSegmentInfos());
  }

  /** The commit that some segments are of. */
  public static LastCommit of(SegmentInfos segments) throws CorruptIndexException {
    List<String> changes = new ArrayList<>();
    long documents = 0;
    for (SegmentCommitInfo segment : segments) {
      documents += segment.info.maxDoc() - segment.getDelCount();
      if (!SegmentMark.isOn(segment.info)) {
        changes.add("segment " + segment.info.name + " was not written by Neardup");
      }
    }
    CommitData data = CommitData.of(segments);
    if (data.isOurs()) {
      int left = data.read(CommitData.DOCUMENTS, Integer::parseInt);
      if (left != documents) {
        changes.add("it has " + documents + " documents, where Neardup left " + left);
      }
    }
    return new LastCommit(data, changes);
  }

  /**
   * Reads all files of the last commit.
   *
   * @throws CorruptIndexException naming the first file whose checksum is another one
   */
  public static void compareChecksums(Directory directory) throws IOException {
    for (String file : SegmentInfos.readLatestCommit(directory).files(true)) {
      try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
        CodecUtil.checksumEntireFile(in);
      }
    }
  }
}
