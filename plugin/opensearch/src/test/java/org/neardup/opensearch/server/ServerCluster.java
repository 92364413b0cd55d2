// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neardup.opensearch.Await;

/** Nodes that form a cluster. For one thread. */
final class ServerCluster {
  private static final Path FOLDER =
      Path.of(System.getProperty("neardup.server.folder", "target/opensearch-server"))
          .toAbsolutePath()
          .normalize();
  private static final int PATIENCE_SECONDS = 180;

  private static ServerHome plain;
  private static ServerHome withPlugin;
  private static ServerCluster shared;

  private final List<ServerNode> nodes;

  private ServerCluster(List<ServerNode> nodes) {
    this.nodes = nodes;
  }

  /** Three nodes that all tests of this JVM use; started when they are first asked for. */
  static synchronized ServerCluster shared() throws Exception {
    if (shared == null) {
      shared = of("three", 3, Map.of());
      shared.startAll();
    }
    return shared;
  }

  /**
   * Nodes with the plugin, not started yet.
   *
   * @param secureSettings for the keystore of each
   */
  static synchronized ServerCluster of(String name, int size, Map<String, String> secureSettings)
      throws Exception {
    makeHomes();
    return of(name, size, secureSettings, withPlugin);
  }

  /** The same from another home. */
  static ServerCluster of(
      String name, int size, Map<String, String> secureSettings, ServerHome home) throws Exception {
    Path folder = FOLDER.resolve(name);
    List<ServerNode> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      nodes.add(new ServerNode(name + "-" + i, folder.resolve("node-" + i), home));
    }
    Path snapshots = Files.createDirectories(folder.resolve("snapshots"));
    home.user().own(snapshots);
    for (ServerNode node : nodes) {
      node.configure(settings(name, nodes, snapshots), secureSettings);
    }
    ServerCluster cluster = new ServerCluster(nodes);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::killAll));
    return cluster;
  }

  private static Map<String, String> settings(String name, List<ServerNode> nodes, Path snapshots) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("cluster.name", "neardup-" + name);
    settings.put(
        "discovery.seed_hosts",
        nodes.stream().map(ServerNode::transportAddress).collect(Collectors.toList()).toString());
    settings.put(
        "cluster.initial_cluster_manager_nodes",
        nodes.stream().map(ServerNode::name).collect(Collectors.toList()).toString());
    settings.put("path.repo", snapshots.toString());
    settings.put("node.processors", "2");
    settings.put("bootstrap.system_call_filter", "false"); // needs rights that containers lack
    return settings;
  }

  private static void makeHomes() throws Exception {
    if (withPlugin != null) {
      return;
    }
    Path distribution = required("neardup.server.distribution");
    Path zip = required("neardup.server.plugin");
    ServerUser user = ServerUser.current();
    deleteLeftovers();
    Path helper = HelperPluginZip.make(Files.createDirectories(FOLDER));
    plain = ServerHome.install(distribution, FOLDER.resolve("plain"), user, List.of());
    withPlugin =
        ServerHome.install(distribution, FOLDER.resolve("with-plugin"), user, List.of(zip, helper));
  }

  /**
   * A home with plugins.
   *
   * @param distribution property that names it
   * @param plugin property that names the zip of ours
   */
  static synchronized ServerHome home(
      String folder, String distribution, String plugin, List<Path> more) throws Exception {
    makeHomes(); // which clears the folder
    List<Path> plugins = new ArrayList<>(List.of(required(plugin)));
    plugins.addAll(more);
    return ServerHome.install(
        required(distribution), FOLDER.resolve(folder), ServerUser.current(), plugins);
  }

  private static Path required(String property) {
    String value = System.getProperty(property);
    if (value == null || !Files.exists(Path.of(value))) {
      throw new IllegalStateException(
          property
              + " is "
              + value
              + ": run these tests by mvn verify -P opensearch-server, which makes it");
    }
    return Path.of(value).toAbsolutePath();
  }

  /** Deletes what an earlier run left in the folder. */
  private static void deleteLeftovers() throws IOException {
    if (!Files.exists(FOLDER)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(FOLDER)) {
      for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A home without the plugin. */
  static ServerHome plainHome() {
    return plain;
  }

  /** The zip of the plugin. */
  static Path pluginZip() {
    return required("neardup.server.plugin");
  }

  List<ServerNode> nodes() {
    return nodes;
  }

  ServerNode node(int i) {
    return nodes.get(i);
  }

  /** Talks to the first node that runs. */
  ServerClient client() {
    return nodes.stream()
        .filter(ServerNode::isRunning)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no node runs"))
        .client();
  }

  /** Starts the nodes that do not run, and waits until the cluster has all. */
  void startAll() throws Exception {
    for (ServerNode node : nodes) {
      if (!node.isRunning()) {
        node.start();
      }
    }
    for (ServerNode node : nodes) {
      awaitHealth(node, "wait_for_nodes=" + nodes.size());
    }
  }

  void stopAll() throws InterruptedException {
    for (ServerNode node : nodes) {
      node.stop();
    }
  }

  private void killAll() {
    for (ServerNode node : nodes) {
      try {
        node.kill();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until all copies of all shards are there. */
  void awaitGreen() throws Exception {
    for (ServerNode node : nodes) {
      if (node.isRunning()) {
        awaitHealth(node, "wait_for_status=green&wait_for_no_relocating_shards=true");
        return;
      }
    }
  }

  private static void awaitHealth(ServerNode node, String condition) throws Exception {
    AtomicReference<String> said = new AtomicReference<>("");
    try {
      Await.until(
          PATIENCE_SECONDS,
          () -> {
            if (!node.isRunning()) {
              throw new IllegalStateException("it has ended");
            }
            try {
              ServerResponse health =
                  node.client().get("/_cluster/health?timeout=30s&" + condition);
              said.set(health.text());
              return health.status() == 200;
            } catch (UncheckedIOException e) {
              said.set(e.toString()); // not listening yet
              return false;
            }
          },
          said::get);
    } catch (AssertionError | IllegalStateException e) {
      String problem = node.name() + " waits for " + condition + ": " + e.getMessage();
      throw new IllegalStateException(problem + "\n" + tail(node.console()), e);
    }
  }

  private static String tail(String console) {
    return console.substring(Math.max(0, console.length() - 6000));
  }
}
