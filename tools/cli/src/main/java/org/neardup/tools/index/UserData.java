// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.internal.record.CommitData;
import org.neardup.tools.analysis.Analyzers;

/**
 * The user data of commits: what Neardup and the tools keep there, and what an application does,
 * such as how far it has read a queue.
 */
public final class UserData {
  /** Name of how far an interrupted run had read its input. */
  static final String INPUT = "tools.input";

  /** What names of the progress of a rebuild begin with. */
  public static final String REBUILD = "tools.rebuild.";

  private static final String MADE_BY_NEARDUP = CommitData.PREFIX + CommitData.VERSION;

  private UserData() {}

  /** That of the latest commit of an index; empty if there is none. */
  public static Map<String, String> of(Directory directory) throws IOException {
    return DirectoryReader.indexExists(directory)
        ? SegmentInfos.readLatestCommit(directory).getUserData()
        : Map.of();
  }

  /** What an application keeps in a commit; more can be added to it. */
  public static Map<String, String> ofApplication(Map<String, String> userData) {
    Map<String, String> others = new TreeMap<>(userData);
    others.keySet().removeIf(UserData::isReserved);
    return others;
  }

  /** The names under which an application keeps something, and Neardup or the tools do. */
  public static List<String> clashes(Map<String, String> userData) {
    return userData.containsKey(MADE_BY_NEARDUP)
        ? List.of()
        : userData.keySet().stream().filter(UserData::isReserved).sorted().toList();
  }

  private static boolean isReserved(String name) {
    return name.startsWith(CommitData.PREFIX)
        || name.startsWith(REBUILD)
        || name.equals(INPUT)
        || name.equals(Analyzers.KEY);
  }
}
