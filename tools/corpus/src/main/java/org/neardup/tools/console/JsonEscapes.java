// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;

/**
 * Makes JSON escape all characters that do not print; the format itself requires this of ASCII
 * control characters only. The values stay the same.
 */
public final class JsonEscapes extends CharacterEscapes {
  private static final int DELETE = 0x7F;

  private final int[] ofAscii = standardAsciiEscapesForJSON();

  /** As JSON does, and more. */
  public JsonEscapes() {
    ofAscii[DELETE] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ofAscii.clone();
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    return OneLine.prints(character)
        ? null
        : new SerializedString(String.format(Locale.ROOT, "\\u%04X", character));
  }
}
