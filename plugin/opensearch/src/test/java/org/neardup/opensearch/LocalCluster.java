// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.neardup.opensearch.JsonTemplates.json;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.opensearch.common.settings.MockSecureSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.node.MockNode;
import org.opensearch.node.Node;
import org.opensearch.node.NodeValidationException;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.AbstractRestChannel;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.test.MockHttpTransport;
import org.opensearch.test.rest.FakeRestRequest;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.nio.MockNioTransportPlugin;

/**
 * Nodes in this JVM with the plugin, which speak to each other over real sockets. Works as root as
 * well, unlike the test cases of OpenSearch's framework.
 */
public final class LocalCluster implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private final Path folder;
  private final Settings settings;
  private final List<Class<? extends Plugin>> plugins = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<String> seeds = new ArrayList<>();

  private LocalCluster(Path folder, List<Class<? extends Plugin>> more, Settings settings) {
    this.folder = folder;
    this.settings = settings;
    plugins.add(NeardupPlugin.class);
    plugins.add(RestAccess.class);
    plugins.add(MockNioTransportPlugin.class);
    plugins.add(MockHttpTransport.TestPlugin.class);
    plugins.addAll(more);
  }

  /** Starts nodes without further plugins. */
  public static LocalCluster start(int nodes, Path folder) {
    return start(nodes, folder, List.of());
  }

  /** Starts nodes with the default settings. */
  public static LocalCluster start(int nodes, Path folder, List<Class<? extends Plugin>> more) {
    return start(nodes, folder, more, Settings.EMPTY);
  }

  /**
   * Starts nodes that hold data and may be cluster managers.
   *
   * @param folder for their data
   * @param more plugins, beside Neardup
   * @param settings of all nodes
   */
  public static LocalCluster start(
      int nodes, Path folder, List<Class<? extends Plugin>> more, Settings settings) {
    LocalCluster cluster = new LocalCluster(folder, more, settings);
    for (int i = 0; i < nodes; i++) {
      cluster.addNode(null);
    }
    return cluster;
  }

  /** Starts one more node, with a secret seed or null for none; returns its number. */
  public int addNode(String seed) {
    seeds.add(seed);
    nodes.add(null);
    int number = nodes.size() - 1;
    startNode(number);
    return number;
  }

  /** Starts one more node, on which the plugin is not installed. */
  public void addNodeWithoutPlugin() {
    plugins.remove(NeardupPlugin.class);
    addNode(null);
    plugins.add(NeardupPlugin.class);
  }

  private void startNode(int number) {
    String name = "node" + number;
    Settings.Builder builder =
        Settings.builder()
            .put(settings)
            .put("cluster.name", folder.getFileName().toString())
            .put("node.name", name)
            .put("path.home", folder.resolve(name).toString())
            .put("path.repo", folder.resolve("snapshots").toString())
            .put("transport.type", MockNioTransportPlugin.MOCK_NIO_TRANSPORT_NAME)
            .put("node.processors", 2)
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("cluster.routing.rebalance.enable", "none");
    List<String> others = nodes.stream().filter(node -> node != null).map(this::address).toList();
    builder.putList("discovery.seed_hosts", others);
    if (others.isEmpty()) {
      builder.put("cluster.initial_cluster_manager_nodes", name);
    }
    if (seeds.get(number) != null) {
      MockSecureSettings secure = new MockSecureSettings();
      secure.setString("neardup.seed", seeds.get(number));
      builder.setSecureSettings(secure);
    }
    try {
      nodes.set(number, new MockNode(builder.build(), plugins).start());
    } catch (NodeValidationException e) {
      throw new IllegalStateException(e);
    }
    request("GET", "/_cluster/health?wait_for_nodes=>=" + (others.size() + 1), null);
  }

  /** Stops a node and starts it again on its data. */
  public void restart(int number) throws IOException {
    stop(number);
    startNode(number);
  }

  /** Stops a node; its data stay. */
  public void stop(int number) throws IOException {
    nodes.get(number).close();
    nodes.set(number, null);
  }

  /** Starts a node that was stopped on its data. */
  public void startAgain(int number) {
    startNode(number);
  }

  /** A node. */
  public Node node(int number) {
    return nodes.get(number);
  }

  /** Where another cluster finds the first node. */
  public String address() {
    return address(node(0));
  }

  private String address(Node node) {
    return service(node, TransportService.class).boundAddress().publishAddress().toString();
  }

  private static <T> T service(Node node, Class<T> type) {
    return node.injector().getInstance(type);
  }

  /** Sends a request that must succeed to the first node. */
  public Reply ok(String method, String path, String json) {
    Reply reply = request(method, path, json);
    if (reply.status() >= 300) {
      throw new AssertionError(method + " " + path + ": " + reply);
    }
    return reply;
  }

  /**
   * Makes a pipeline of both processors.
   *
   * @param parameters of the request processor beside the field, each after a comma
   */
  public void putPipeline(String name, String parameters) {
    ok(
        "PUT",
        "/_search/pipeline/" + name,
        json(
            """
            {'request_processors': [{'one_version': {'field': 'text.dup'%s}}],
             'phase_results_processors': [{'one_version': {}}],
             'response_processors': [{'one_version': {}}]}
            """,
            parameters));
  }

  /** Sends a request to the first node that runs. */
  public Reply request(String method, String path, String json) {
    return request(method, path, json, Map.of());
  }

  /**
   * The same with headers.
   *
   * @param path with parameters
   * @param json with ' for ", or null
   */
  public Reply request(String method, String path, String json, Map<String, String> headers) {
    Node node = nodes.stream().filter(each -> each != null).findFirst().orElseThrow();
    Map<String, List<String>> headerLists = new HashMap<>();
    headers.forEach((name, value) -> headerLists.put(name, List.of(value)));
    FakeRestRequest.Builder request =
        new FakeRestRequest.Builder(service(node, NamedXContentRegistry.class))
            .withMethod(RestRequest.Method.valueOf(method))
            .withHeaders(headerLists)
            .withPath(path.split("\\?", 2)[0])
            .withParams(parameters(path));
    if (json != null) {
      request.withContent(new BytesArray(json.replace('\'', '"')), XContentType.JSON);
    }
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    FakeRestRequest built = request.build();
    ThreadContext threads = service(node, ThreadPool.class).getThreadContext();
    ThreadContext.StoredContext before = threads.stashContext();
    try {
      RestController controller =
          RestAccess.BY_NODE.get(folder.getFileName() + "node" + nodes.indexOf(node));
      controller.dispatchRequest(built, new Channel(built, threads, reply), threads);
      return reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(method + " " + path, e);
    } finally {
      before.close();
    }
  }

  private static Map<String, String> parameters(String path) {
    Map<String, String> parameters = new HashMap<>();
    int start = path.indexOf('?');
    for (String pair : start < 0 ? new String[0] : path.substring(start + 1).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], parts.length == 1 ? "" : parts[1]);
    }
    return parameters;
  }

  @Override
  public void close() throws IOException {
    for (Node node : nodes) {
      if (node != null) {
        node.close();
      }
    }
  }

  private static final class Channel extends AbstractRestChannel {
    private final ThreadContext threads;
    private final CompletableFuture<Reply> reply;

    Channel(RestRequest request, ThreadContext threads, CompletableFuture<Reply> reply) {
      super(request, true);
      this.threads = threads;
      this.reply = reply;
    }

    @Override
    public void sendResponse(RestResponse response) {
      String text = response.content().utf8ToString();
      List<String> warnings = threads.getResponseHeaders().getOrDefault("Warning", List.of());
      reply.complete(new Reply(response.status().getStatus(), text, warnings));
    }
  }
}
