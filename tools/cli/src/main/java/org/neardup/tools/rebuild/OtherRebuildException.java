// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

/** Thrown if a rebuild cannot resume what is in its target, as another one began it, or none. */
final class OtherRebuildException extends RebuildException {
  OtherRebuildException(String message) {
    super(message);
  }
}
