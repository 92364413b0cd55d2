// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.node.Node;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;

/** A plugin for tests: keeps what dispatches REST requests in a node that has no HTTP. */
public final class RestAccess extends Plugin implements ActionPlugin {
  /** By the name of the cluster and that of the node. */
  static final Map<String, RestController> BY_NODE = new ConcurrentHashMap<>();

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexScopedSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver resolver,
      Supplier<DiscoveryNodes> nodes) {
    String cluster = ClusterName.CLUSTER_NAME_SETTING.get(settings).value();
    BY_NODE.put(cluster + Node.NODE_NAME_SETTING.get(settings), controller);
    return List.of();
  }
}
