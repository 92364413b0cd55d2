// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An unpacked server in a folder of its own, with the plugins installed that nodes run with. */
final class ServerHome {
  private final Path folder;
  private final ServerUser user;

  private ServerHome(Path folder, ServerUser user) {
    this.folder = folder;
    this.user = user;
  }

  /**
   * Makes one from an unpacked distribution, whose files it shares by hard links.
   *
   * @param plugins zips to install, by the server's own tool
   */
  static ServerHome install(Path distribution, Path folder, ServerUser user, List<Path> plugins)
      throws IOException, InterruptedException {
    link(distribution, folder);
    ServerHome home = new ServerHome(folder, user);
    Files.createDirectories(folder.resolve("plugins"));
    Files.createDirectories(folder.resolve("logs"));
    for (Path plugin : plugins) {
      home.run(
          "",
          folder.resolve("config"),
          "opensearch-plugin",
          "install",
          "--batch",
          plugin.toUri().toString());
    }
    user.own(folder.resolve("logs"));
    user.requireReadable(folder.resolve("lib"));
    user.requireReadable(Path.of(System.getProperty("java.home"), "bin", "java"));
    return home;
  }

  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else if (path.startsWith(from.resolve("config"))) {
          Files.copy(path, target); // tools may write it
        } else {
          Files.createLink(target, path);
        }
      }
    }
  }

  Path folder() {
    return folder;
  }

  ServerUser user() {
    return user;
  }

  /** A process of one of the server's programs, which sees nothing of our environment. */
  ProcessBuilder program(Path configuration, List<String> arguments) {
    List<String> command = new ArrayList<>(arguments);
    command.set(0, folder.resolve("bin").resolve(arguments.get(0)).toString());
    ProcessBuilder builder = new ProcessBuilder(user.command(command)).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
    builder.environment().put("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("OPENSEARCH_PATH_CONF", configuration.toString());
    return builder.redirectErrorStream(true);
  }

  /** Runs one of the server's tools. */
  void run(String input, Path configuration, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("neardup-tool", ".txt");
    ProcessBuilder builder = program(configuration, List.of(arguments));
    if (arguments[0].equals("opensearch-plugin")) {
      // Writes into the folder of the server, which is ours and not the user's.
      builder.command(
          builder
              .command()
              .subList(builder.command().size() - arguments.length, builder.command().size()));
    }
    Process process = builder.redirectOutput(output.toFile()).start();
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input.getBytes(StandardCharsets.UTF_8));
    }
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output);
    Files.delete(output);
    if (!ended || process.exitValue() != 0) {
      throw new IllegalStateException(
          String.join(" ", arguments) + (ended ? " failed: " : " did not end: ") + said);
    }
  }
}
