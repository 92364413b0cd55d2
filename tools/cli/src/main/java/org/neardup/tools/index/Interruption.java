// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.concurrent.CountDownLatch;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;

/**
 * A request that the process ends, as by Ctrl-C. A command whose work can be resumed has the
 * process wait for it, commits what it has done, and says so. For any thread.
 */
public final class Interruption {
  private final CountDownLatch commandEnded = new CountDownLatch(1);
  private volatile boolean isDeferred;
  private volatile boolean isRequested;

  /**
   * That of this process: by a signal such as SIGINT or SIGTERM. Java ends the process once its
   * shutdown hooks have, whatever other threads do; so one of these waits.
   */
  public static Interruption ofProcess() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(new Thread(interruption::endProcess));
    return interruption;
  }

  private void endProcess() {
    request();
    try {
      if (isDeferred) {
        commandEnded.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the command to end. */
  public void request() {
    isRequested = true;
  }

  /** Has the process wait for the command, which from now on often asks whether it is to end. */
  public void defer() {
    isDeferred = true;
  }

  /** Whether the command is to end. */
  public boolean isRequested() {
    return isRequested;
  }

  /**
   * How a command ends that was interrupted.
   *
   * @param documents of the last commit, that of a run that the same command resumes
   */
  public static ToolException resumable(int documents) {
    return ended(
        Counted.of(documents, "document")
            + (documents == 1 ? " is" : " are")
            + " in the index; the same command goes on");
  }

  /** How a command ends that was interrupted, with the state of the index in words. */
  static ToolException ended(String state) {
    return new ToolException(ExitCode.INTERRUPTED, "interrupted: " + state);
  }

  /** Notes that the command has ended, and has printed all that it has to say. */
  public void commandEnded() {
    commandEnded.countDown();
  }
}
