// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A node of a cluster: a process of its own, which ends with this one, however this one ends. For
 * one thread.
 */
final class ServerNode {
  private static final String HEAP = System.getProperty("neardup.server.heap");

  private final String name;
  private final Path folder;
  private final int httpPort;
  private final int transportPort;
  private ServerHome home;
  private Map<String, String> settings = Map.of();
  private Process process;
  private Process watchdog;

  /**
   * A node that has not been started.
   *
   * @param folder for its configuration, data and logs
   */
  ServerNode(String name, Path folder, ServerHome home) throws IOException {
    this.name = name;
    this.folder = folder;
    this.home = home;
    // Both open at once, or they may be the same.
    try (ServerSocket http = freePort();
        ServerSocket transport = freePort()) {
      httpPort = http.getLocalPort();
      transportPort = transport.getLocalPort();
    }
  }

  private static ServerSocket freePort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  String name() {
    return name;
  }

  String transportAddress() {
    return "127.0.0.1:" + transportPort;
  }

  String httpAddress() {
    return "127.0.0.1:" + httpPort;
  }

  /** Talks to this node alone. */
  ServerClient client() {
    return new ServerClient("http://" + httpAddress());
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** What it has written to its console, its log included. */
  String console() throws IOException {
    Path console = folder.resolve("console.txt");
    return Files.exists(console) ? Files.readString(console) : "";
  }

  ServerHome home() {
    return home;
  }

  /** Has it started from another home the next time, with that keystore; data stays. */
  void moveTo(ServerHome other, Map<String, String> secureSettings)
      throws IOException, InterruptedException {
    home = other;
    configure(settings, secureSettings);
  }

  /**
   * Writes its configuration.
   *
   * @param more settings beside those of its name, its folders and its ports
   * @param secureSettings for its keystore
   */
  void configure(Map<String, String> more, Map<String, String> secureSettings)
      throws IOException, InterruptedException {
    settings = Map.copyOf(more);
    Path configuration = Files.createDirectories(folder.resolve("config"));
    for (String each : List.of("data", "logs", "tmp")) {
      Files.createDirectories(folder.resolve(each));
    }
    List<String> yaml = new ArrayList<>();
    yaml.add("node.name: " + name);
    yaml.add("path.data: " + folder.resolve("data"));
    yaml.add("path.logs: " + folder.resolve("logs"));
    yaml.add("network.host: 127.0.0.1");
    yaml.add("http.port: " + httpPort);
    yaml.add("transport.port: " + transportPort);
    yaml.add("cluster.routing.allocation.disk.threshold_enabled: false");
    settings.forEach((key, value) -> yaml.add(key + ": " + value));
    Files.write(configuration.resolve("opensearch.yml"), yaml);
    Path given = home.folder().resolve("config");
    Files.copy(
        given.resolve("log4j2.properties"), replaced(configuration.resolve("log4j2.properties")));
    Files.write(configuration.resolve("jvm.options"), jvmOptions(given));
    home.user().own(folder);
    Files.deleteIfExists(configuration.resolve("opensearch.keystore"));
    home.run("", configuration, "opensearch-keystore", "create");
    for (Map.Entry<String, String> setting : secureSettings.entrySet()) {
      home.run(
          setting.getValue(),
          configuration,
          "opensearch-keystore",
          "add",
          "--stdin",
          setting.getKey());
    }
  }

  private static Path replaced(Path file) throws IOException {
    Files.deleteIfExists(file);
    return file;
  }

  /** Those of the distribution, but for the heap and the files that all nodes would write. */
  private List<String> jvmOptions(Path given) throws IOException {
    List<String> options =
        new ArrayList<>(
            Files.readAllLines(given.resolve("jvm.options")).stream()
                .filter(line -> !line.matches("-Xm[sx].*|.*(Xlog|HeapDump|ErrorFile).*"))
                .toList());
    String heap = HEAP == null ? "384m" : HEAP;
    options.add("-Xms" + heap);
    if (HEAP == null) {
      options.add("-XX:TieredStopAtLevel=1"); // starts in half the time, and nothing is measured
    }
    options.add("-Xmx" + heap);
    options.add("-XX:ErrorFile=" + folder.resolve("logs/hs_err_pid%p.log"));
    return options;
  }

  void start() throws IOException {
    if (isRunning()) {
      throw new IllegalStateException(name + " is running");
    }
    ProcessBuilder builder =
        home.program(folder.resolve("config"), List.of("opensearch"))
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(Redirect.appendTo(folder.resolve("console.txt").toFile()));
    builder.environment().put("OPENSEARCH_TMPDIR", folder.resolve("tmp").toString());
    process = builder.start();
    watchdog = watchdog(process.pid());
  }

  /**
   * A process that kills another as soon as its input ends, which it does when this JVM ends, even
   * if it is killed.
   */
  private static Process watchdog(long pid) throws IOException {
    return new ProcessBuilder("sh", "-c", "cat >/dev/null; kill -9 " + pid)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  /** Stops it as an operator would. */
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
    ended();
  }

  /** As {@code kill -9}. */
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly();
    }
    ended();
  }

  private void ended() throws InterruptedException {
    if (process != null) {
      // Before the process is waited for, as its number may be another's afterwards.
      watchdog.destroyForcibly().waitFor();
      process.waitFor();
      process = null;
    }
  }
}
