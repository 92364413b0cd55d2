// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.concurrent.CountDownLatch;

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

  /** Notes that the command has ended, and has printed all that it has to say. */
  public void commandEnded() {
    commandEnded.countDown();
  }
}
