// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;

/**
 * Documents by number, in the order of the input: their ids and pages in temporary files, and which
 * texts each has. Several may have the same.
 */
public final class Documents implements Closeable {
  private final RecordFile ids;
  private final RecordFile hosts;
  private final RecordFile pages;
  private final RecordFile targets;
  private final boolean keepsPages;
  private final boolean keepsTargets;
  private int[] texts = new int[64];
  private int[] wholes = new int[64];
  private int count;

  /** Documents by text: those of a text stand from its start to that of the next. */
  private int[] starts;

  private int[] byText;

  /**
   * No documents.
   *
   * @param keepsPages whether pages are kept
   * @param keepsTargets whether it is kept where they point to
   */
  public Documents(Directory directory, boolean keepsPages, boolean keepsTargets)
      throws IOException {
    this.keepsPages = keepsPages;
    this.keepsTargets = keepsTargets;
    ids = new RecordFile(directory, "ids");
    hosts = keepsPages ? new RecordFile(directory, "hosts") : null;
    pages = keepsPages ? new RecordFile(directory, "pages") : null;
    targets = keepsTargets ? new RecordFile(directory, "targets") : null;
  }

  /**
   * Adds a document.
   *
   * @param text number of what is compared of it
   * @param whole number of its whole text
   */
  public void add(ClusterDocument document, int text, int whole) throws IOException {
    ids.add(document.id().getBytes(UTF_8));
    if (keepsPages) {
      hosts.add(document.page().host().getBytes(UTF_8));
      pages.add(document.page().toLongs());
    }
    if (keepsTargets) {
      targets.add(String.join("\n", document.targets()).getBytes(UTF_8));
    }
    texts = ArrayUtil.grow(texts, count + 1);
    wholes = ArrayUtil.grow(wholes, count + 1);
    wholes[count] = whole;
    texts[count++] = text;
  }

  public int count() {
    return count;
  }

  public int text(int document) {
    return texts[document];
  }

  /** The number of the whole text of a document; among those, equal for equal texts. */
  public int whole(int document) {
    return wholes[document];
  }

  /**
   * Gives texts other numbers; to be called before {@link #finish}.
   *
   * @param numbers by the old ones
   */
  public void renumber(int[] numbers) {
    for (int document = 0; document < count; document++) {
      texts[document] = numbers[texts[document]];
    }
  }

  /** Ends adding and begins reading. */
  public void finish(int textCount) throws IOException {
    ids.finish();
    if (keepsPages) {
      hosts.finish();
      pages.finish();
    }
    if (keepsTargets) {
      targets.finish();
    }
    starts = new int[textCount + 1];
    for (int document = 0; document < count; document++) {
      starts[texts[document] + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    byText = new int[count];
    int[] next = Arrays.copyOf(starts, textCount);
    for (int document = 0; document < count; document++) {
      byText[next[texts[document]]++] = document;
    }
  }

  /** How many documents have a text. */
  public int copies(int text) {
    return starts[text + 1] - starts[text];
  }

  /** One of the documents that have a text, by index from 0, in the order of the input. */
  public int copy(int text, int index) {
    return byText[starts[text] + index];
  }

  public Reader reader() {
    return new Reader();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(ids, hosts, pages, targets);
  }

  /** For one thread. */
  public final class Reader {
    private final RecordFile.Reader idReader = ids.reader();
    private final RecordFile.Reader hostReader = keepsPages ? hosts.reader() : null;
    private final RecordFile.Reader pageReader = keepsPages ? pages.reader() : null;
    private final RecordFile.Reader targetReader = keepsTargets ? targets.reader() : null;

    public String id(int document) throws IOException {
      return new String(idReader.bytes(document), UTF_8);
    }

    public PageTraits page(int document) throws IOException {
      return PageTraits.ofLongs(host(document), pageReader.longs(document));
    }

    /** Where a document points to. */
    public Stream<String> targets(int document) throws IOException {
      return new String(targetReader.bytes(document), UTF_8).lines();
    }

    /** The hosts of some documents. */
    public String[] hosts(int[] some) throws IOException {
      String[] hosts = new String[some.length];
      for (int i = 0; i < some.length; i++) {
        hosts[i] = host(some[i]);
      }
      return hosts;
    }

    private String host(int document) throws IOException {
      return new String(hostReader.bytes(document), UTF_8);
    }
  }
}
