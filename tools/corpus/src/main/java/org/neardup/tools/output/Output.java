// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.output;

import java.io.IOException;
import java.nio.file.Path;

/** The destination of a result, which is first written to a temporary file. */
public interface Output {

  /** Makes the folder that the file is to be written to. */
  TemporaryFolder temporary() throws IOException;

  /** Delivers the finished file. */
  void take(Path finished) throws IOException;

  /** What it is, for messages. */
  String name();
}
