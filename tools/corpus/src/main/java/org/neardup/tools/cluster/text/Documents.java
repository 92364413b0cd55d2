// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Documents by number, in the order of the input: their ids and pages in a temporary file, and
 * which texts each has. Several may have the same.
 */
public final class Documents implements Closeable {
  /** Of each the id, the host, the page in longs, and where it points to. */
  private final RecordFile records;

  private int[] texts = new int[64];
  private int[] wholes = new int[64];
  private int count;

  /** Documents by text: those of a text stand from its start to that of the next. */
  private int[] starts;

  private int[] byText;

  /** No documents. */
  public Documents(Directory directory) throws IOException {
    records = new RecordFile(directory, "documents");
  }

  /**
   * Adds a document.
   *
   * @param text number of what is compared of it
   * @param whole number of its whole text
   */
  public void add(ClusterDocument document, int text, int whole) throws IOException {
    records.add(
        out -> {
          out.writeString(document.id());
          out.writeString(document.page().host());
          for (long hash : document.page().toLongs()) {
            out.writeLong(hash);
          }
          out.writeString(String.join("\n", document.targets()));
        });
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
    records.finish();
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
    records.close();
  }

  /** For one thread. */
  public final class Reader {
    private final RecordFile.Reader reader = records.reader();

    public String id(int document) throws IOException {
      return reader.at(document).readString();
    }

    public PageTraits page(int document) throws IOException {
      return page(afterId(document));
    }

    private static PageTraits page(IndexInput in) throws IOException {
      String host = in.readString();
      long[] hashes = new long[PageTraits.LONGS];
      in.readLongs(hashes, 0, hashes.length);
      return PageTraits.ofLongs(host, hashes);
    }

    private IndexInput afterId(int document) throws IOException {
      IndexInput in = reader.at(document);
      in.skipBytes(in.readVInt());
      return in;
    }

    /** Where a document points to. */
    public Stream<String> targets(int document) throws IOException {
      IndexInput in = afterId(document);
      page(in);
      return in.readString().lines();
    }

    /** The hosts of some documents. */
    public String[] hosts(int[] some) throws IOException {
      String[] hosts = new String[some.length];
      for (int i = 0; i < some.length; i++) {
        hosts[i] = afterId(some[i]).readString();
      }
      return hosts;
    }
  }
}
