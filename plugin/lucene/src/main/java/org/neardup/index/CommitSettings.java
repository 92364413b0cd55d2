// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.codec.SketchParameters;

/**
 * The settings of an index as its commits carry them in their user data: what a writer must have
 * the same to go on with the index.
 */
final class CommitSettings {
  private static final String PREFIX = "neardup.";
  private static final String VERSION = PREFIX + "version";
  private static final String NEXT_NUMBER = PREFIX + "nextNumber";
  private static final String CURRENT_VERSION = "1";

  private final Map<String, String> settings = new LinkedHashMap<>();

  CommitSettings(CollapseConfig config, SketchParameters parameters) {
    settings.put(VERSION, CURRENT_VERSION);
    settings.put(PREFIX + "idField", config.idField());
    settings.put(PREFIX + "textFields", String.join(",", config.textFields()));
    settings.put(PREFIX + "scopeField", config.scopeField().orElse(""));
    settings.put(PREFIX + "preference", config.preference().toString());
    settings.put(PREFIX + "threshold", Double.toString(config.threshold()));
    settings.put(PREFIX + "variants", config.variants().toString());
    settings.put(PREFIX + "sketch", parameters.toString());
  }

  /** The user data of a commit. */
  Map<String, String> userData(long nextNumber) {
    Map<String, String> userData = new LinkedHashMap<>(settings);
    userData.put(NEXT_NUMBER, Long.toString(nextNumber));
    return userData;
  }

  /**
   * The next order number of the index in a folder: 0 if there is no index yet.
   *
   * @throws IndexSettingsException if there is one, and other settings or something else made it
   */
  long nextNumber(Directory directory) throws IOException {
    if (!DirectoryReader.indexExists(directory)) {
      return 0;
    }
    Map<String, String> found = SegmentInfos.readLatestCommit(directory).getUserData();
    if (!found.containsKey(VERSION)) {
      throw new IndexSettingsException("index was not made by neardup: " + directory);
    }
    List<String> differences = new ArrayList<>();
    settings.forEach(
        (name, wanted) -> {
          if (!wanted.equals(found.get(name))) {
            String plainName = name.substring(PREFIX.length());
            differences.add(plainName + " " + found.get(name) + ", opened with " + wanted);
          }
        });
    if (!differences.isEmpty()) {
      throw new IndexSettingsException(
          "index was made with " + String.join("; with ", differences) + ": " + directory);
    }
    return Long.parseLong(found.get(NEXT_NUMBER));
  }
}
