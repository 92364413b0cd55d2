// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import org.apache.lucene.util.Version;

/** The versions that a bug report needs. */
public final class ProgramVersion {
  private ProgramVersion() {}

  /** The version of this program, then that of Lucene, on one line. */
  public static String line() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return "neardup " + (version == null ? "unpackaged" : version) + ", Lucene " + Version.LATEST;
  }
}
