// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;

/** Javadoc archives in a cache folder; Maven brings those that are missing. */
final class JavadocJars {
  /** Pinned, so that it does not depend on what a user's Maven would choose. */
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

  private static final String ERROR = "[ERROR] ";

  private final Terminal terminal;
  private final Path cache;
  private final String maven;

  /**
   * @param maven the command that runs Maven
   */
  JavadocJars(Terminal terminal, Path cache, String maven) {
    this.terminal = terminal;
    this.cache = cache;
    this.maven = maven;
  }

  /** The archive of one release, downloaded if it is not in the cache. */
  Path get(String group, String artifact, String version) throws IOException, InterruptedException {
    String name = artifact + "-" + version + "-javadoc.jar";
    Path jar = cache.resolve(name);
    if (!Files.exists(jar)) {
      terminal.message("downloading " + name + " to " + cache);
      Path incoming = Files.createDirectories(cache.resolve("incoming"));
      download(group + ":" + artifact + ":" + version + ":jar:javadoc", incoming);
      Files.move(incoming.resolve(name), jar, ATOMIC_MOVE);
    }
    return jar;
  }

  private void download(String coordinates, Path folder) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            maven,
            "--quiet",
            "--batch-mode",
            COPY,
            "-Dartifact=" + coordinates,
            "-DoutputDirectory=" + folder.toAbsolutePath());
    Process process = start(new ProcessBuilder(command).directory(cache.toFile()));
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw failed("Maven could not download " + coordinates + ": " + reason(output));
    }
  }

  private Process start(ProcessBuilder builder) throws IOException {
    try {
      return builder.redirectErrorStream(true).start();
    } catch (IOException e) {
      throw failed("cannot run " + maven + " (" + e.getMessage() + ")");
    }
  }

  private ToolException failed(String problem) {
    return new ToolException(
        ExitCode.INPUT_FAILED,
        problem
            + "\nThe demo needs Maven and a connection once, to fetch Javadoc archives into "
            + cache
            + "; is this machine online?");
  }

  private static String reason(String output) {
    int error = output.indexOf(ERROR);
    return error < 0
        ? "it gave no reason"
        : output.substring(error + ERROR.length()).lines().findFirst().orElse("");
  }
}
