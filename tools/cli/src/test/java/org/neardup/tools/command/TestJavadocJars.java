// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;

public class TestJavadocJars {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter err = new StringWriter();

  @Test
  public void testWhatIsInTheCacheNeedsNoMaven() throws Exception {
    Path jar = Files.createFile(cache().resolve("lib-1.0-javadoc.jar"));
    assertEquals(jar, demo("no-such-maven").archive("org.example", "lib", "1.0"));
    assertEquals("", err.toString());
  }

  @Test
  public void testWithoutMavenAMessageSaysWhatIsNeeded() {
    ToolException e = failure("no-such-maven");
    assertEquals(ExitCode.INPUT_FAILED, e.exitCode());
    assertTrue(e.getMessage(), e.getMessage().startsWith("cannot run no-such-maven ("));
    assertTrue(e.getMessage(), e.getMessage().contains("The demo needs Maven and a connection"));
  }

  @Test
  public void testAFailedDownloadNamesWhatMavenSaid() throws Exception {
    Path maven = folder.newFile("maven").toPath();
    Files.writeString(
        maven, "#!/bin/sh\necho warming up\necho '[ERROR] no route to host'\nexit 1\n");
    assertTrue(maven.toFile().setExecutable(true));
    ToolException e = failure(maven.toString());
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .startsWith(
                "Maven could not download org.example:lib:1.0:jar:javadoc: no route to"
                    + " host\n"));
    assertEquals("downloading lib-1.0-javadoc.jar to " + cache() + "\n", err.toString());
  }

  private ToolException failure(String maven) {
    DemoCommand.Demo demo = demo(maven);
    return assertThrows(ToolException.class, () -> demo.archive("org.example", "lib", "1.0"));
  }

  private Path cache() {
    return folder.getRoot().toPath();
  }

  private DemoCommand.Demo demo(String maven) {
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            false,
            new Paint(false));
    return new DemoCommand.Demo(terminal, cache(), maven);
  }
}
