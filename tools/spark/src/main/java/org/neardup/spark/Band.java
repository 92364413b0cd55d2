// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/** A text that has a band key, as a bean that Spark encodes. */
public final class Band implements Serializable {
  private long text;

  /** The number of the text. */
  public long getText() {
    return text;
  }

  public void setText(long value) {
    text = value;
  }
}
