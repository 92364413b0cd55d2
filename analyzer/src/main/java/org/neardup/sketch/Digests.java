// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One-way hashes of seeds and secrets. */
final class Digests {
  private Digests() {}

  /** The first 8 bytes of SHA-256, big-endian, over purpose, a zero byte and text in UTF-8. */
  static long sha256(String purpose, String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(purpose.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
