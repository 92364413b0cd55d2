// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.neardup.tools.input.InputDocument;

/**
 * Where the documents point to, in a temporary file, by their numbers: kept where links or their
 * hosts are compared.
 */
public final class PageTargets implements Closeable {
  private static final Set<String> LINKS = Set.of("links", "hosts");

  private final RecordFile targets;

  public PageTargets(Directory directory) throws IOException {
    targets = new RecordFile(directory, "targets");
  }

  /** Whether documents are compared by where they point to. */
  public static boolean areIn(List<String> fields) {
    return LINKS.containsAll(fields);
  }

  /** Those of a document, each on one line; none if other fields are compared. */
  static List<String> of(InputDocument input, List<String> fields) {
    return areIn(fields)
        ? fields.stream()
            .flatMap(field -> input.values(field).stream())
            .map(target -> target.replace('\n', ' '))
            .distinct()
            .toList()
        : List.of();
  }

  /** Adds those of the next document. */
  public void add(ClusterDocument document) throws IOException {
    targets.add(String.join("\n", document.targets()).getBytes(UTF_8));
  }

  /** Ends adding and begins reading. */
  public void finish() throws IOException {
    targets.finish();
  }

  public Reader reader() {
    return new Reader();
  }

  @Override
  public void close() throws IOException {
    targets.close();
  }

  /** For one thread. */
  public final class Reader {
    private final RecordFile.Reader reader = targets.reader();

    /** Where a document points to. */
    public Stream<String> of(int document) throws IOException {
      return new String(reader.bytes(document), UTF_8).lines();
    }
  }
}
