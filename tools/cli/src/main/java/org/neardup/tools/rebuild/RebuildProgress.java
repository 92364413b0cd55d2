// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/**
 * How far a rebuild is, as the commits of its target carry it in their user data.
 *
 * @param source the commit that is read
 * @param nextDocument the first document of it that is not in the target's commit
 * @param failed how many documents before it could not be written
 * @param done whether there is none
 */
record RebuildProgress(String source, int nextDocument, long failed, boolean done) {
  private static final String SOURCE = "rebuild.source";
  private static final String NEXT_DOCUMENT = "rebuild.nextDocument";
  private static final String FAILED = "rebuild.failed"; // not in commits of earlier versions
  private static final String DONE = "rebuild.done";

  /**
   * That of a target.
   *
   * @param source the commit to be read
   * @throws RebuildException if another one was read, or the target was made by something else
   */
  static RebuildProgress of(Directory target, String source) throws IOException {
    if (!DirectoryReader.indexExists(target)) {
      return new RebuildProgress(source, 0, 0, false);
    }
    SegmentInfos commit = SegmentInfos.readLatestCommit(target);
    Map<String, String> data = commit.getUserData();
    if (!data.containsKey(SOURCE) && commit.totalMaxDoc() > 0) {
      throw new RebuildException(
          "the folder that ends in .partial holds an index that no rebuild began");
    }
    String begun = data.getOrDefault(SOURCE, source);
    if (!begun.equals(source)) {
      throw new RebuildException(
          "it changed since the rebuild began, from commit "
              + begun
              + " to "
              + source
              + "; delete the folder that ends in .partial to start over");
    }
    return new RebuildProgress(
        source,
        Integer.parseInt(data.getOrDefault(NEXT_DOCUMENT, "0")),
        Long.parseLong(data.getOrDefault(FAILED, "0")),
        Boolean.parseBoolean(data.get(DONE)));
  }

  /** As user data of a commit. */
  Map<String, String> data() {
    return Map.of(
        SOURCE,
        source,
        NEXT_DOCUMENT,
        Integer.toString(nextDocument),
        FAILED,
        Long.toString(failed),
        DONE,
        String.valueOf(done));
  }
}
