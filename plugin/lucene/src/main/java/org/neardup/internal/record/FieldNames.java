// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

/** Which names a setting may give to a field of the application. */
public final class FieldNames {
  private FieldNames() {}

  /**
   * Checks that a name is not empty and none of ours, which an application's documents never have.
   *
   * @param setting that names the field
   * @throws IllegalArgumentException if it may not
   */
  public static void check(String setting, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException(setting + " must not be empty, got \"\"");
    }
    checkNotOurs(setting, name);
  }

  /** As {@link #check} of a name that may be missing, and be empty. */
  public static void checkNotOurs(String setting, String name) {
    if (name != null && name.startsWith(DocumentRecord.FIELD_PREFIX)) {
      throw new IllegalArgumentException(
          setting + " must not start with " + DocumentRecord.FIELD_PREFIX + ", got " + name);
    }
  }
}
