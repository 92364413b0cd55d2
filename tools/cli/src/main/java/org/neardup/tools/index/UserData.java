// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.record.CommitData;

/**
 * The user data of commits: Neardup's own, the tools' own, and any of an application, such as how
 * far it read a queue.
 */
public final class UserData {
  /** What the names of the tools' own begin with. */
  public static final String PREFIX = "tools.";

  private UserData() {}

  /** That of the latest commit of an index; empty if there is none. */
  public static Map<String, String> of(Directory directory) throws IOException {
    return DirectoryReader.indexExists(directory)
        ? SegmentInfos.readLatestCommit(directory).getUserData()
        : Map.of();
  }

  /** Whether a name is Neardup's or the tools'. */
  public static boolean isReserved(String name) {
    return name.startsWith(CommitData.PREFIX) || name.startsWith(PREFIX);
  }

  /** What is an application's, to which more can be added. */
  public static Map<String, String> ofApplication(Map<String, String> userData) {
    Map<String, String> others = new TreeMap<>(userData);
    others.keySet().removeIf(UserData::isReserved);
    return others;
  }
}
