// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.LongInterner;

/**
 * What the different texts are compared by, in temporary files: sketches, unless only elements
 * count, and elements, unless only sketches do. Texts have numbers in the order in which they first
 * came, until {@link #renumber}.
 */
public final class TextStore implements Closeable {
  private final TextSketches sketches;
  private final RecordFile sketchFile;
  private final RecordFile elementFile;
  private final boolean keepsMeans;
  private double[] means = new double[64];
  private LongInterner fingerprints = new LongInterner();
  private int count;
  private int[] records; // by number of the text; null: the same numbers

  public TextStore(ClusterConfig config, TextSketches sketches, Directory directory)
      throws IOException {
    this.sketches = sketches;
    boolean keepsSketches = config.candidates() != CandidateMethod.EXACT;
    sketchFile = keepsSketches ? new RecordFile(directory, "sketches") : null;
    elementFile = config.keepsElements() ? new RecordFile(directory, "elements") : null;
    keepsMeans = config.candidates() == CandidateMethod.WINDOW;
  }

  /**
   * Adds a text, if it was not there before.
   *
   * @param text has elements
   * @return its number
   */
  public int add(TextFeatures text) throws IOException {
    int number = fingerprints.number(text.textHash());
    if (number == count) {
      addNew(text);
    }
    return number;
  }

  private void addNew(TextFeatures text) throws IOException {
    if (sketchFile != null) {
      sketchFile.add(text.sketch());
    }
    if (elementFile != null) {
      elementFile.add(text.elements());
    }
    if (keepsMeans) {
      means = ArrayUtil.grow(means, count + 1);
      means[count] = text.mean();
    }
    count++;
  }

  public int count() {
    return count;
  }

  /** How sketches are made and compared. */
  public TextSketches sketches() {
    return sketches;
  }

  /** How many elements a text has. */
  public int size(int text) {
    return elementFile.length(record(text)) / Long.BYTES;
  }

  /** How many keys the sketch of a text has. */
  public int keyCount(int text) {
    return TextSketches.keyCount(sketchFile.length(record(text)));
  }

  /** Hanov's mean of a text, 0 to 1. */
  public double mean(int text) {
    return means[record(text)];
  }

  /** Ends adding and begins reading. */
  public void finish() throws IOException {
    fingerprints = null;
    if (sketchFile != null) {
      sketchFile.finish();
    }
    if (elementFile != null) {
      elementFile.finish();
    }
  }

  /**
   * Numbers texts by size, those with the most elements first, of equals the one that came first;
   * to be called after {@link #finish}.
   *
   * @return the new numbers by the old ones
   */
  public int[] renumber() {
    long[] order = new long[count];
    Arrays.setAll(order, text -> (long) (Integer.MAX_VALUE - size(text)) << Integer.SIZE | text);
    Arrays.parallelSort(order);
    int[] numbers = new int[count];
    records = new int[count];
    for (int number = 0; number < count; number++) {
      records[number] = (int) order[number];
      numbers[records[number]] = number;
    }
    return numbers;
  }

  private int record(int text) {
    return records == null ? text : records[text];
  }

  public Reader reader() {
    return new Reader();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(sketchFile, elementFile);
  }

  /** For one thread. */
  public final class Reader {
    private final RecordFile.Reader sketchReader = sketchFile == null ? null : sketchFile.reader();
    private final RecordFile.Reader elementReader =
        elementFile == null ? null : elementFile.reader();

    public byte[] sketch(int text) throws IOException {
      return sketchReader.bytes(record(text));
    }

    /** Ascending (signed), each once. */
    public long[] elementArray(int text) throws IOException {
      return elementReader.longs(record(text));
    }

    ElementSet elements(int text) throws IOException {
      long[] elements = elementArray(text);
      return ElementSet.of(elements, elements.length);
    }
  }
}
