// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.ReferenceManager;
import org.apache.lucene.store.Directory;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;

/**
 * The index as of its last commit, for any number of threads: each has one state of it until it
 * lets go of it.
 */
final class LatestIndex extends ReferenceManager<NeardupIndex> {
  /** How often to look for a commit, as that reads a file. */
  private static final long INTERVAL_NANOS = 500_000_000;

  private final IndexFolder folder;
  private final Terminal terminal;
  private final Directory directory;
  private final AtomicLong lastLook = new AtomicLong(System.nanoTime());

  /**
   * Opens it.
   *
   * @param terminal is told of later commits that cannot be opened
   */
  LatestIndex(IndexFolder folder, Terminal terminal) throws IOException {
    this.folder = folder;
    this.terminal = terminal;
    directory = folder.openForReading();
    current = NeardupIndex.open(directory); // which closes the directory if it fails
  }

  /** The index, at most half a second behind the last commit that opens; to be released. */
  NeardupIndex latest() throws IOException {
    long now = System.nanoTime();
    long before = lastLook.get();
    if (now - before >= INTERVAL_NANOS && lastLook.compareAndSet(before, now)) {
      try {
        maybeRefresh();
      } catch (FileNotFoundException | NoSuchFileException e) {
        assert e != null; // it is being replaced: the last commit is still open
      } catch (IOException | RuntimeException | Error e) {
        Failures.report(causeOf(e), terminal);
      }
    }
    return acquire();
  }

  /** See {@link IndexFolder#causeOf}. */
  Throwable causeOf(Throwable failure) {
    return folder.causeOf(failure);
  }

  @Override
  protected NeardupIndex refreshIfNeeded(NeardupIndex index) throws IOException {
    try {
      return index.refreshed();
    } catch (IllegalStateException e) { // another index of the same names is in its place
      return NeardupIndex.open(folder);
    }
  }

  @Override
  protected boolean tryIncRef(NeardupIndex index) {
    return index.all().tryIncRef();
  }

  @Override
  protected void decRef(NeardupIndex index) throws IOException {
    index.all().decRef();
  }

  @Override
  protected int getRefCount(NeardupIndex index) {
    return index.all().getRefCount();
  }

  @Override
  protected void afterClose() throws IOException {
    directory.close();
  }
}
