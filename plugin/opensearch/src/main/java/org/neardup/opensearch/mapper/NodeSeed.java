// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.neardup.sketch.Sketches;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.settings.SecureSetting;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.settings.SecureString;

/**
 * The key of all hash functions of a node: secret if the keystore has one, else the public default.
 *
 * @param value keys the hash functions
 * @param id tells seeds apart, and says nothing of the value
 */
public record NodeSeed(long value, String id) {
  /** The secure setting, the same on all nodes. */
  public static final Setting<SecureString> SETTING =
      SecureSetting.secureString("neardup.seed", null);

  /** The seed of a node. */
  public static NodeSeed of(Settings settings) {
    try (SecureString secret = SETTING.get(settings)) {
      if (secret.length() == 0) {
        return new NodeSeed(Sketches.DEFAULT_SEED, "default");
      }
      byte[] id = digest("id", secret);
      return new NodeSeed(
          ByteBuffer.wrap(digest("value", secret)).getLong(), HexFormat.of().formatHex(id, 0, 4));
    }
  }

  private static byte[] digest(String purpose, SecureString secret) {
    MessageDigest digest = MessageDigests.sha256();
    digest.update((SETTING.getKey() + " " + purpose + " ").getBytes(StandardCharsets.UTF_8));
    return digest.digest(secret.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Without the value. */
  @Override
  public String toString() {
    return "seed " + id;
  }
}
