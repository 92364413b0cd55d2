// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.neardup.tools.index.UserData;

/**
 * How far a rebuild is, as the commits of its target carry it in their user data.
 *
 * @param source the commit that is read
 * @param nextDocument the first document of it that is not in the target's commit
 * @param failed how many documents before it could not be written
 * @param done whether there is none
 */
record RebuildProgress(String source, int nextDocument, long failed, boolean done) {
  private static final String SOURCE = UserData.REBUILD + "source";
  private static final String NEXT_DOCUMENT = UserData.REBUILD + "nextDocument";
  private static final String FAILED = UserData.REBUILD + "failed";
  private static final String DONE = UserData.REBUILD + "done";

  /**
   * That of a target.
   *
   * @param source the commit to be read
   * @throws OtherRebuildException if another one was read, or something else made the target
   */
  static RebuildProgress of(Directory target, String source) throws IOException {
    if (!DirectoryReader.indexExists(target)) {
      return new RebuildProgress(source, 0, 0, false);
    }
    Map<String, String> data = UserData.of(target);
    String begun = data.get(SOURCE);
    if (begun == null) {
      throw new OtherRebuildException(
          "the folder that ends in .partial holds an index that no rebuild began");
    }
    if (!begun.equals(source)) {
      throw new OtherRebuildException(
          "it changed since the rebuild began, from commit " + begun + " to " + source);
    }
    return new RebuildProgress(
        source,
        Integer.parseInt(data.get(NEXT_DOCUMENT)),
        Long.parseLong(data.get(FAILED)),
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
