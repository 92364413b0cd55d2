// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/** A text in the bucket of a band key, as a bean that Spark encodes. */
public final class BandMember implements Serializable {
  /** Of a text that others of its bucket are compared with. */
  static final long COLUMN = -1;

  private long key;
  private long text;
  private long skipped = COLUMN;
  private byte[] sketch;

  /** Read by Spark. */
  public BandMember() {}

  BandMember(long key, long text, long skipped) {
    this.key = key;
    this.text = text;
    this.skipped = skipped;
  }

  /** The band key, or what stands for a piece of its bucket. */
  public long getKey() {
    return key;
  }

  public void setKey(long value) {
    key = value;
  }

  /** The number of the text. */
  public long getText() {
    return text;
  }

  public void setText(long value) {
    text = value;
  }

  /** How many texts before it it is not compared with; {@link #COLUMN} if none are skipped. */
  public long getSkipped() {
    return skipped;
  }

  public void setSkipped(long value) {
    skipped = value;
  }

  /** Of its sketch, the bytes; null where they are not needed. */
  public byte[] getSketch() {
    return sketch;
  }

  public void setSketch(byte[] value) {
    sketch = value;
  }

  boolean isColumn() {
    return skipped == COLUMN;
  }
}
