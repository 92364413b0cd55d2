// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/** What each task makes for itself, as it cannot be sent or is for one thread. */
final class PerTask<T> implements Serializable {
  private final Maker<T> maker;
  private transient T made;

  PerTask(Maker<T> maker) {
    this.maker = maker;
  }

  /** Makes it. */
  @FunctionalInterface
  interface Maker<T> extends Serializable {
    T make();
  }

  T get() {
    if (made == null) {
      made = maker.make();
    }
    return made;
  }
}
