// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * {@code bin/neardup}, in a folder where it finds a jar, and the classes of this test beside it.
 */
public class TestScript {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path script;

  @Before
  public void setUp() throws IOException {
    Path bin = folder.newFolder("tools", "bin").toPath();
    for (String name : List.of("neardup", "find-jdk")) {
      Files.copy(Path.of("../bin").resolve(name), bin.resolve(name));
      bin.resolve(name).toFile().setExecutable(true);
    }
    Path lib = folder.newFolder("tools", "cli", "target", "lib").toPath();
    Files.createFile(lib.resolve("neardup-tools-test.jar"));
    script = bin.resolve("neardup");
  }

  @Test
  public void testWithoutALocaleNamesAreInUtf8() throws Exception {
    // Bash knows the name as bytes, which this process might not be able to hand over.
    String command = "exec \"$0\" cluster $'caf\\xc3\\xa9.txt'";
    var builder = new ProcessBuilder("bash", "-c", command, script.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("NEARDUP_CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    String messages = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(1, process.waitFor());
    assertEquals(
        "caf\u00e9.txt: no such file or folder", messages.lines().findFirst().orElse(messages));
  }
}
