// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * A writable directory over a read-only one: new files go elsewhere, and deleted files are only
 * hidden. So a dry run can change an index without touching its files.
 */
final class OverlayDirectory extends FilterDirectory {
  private final Directory below;
  private final Set<String> deleted = new HashSet<>(); // of the files below

  /** Closes both with itself. */
  OverlayDirectory(Directory below, Directory above) {
    super(above);
    this.below = below;
  }

  @Override
  public synchronized String[] listAll() throws IOException {
    Set<String> names = new TreeSet<>(Set.of(below.listAll()));
    names.removeAll(deleted);
    names.addAll(Set.of(in.listAll()));
    return names.toArray(String[]::new);
  }

  private boolean isAbove(String name) throws IOException {
    return Set.of(in.listAll()).contains(name);
  }

  /** The directory that a file is in. */
  private synchronized Directory of(String name) throws IOException {
    if (isAbove(name)) {
      return in;
    }
    if (deleted.contains(name)) {
      throw new NoSuchFileException(name);
    }
    return below;
  }

  @Override
  public synchronized void deleteFile(String name) throws IOException {
    if (isAbove(name)) {
      in.deleteFile(name);
    } else {
      of(name).fileLength(name); // or throws, as there is no such file
      deleted.add(name);
    }
  }

  @Override
  public long fileLength(String name) throws IOException {
    return of(name).fileLength(name);
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return of(name).openInput(name, context);
  }

  @Override
  public void sync(Collection<String> names) {} // it is not kept anyway

  @Override
  public void syncMetaData() {}

  @Override
  public synchronized void close() throws IOException {
    IOUtils.close(in, below);
  }
}
